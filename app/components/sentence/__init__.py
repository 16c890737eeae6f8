"""The sentence as buttons: one token is the query, one the key, all carry their weight."""

from collections.abc import Callable, Mapping
from typing import Final, Literal, cast

from app.components import register
from app.components.wire import (
    as_index,
    check_bytes,
    check_index,
    chosen,
    pack,
    telling,
    token_line,
)
from attention.views import TokenLine

Role = Literal["query", "key"]

WORDS: Final = frozenset(
    {
        "lang",
        "label",
        "keys",
        "query",
        "key",
        "piece",
        "special",
        "unknown",
        "gets",
        "masked",
        "first_click",
        "touch",
        "second_click",
        "source",
        "target",
        "two_texts",
        "keys_two",
    },
)

_mount = register(
    "sentence",
    "shared/dom",
    "shared/mount",
    "shared/colours",
    "sentence/keys",
    "sentence/texts",
    "sentence/view",
)


def sentence(
    line: TokenLine,
    row: bytes,
    query: int,
    key_token: int | None,
    words: Mapping[str, str],
    *,
    on_pick: Callable[[Role, int], object],
    pairs: bool = False,
    key: str,
) -> None:
    """Show the tokens as buttons; `on_pick` is told the role and position of one that is chosen.

    `row` holds the open head's weights of `query` as uint16 thousandths, 65535 where it may not
    look; an empty one tells no weights, where they are still to be guessed. A click chooses the
    query; with Shift, or held down, it chooses the key. With `pairs`, a click chooses the query and
    the next one the key, and a line says which of them is awaited. Where tokens look at those of
    another text, both texts are shown: a click chooses a query in the one, a key in the other.
    """
    limits = len(line.labels), len(line.keys.labels)
    check_bytes("row", row, limits[1] if row else 0)
    check_index("query", query, limits[0])
    check_index("key_token", key_token, limits[1])
    shown = ("labels", "pieces", "special", "unknown")
    head = {
        **token_line(line, *shown),
        "others": None if line.others is None else token_line(line.others, *shown),
        "query": query,
        "key": key_token,
        "pairs": pairs,
        "words": chosen(words, WORDS),
    }
    tell = telling(key, "pick", lambda value: picked(value, *limits), on_pick)
    _mount(key=key, data=pack(head, row), on_pick_change=tell)


def picked(value: object, n_queries: int, n_keys: int) -> tuple[Role, int] | None:
    """Give a choice of a token that came from the browser, or None."""
    if not isinstance(value, list) or len(value) != 2 or value[0] not in ("query", "key"):
        return None
    index = as_index(value[1], n_queries if value[0] == "query" else n_keys)
    return None if index is None else (cast("Role", value[0]), index)
