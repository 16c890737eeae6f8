"""The models that come with the microscope, as ``assets/weights.toml`` lists them."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from attention.errors import UnknownModel

FILE = Path(__file__).parents[2] / "assets" / "weights.toml"

Format = Literal["folder", "e5s1", "gguf"]


@dataclass(frozen=True)
class Entry:
    """Say where one model's weights are found, what they must be and how large they get."""

    id: str
    name: str
    package: str
    version: str
    file: str
    sha256: str
    member: str
    format: Format
    licence: str
    wheel_licence: str
    hub_id: str
    wheel_bytes: int
    member_bytes: int
    folder_bytes: int
    platform: str | None = None

    @property
    def is_packed(self) -> bool:
        """Tell whether the wheel holds matrices as blocks of 4-bit numbers."""
        return self.format != "folder"

    @property
    def space_bytes(self) -> int:
        """Return the room on the disk that setting up needs at its peak."""
        return self.wheel_bytes + self.member_bytes + self.folder_bytes


@cache
def entries() -> Mapping[str, Entry]:
    """Return the entries by id, in the order of the file."""
    tables = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return MappingProxyType({id: Entry(id=id, **table) for id, table in tables.items()})


def entry(model_id: str) -> Entry:
    """Return one entry.

    Raises:
        UnknownModel: No model of that id comes with the microscope.
    """
    if model_id not in entries():
        raise UnknownModel(model_id)
    return entries()[model_id]
