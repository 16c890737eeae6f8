"""Fetch an embedded model from the hub: its second source, used only when asked for."""

import shutil
from pathlib import Path

from huggingface_hub import snapshot_download
from huggingface_hub.errors import HfHubHTTPError, LocalEntryNotFoundError

from attention.errors import ModelUnavailable
from attention.weights.catalogue import Entry
from attention.weights.plain_folder import NEEDED, WELCOME, free_tokenizer

# The hub's library has changed its HTTP client before; its error's first parent is the client's.
CLIENT_ERROR: type[Exception] = HfHubHTTPError.__bases__[0]
UNREACHABLE = (CLIENT_ERROR, LocalEntryNotFoundError, ConnectionError)


def download(found: Entry, folder: Path) -> None:
    """Write the model's files as they stand on the hub into the folder, the tokenizer freed.

    Only safetensors are asked for; a pickle never reaches the disk.
    """
    try:
        snapshot_download(found.hub_id, local_dir=folder, allow_patterns=[*NEEDED, *WELCOME])
    except UNREACHABLE as error:
        raise ModelUnavailable(found.id, "no_network") from error
    shutil.rmtree(folder / ".cache", ignore_errors=True)
    missing = [name for name in NEEDED if not (folder / name).is_file()]
    if missing:
        raise ValueError(f"{found.hub_id} has no {', '.join(missing)}")
    free_tokenizer(folder / "tokenizer.json")
