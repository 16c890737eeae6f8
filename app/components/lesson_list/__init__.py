"""The prepared links of a lesson: rename, reorder, open, take out."""

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from app.components import register
from app.components.wire import as_index, chosen, pack

WORDS: Final = frozenset(
    {"lang", "label", "name", "up", "down", "open", "remove", "moved", "removed"},
)

Deed = Literal["rename", "move", "open", "remove"]
DEEDS: Final[tuple[Deed, ...]] = ("rename", "move", "open", "remove")

_mount = register("lesson_list", "shared/dom", "shared/mount", "lesson_list/view")


def lesson_list(
    names: Sequence[str],
    about: Sequence[str],
    words: Mapping[str, str],
    *,
    max_chars: int,
    key: str,
) -> tuple[Deed, int, str | int] | None:
    """Show the list; give what was just done to it, once: the deed, the link's index, its value.

    The value is a new name, or how far a link goes; 0 otherwise. `about` says what each one opens.
    """
    if len(names) != len(about):
        raise ValueError(f"each of {len(names)} links has a description, not {len(about)} of them")
    head = {
        "names": list(names),
        "about": list(about),
        "max_chars": max_chars,
        "words": chosen(words, WORDS),
    }
    result = _mount(key=key, data=pack(head), on_do_change=lambda: None)
    return done(result.get("do"), len(names), max_chars)


def done(value: object, n_links: int, max_chars: int) -> tuple[Deed, int, str | int] | None:
    """Give a deed that came from the browser, or None."""
    if not isinstance(value, list) or len(value) != 3:
        return None
    name, index, how = value
    place = as_index(index, n_links)
    deed: Deed | None = next((deed for deed in DEEDS if deed == name), None)
    if place is None or deed is None:
        return None
    if deed == "rename":
        return (deed, place, how) if isinstance(how, str) and len(how) <= max_chars else None
    if deed == "move":
        return (deed, place, how) if how in (-1, 1) and not isinstance(how, bool) else None
    return deed, place, 0
