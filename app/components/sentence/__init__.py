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
    },
)

_mount = register(
    "sentence", "shared/dom", "shared/mount", "shared/colours", "sentence/keys", "sentence/view"
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
    the next one the key, and a line says which of them is awaited.
    """
    n_tokens = len(line.labels)
    check_bytes("row", row, n_tokens if row else 0)
    check_index("query", query, n_tokens)
    check_index("key_token", key_token, n_tokens)
    head = {
        **token_line(line, "labels", "pieces", "special", "unknown"),
        "query": query,
        "key": key_token,
        "pairs": pairs,
        "words": chosen(words, WORDS),
    }
    tell = telling(key, "pick", lambda value: picked(value, n_tokens), on_pick)
    _mount(key=key, data=pack(head, row), on_pick_change=tell)


def picked(value: object, n_tokens: int) -> tuple[Role, int] | None:
    """Give a choice of a token that came from the browser, or None."""
    if not isinstance(value, list) or len(value) != 2 or value[0] not in ("query", "key"):
        return None
    index = as_index(value[1], n_tokens)
    return None if index is None else (cast("Role", value[0]), index)
