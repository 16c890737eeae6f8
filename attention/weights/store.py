"""Where the models' folders are, and whether they are whole."""

import hashlib
import os
import shutil
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from platformdirs import user_cache_path

from attention.weights.catalogue import Entry, entry
from attention.weights.json_file import read_json, write_json

MARKER = "attention-microscope.json"
CONVERTER = 1  # raise it when a converter writes something else, and folders are made anew

Origin = Literal["wheel", "hub"]


@dataclass(frozen=True)
class Marker:
    """Say, inside a finished folder, what it was made from and which files it must hold.

    Attributes:
        files: the size of each file, which is looked at often.
        hashes: the SHA-256 of each, which is looked at when the model is loaded; folders of before
            have none.
    """

    source: Origin
    converter: int
    origin: str
    sha256: str | None
    files: dict[str, int]
    hashes: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Info:
    """Tell what a person wants to know about a model's weights."""

    id: str
    name: str
    licence: str
    wheel_bytes: int
    folder_bytes: int
    source: Origin | None
    hub_id: str
    is_four_bit: bool


def home() -> Path:
    """Return ``$ATTENTION_HOME``, else the user's cache folder for this app."""
    place = os.environ.get("ATTENTION_HOME")
    return (
        Path(place).expanduser()
        if place
        else user_cache_path("attention-microscope", appauthor=False)
    )


def folder(model_id: str) -> Path:
    """Return the folder of a model that comes with the microscope, there or not."""
    return home() / "models" / entry(model_id).id


def is_ready(model_id: str) -> bool:
    """Tell whether the model's folder is whole."""
    return marker_of(entry(model_id), folder(model_id)) is not None


def info(model_id: str) -> Info:
    """Return name, licence and sizes; the source is None while the model is not set up."""
    found = entry(model_id)
    marker = marker_of(found, folder(model_id))
    return Info(
        id=found.id,
        name=found.name,
        licence=found.licence,
        wheel_bytes=found.wheel_bytes,
        folder_bytes=sum(marker.files.values()) if marker else found.folder_bytes,
        source=marker.source if marker else None,
        hub_id=found.hub_id,
        is_four_bit=marker is not None and marker.source == "wheel" and found.is_packed,
    )


def marker_of(found: Entry, place: Path) -> Marker | None:
    """Return the folder's marker, or None where the folder is partial, broken or outdated."""
    marker = whole(place)
    if marker is None or marker.source == "hub":
        return marker
    return marker if (marker.sha256, marker.converter) == (found.sha256, CONVERTER) else None


def whole(place: Path) -> Marker | None:
    """Return the marker of a folder that holds all its files in full size, else None."""
    try:
        marker = Marker(**read_json(place / MARKER))
        full = all((place / name).stat().st_size == n for name, n in marker.files.items())
    except (OSError, ValueError, TypeError, AttributeError):
        return None
    return marker if full and marker.files else None


def damaged(place: Path) -> list[str]:
    """Return the files of a marked folder that are no longer what they were when it was made.

    A bit that has turned leaves a file its size. Reading half a gigabyte takes about a second,
    so this is asked when a model is loaded and not before.
    """
    try:
        hashes = Marker(**read_json(place / MARKER)).hashes
    except (OSError, ValueError, TypeError):
        return []
    return [name for name, wanted in hashes.items() if sha256_of(place / name) != wanted]


def sha256_of(path: Path) -> str:
    """Return the SHA-256 of a file, in hexadecimal."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def mark(
    place: Path,
    source: Origin,
    origin: str,
    sha256: str | None,
    known: Mapping[str, str] = MappingProxyType({}),
) -> None:
    """Write the marker: the last thing done to a folder before it is moved into place.

    ``known``: the SHA-256 of files that have just been read for it.
    """
    files = {path.name: path.stat().st_size for path in sorted(place.iterdir())}
    hashes = {name: known.get(name) or sha256_of(place / name) for name in files}
    write_json(place / MARKER, asdict(Marker(source, CONVERTER, origin, sha256, files, hashes)))
    # The safetensors writer leaves files to their owner alone; a container runs as someone else.
    mode = (place / MARKER).stat().st_mode
    for name in files:
        (place / name).chmod(mode)


def put(made: Path, target: Path) -> Path:
    """Move a finished folder into its place, on the same disk, and return it.

    An old one steps aside first and is dropped last; where the move fails, it comes back.
    """
    old = target.with_name(f".{target.name}.old")
    shutil.rmtree(old, ignore_errors=True)
    if target.exists():
        target.replace(old)
    try:
        made.replace(target)
    except OSError:
        if old.exists():
            old.replace(target)
        raise
    shutil.rmtree(old, ignore_errors=True)
    return target
