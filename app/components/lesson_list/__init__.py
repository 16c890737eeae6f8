"""The prepared links of a lesson: rename, reorder, open, take out."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, Literal

from app.components import register
from app.components.wire import as_index, chosen, pack, telling

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
    on_do: Callable[[Deed, int, str | int], object],
    key: str,
) -> None:
    """Show the list; tell `on_do` what was done to it: the deed, the link's index, its value.

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
    n_links = len(names)
    _mount(
        key=key,
        data=pack(head),
        on_do_change=telling(key, "do", lambda value: done(value, n_links, max_chars), on_do),
    )


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
