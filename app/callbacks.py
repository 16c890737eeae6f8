"""What a click asks for.

A session keeps its callbacks until the page runs again, or for good if it never does. A function
written on a page would keep all that the page knows with it, a run of a model too; these know a
view, and what they are called with.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

from app import shell, state
from app.selection import Selection

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Tell = Callable[..., None]


def fields(selection: Selection, *names: str, **also: object) -> Tell:
    """Give a callback that sets these fields to what it is called with, and others to values."""

    def told(*values: object) -> None:
        state.change(selection, **dict(zip(names, values, strict=True)), **also)

    return told


def field(selection: Selection) -> Callable[[str, object], None]:
    """Give a callback that is called with the name of a field and its value."""

    def told(name: str, value: object) -> None:
        state.change(selection, **{name: value})

    return told


def read(selection: Selection, reader: Callable[..., Mapping[str, Any]]) -> Tell:
    """Give a callback that sets what a function reads from what it is called with."""

    def told(*values: object) -> None:
        state.change(selection, **reader(*values))

    return told


def leave(page: str, selection: Selection) -> "Callable[[DataclassInstance], None]":
    """Give a callback that goes to another page with some fields set."""

    def told(fields: "DataclassInstance") -> None:
        shell.leave(page, replace(selection, **asdict(fields)))

    return told
