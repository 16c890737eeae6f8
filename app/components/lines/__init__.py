"""One head as lines between two columns of tokens: query on the left, key on the right."""

from collections.abc import Callable, Mapping
from typing import Final, Literal

from app.components import register
from app.components.sentence import Role, picked
from app.components.wire import check_bytes, check_index, chosen, pack, telling, token_line
from attention.views import TokenLine

Special = Literal["show", "hide", "rescale"]

WORDS: Final = frozenset(
    {
        "lang", "label", "keys", "query", "key", "weight", "rescaled", "hidden", "idle",
        "gives", "gives_rescaled", "masked", "row",
    },
)  # fmt: skip

SCRIPTS: Final = (
    "shared/dom", "shared/mount", "shared/canvas", "shared/colours",
    "lines/layout", "lines/paint", "lines/labels", "lines/view",
)  # fmt: skip

_mount = register("lines", *SCRIPTS)


def lines(
    weights: bytes,
    line: TokenLine,
    query: int,
    key_token: int | None,
    special: Special,
    words: Mapping[str, str],
    *,
    on_pick: Callable[[Role, int], object],
    shown: bytes = b"",
    key: str,
) -> None:
    """Show one head as lines; `on_pick` is told the role and position of a token that is chosen.

    `weights` are the model's own as uint16 thousandths (query, key), 65535 where a query may not
    look. With `special` "rescale", or where pairs are left out, the picture shows `shown` instead,
    in the same form, while the sentence below keeps the model's own number.
    """
    n_queries, n_keys = len(line.labels), len(line.keys.labels)
    data = message(weights, line, query, key_token, special, words, shown)
    tell = telling(key, "pick", lambda value: picked(value, n_queries, n_keys), on_pick)
    _mount(key=key, data=data, on_pick_change=tell)


def message(
    weights: bytes,
    line: TokenLine,
    query: int,
    key_token: int | None,
    special: Special,
    words: Mapping[str, str],
    shown: bytes = b"",
) -> bytes:
    """Give what the browser draws the lines from."""
    n_queries, n_keys = len(line.labels), len(line.keys.labels)
    n_pairs = n_queries * n_keys
    check_bytes("weights", weights, n_pairs)
    check_bytes("shown", shown, n_pairs if shown or special == "rescale" else 0)
    check_index("query", query, n_queries)
    check_index("key_token", key_token, n_keys)
    head = {
        **token_line(line, "labels", "special"),
        "keys": token_line(line.keys, "labels", "special"),
        "query": query,
        "key": key_token,
        "mode": special,
        "words": chosen(words, WORDS),
    }
    return pack(head, weights + shown)
