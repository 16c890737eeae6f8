"""Two sentences, or one sentence read by two models, token under token."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, Literal, cast

from app.components import register
from app.components.wire import as_index, check_index, chosen

Role = Literal["query", "key"]
Picked = tuple[Role, int] | tuple[Literal["swap"], int, str]

LONGEST: Final = 200  # characters that may take a word's place

WORDS: Final = frozenset(
    {
        "lang", "label", "keys", "query", "key", "same", "replaced", "inserted", "deleted",
        "edit", "edit_hint", "edit_label", "special", "nothing",
    },
)  # fmt: skip

_mount = register(
    "alignment", "shared/dom", "shared/mount", "sentence/keys", "alignment/edit", "alignment/view"
)


@dataclass(frozen=True)
class Aligned:
    """Hold both rows, one entry per place; a place has no token, one, or the pieces of a word.

    ``words`` are what a click lets a reader type over, None where nothing can be typed over.
    """

    names: tuple[str, str]
    kinds: tuple[str, ...]
    before: tuple[tuple[str, ...], ...]
    after: tuple[tuple[str, ...], ...]
    special: tuple[bool, ...]
    words: tuple[str | None, ...]
    is_double: bool


def alignment(
    rows: Aligned, query: int, key_place: int, words: Mapping[str, str], *, key: str
) -> Picked | None:
    """Show the rows; give what was just chosen, once.

    A click in the first row chooses the query, with Shift or held down the key. A click in the
    second row opens the word there for typing another; Enter gives the place and the new word.
    """
    n_places = len(rows.kinds)
    check_index("query", query, n_places)
    check_index("key_place", key_place, n_places)
    fields = {name: list(getattr(rows, name)) for name in ("names", "kinds", "special", "words")}
    sides = {name: [list(pieces) for pieces in getattr(rows, name)] for name in ("before", "after")}
    place = {"query": query, "key": key_place, "is_double": rows.is_double, "longest": LONGEST}
    texts = {"texts": fields.pop("words"), "words": chosen(words, WORDS)}
    data = {**fields, **sides, **place, **texts}
    result = _mount(key=key, data=data, on_pick_change=lambda: None)
    return picked(result.get("pick"), rows)


def picked(value: object, rows: Aligned) -> Picked | None:
    """Give a choice that came from the browser, or None."""
    if not isinstance(value, list) or len(value) not in (2, 3):
        return None
    place = as_index(value[1], len(rows.kinds))
    if place is None:
        return None
    if value[0] in ("query", "key") and rows.before[place]:
        return cast("Role", value[0]), place
    word = value[-1]
    if value[0] == "swap" and rows.words[place] is not None and isinstance(word, str):
        return ("swap", place, word) if len(word) <= LONGEST else None
    return None
