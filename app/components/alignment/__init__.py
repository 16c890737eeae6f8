"""Two sentences, or one sentence read by two models, token under token."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Literal, cast

from app.components import register
from app.components.wire import as_index, check_index, chosen, telling

Role = Literal["query", "key"]

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
    rows: Aligned,
    query: int,
    key_place: int,
    words: Mapping[str, str],
    *,
    on_pick: Callable[[Role, int], object],
    on_swap: Callable[[int, str], object],
    key: str,
) -> None:
    """Show the rows.

    A click in the first row chooses the query, with Shift or held down the key: `on_pick` is told
    which, and the place. A click in the second row opens the word there for typing another; with
    Enter `on_swap` is told the place and the new word.
    """
    n_places = len(rows.kinds)
    check_index("query", query, n_places)
    check_index("key_place", key_place, n_places)
    fields = {name: list(getattr(rows, name)) for name in ("names", "kinds", "special", "words")}
    sides = {name: [list(pieces) for pieces in getattr(rows, name)] for name in ("before", "after")}
    place = {"query": query, "key": key_place, "is_double": rows.is_double, "longest": LONGEST}
    texts = {"texts": fields.pop("words"), "words": chosen(words, WORDS)}
    data = {**fields, **sides, **place, **texts}
    _mount(
        key=key,
        data=data,
        on_pick_change=telling(key, "pick", lambda value: picked(value, rows), on_pick),
        on_swap_change=telling(key, "swap", lambda value: swapped(value, rows), on_swap),
    )


def picked(value: object, rows: Aligned) -> tuple[Role, int] | None:
    """Give a choice of a token that came from the browser, or None."""
    if not isinstance(value, list) or len(value) != 2 or value[0] not in ("query", "key"):
        return None
    place = as_index(value[1], len(rows.kinds))
    return None if place is None or not rows.before[place] else (cast("Role", value[0]), place)


def swapped(value: object, rows: Aligned) -> tuple[int, str] | None:
    """Give another word for a place that came from the browser, or None."""
    if not isinstance(value, list) or len(value) != 2 or not isinstance(value[1], str):
        return None
    place, word = as_index(value[0], len(rows.kinds)), value[1]
    if place is None or rows.words[place] is None or len(word) > LONGEST:
        return None
    return place, word
