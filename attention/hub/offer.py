"""What a hub offers under a name: looked up, not fetched."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any
from urllib.parse import urlsplit

from huggingface_hub import HfApi, constants, hf_hub_url
from huggingface_hub.errors import (
    GatedRepoError,
    HfHubHTTPError,
    HFValidationError,
    RepositoryNotFoundError,
)
from huggingface_hub.hf_api import ModelInfo, RepoSibling
from huggingface_hub.utils import (
    build_hf_headers,
    get_session,
    hf_raise_for_status,
    validate_repo_id,
)

from attention.errors import ModelUnavailable, UnknownModel
from attention.reasons import Reason

PATIENCE = 8  # seconds for an answer
CONFIG, INDEX, WHOLE = "config.json", "model.safetensors.index.json", "model.safetensors"
PART = re.compile(r"model-\d{5}-of-\d{5}\.safetensors")
TEXTS = re.compile(
    r"(config|generation_config|tokenizer|tokenizer_config|special_tokens_map|added_tokens|vocab"
    r"|preprocessor_config)\.json|vocab\.txt|merges\.txt|[\w.-]+\.model|chat_template\.jinja"
)
# The hub's library has changed its HTTP client before; its error's first parent is the client's.
CLIENT_ERROR: type[Exception] = HfHubHTTPError.__bases__[0]


@dataclass(frozen=True)
class RemoteFile:
    """Name a file of a hub, its size and, for weights, what its SHA-256 must be."""

    name: str
    n_bytes: int
    sha256: str | None


@dataclass(frozen=True)
class Offer:
    """Hold what a hub has under a name: one version, the files a model is read from, its shape."""

    name: str
    revision: str
    files: tuple[RemoteFile, ...]
    config: Mapping[str, Any]
    n_parameters: int | None

    @property
    def n_bytes(self) -> int:
        """Return how much there is to fetch."""
        return sum(file.n_bytes for file in self.files)

    @property
    def weight_bytes(self) -> int:
        """Return the size of the weights alone, as they are stored."""
        return sum(f.n_bytes for f in self.files if f.name.endswith(".safetensors"))

    def url(self, file: RemoteFile) -> str:
        """Return where a file lies."""
        return hf_hub_url(self.name, file.name, revision=self.revision, endpoint=endpoint())


def endpoint() -> str:
    """Return the hub's address: the standard variable's, else the public one.

    Raises:
        ValueError: it is no address.
    """
    address = (os.environ.get("HF_ENDPOINT") or constants.ENDPOINT).strip().rstrip("/")
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.port == 0:
        raise ValueError(f"expected an address such as https://host, got {address!r}")
    return address


def look_up(name: str) -> Offer:
    """Ask a hub what it has under a name.

    Raises:
        UnknownModel: the name can't be an id.
        ModelUnavailable: with the reason, from the cause.
    """
    try:
        validate_repo_id(name)
    except HFValidationError as error:
        raise UnknownModel(name) from error
    try:
        api = HfApi(endpoint=endpoint())
        found = api.model_info(name, files_metadata=True, timeout=PATIENCE)
        files = files_of(found)
        check_files(name, found, files)
        config = fetch_config(hf_hub_url(name, CONFIG, revision=found.sha, endpoint=endpoint()))
    except (
        CLIENT_ERROR,
        ConnectionError,
        ValueError,
        KeyError,
        TypeError,
        AttributeError,
    ) as error:
        raise ModelUnavailable(name, reason_of(error)) from error
    counted = found.safetensors.total if found.safetensors else None
    return Offer(name, str(found.sha), files, MappingProxyType(config), counted)


def files_of(found: ModelInfo) -> tuple[RemoteFile, ...]:
    """Choose what a model is read from: never a pickle, never a file of another framework.

    Names with a folder are left out, so that none can lead out of the place they are written to.
    """
    all_files = {file.rfilename: file for file in found.siblings or ()}
    weights = [WHOLE] if WHOLE in all_files else [n for n in all_files if PART.fullmatch(n)]
    if weights and WHOLE not in all_files:
        weights.append(INDEX)
    names = [n for n in all_files if TEXTS.fullmatch(n)] + [n for n in weights if n in all_files]
    return tuple(remote(all_files[name]) for name in names)


def remote(file: RepoSibling) -> RemoteFile:
    """Take over what a hub says about a file; without a size nobody could be told how much it is.

    Raises:
        ValueError: it does not say its size.
    """
    if file.size is None:
        raise ValueError(f"{file.rfilename} has no size")
    return RemoteFile(file.rfilename, file.size, file.lfs.sha256 if file.lfs else None)


def check_files(name: str, found: ModelInfo, files: tuple[RemoteFile, ...]) -> None:
    """Refuse what could not be loaded, before anything large is fetched."""
    if not found.sha:
        raise ValueError("no commit")
    names = {file.name for file in files}
    if not any(n.endswith(".safetensors") for n in names):
        raise ModelUnavailable(name, "no_safetensors")
    if WHOLE not in names and INDEX not in names:
        raise ModelUnavailable(name, "unreadable")
    if CONFIG not in names:
        raise ModelUnavailable(name, "no_config")


def fetch_config(url: str) -> dict[str, Any]:
    """Fetch the configuration: it tells the memory needed, and whether the files may be had."""
    session = get_session()
    answer = session.get(url, headers=build_hf_headers(), follow_redirects=True, timeout=PATIENCE)
    hf_raise_for_status(answer)
    config = answer.json()
    if not isinstance(config, dict):
        raise ValueError("the configuration is no object")
    return config


def reason_of(error: Exception) -> Reason:
    """Tell apart the ways in which a hub fails to give something."""
    if isinstance(error, GatedRepoError):
        return "gated"
    if isinstance(error, RepositoryNotFoundError):
        return "unknown_repo"
    if isinstance(error, HfHubHTTPError):
        status = error.response.status_code
        if status in (401, 403):
            return "gated"
        return "hub_failed" if status >= 500 or status in (408, 429) else "wrong_hub"
    if isinstance(error, CLIENT_ERROR | ConnectionError):
        return "no_network"
    return "wrong_hub"
