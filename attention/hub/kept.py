"""Models of a hub that are on this machine already."""

import json
from pathlib import Path

from huggingface_hub import try_to_load_from_cache
from huggingface_hub.errors import HFValidationError

from attention.hub.offer import CONFIG, INDEX, WHOLE
from attention.weights.store import home, whole


def place(name: str) -> Path:
    """Return the folder of a hub's model, there or not; a hub's names have no two hyphens."""
    return home() / "hub" / name.replace("/", "--")


def cached(name: str) -> Path | None:
    """Return the folder of a hub's model if it is whole: ours, or the one other programs share."""
    own = place(name)
    if whole(own):
        return own
    try:
        config = try_to_load_from_cache(name, CONFIG)
    except (HFValidationError, OSError):
        return None
    folder = Path(config).parent if isinstance(config, str) else None
    return folder if folder and has_weights(folder) else None


def names() -> list[str]:
    """Return the models that were fetched here, in the order of their names."""
    places = sorted((home() / "hub").glob("[!.]*"))
    return [folder.name.replace("--", "/") for folder in places if whole(folder)]


def has_weights(folder: Path) -> bool:
    """Tell whether a folder holds its safetensors, in one file or all of several."""
    if (folder / WHOLE).is_file():
        return True
    try:
        index = json.loads((folder / INDEX).read_text(encoding="utf-8"))
        parts = set(index["weight_map"].values())
    except (OSError, ValueError, KeyError, AttributeError):
        return False
    return bool(parts) and all((folder / part).is_file() for part in parts)
