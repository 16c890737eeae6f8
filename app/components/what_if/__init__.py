"""One head before and after a change: three maps, the row that moves, the last states."""

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Final

import numpy as np

from app.components import register
from app.components.wire import as_pair, check_index, chosen, pack, telling, token_line
from attention.views import TokenLine, thousandths
from attention.what_if_views import HeadChange

WORDS: Final = frozenset(
    {
        "lang", "label", "keys", "axes", "query_axis", "key_axis",
        "before", "after", "difference", "read", "barred", "row", "key",
        "all", "fewer", "entropy", "bits", "largest", "on", "on_other", "moved", "moved_note",
        "states", "states_note", "token", "cosine", "length_before", "length_after",
    },
)  # fmt: skip

_mount = register(
    "what_if",
    "shared/dom", "shared/mount", "shared/canvas", "shared/colours", "shared/combs",
    "shared/signed", "what_if/layout", "what_if/paint", "what_if/rows", "what_if/meters",
    "what_if/pointing", "what_if/view",
)  # fmt: skip


def what_if(
    view: HeadChange,
    line: TokenLine,
    key_token: int,
    blocked: frozenset[int],
    stamp: str,
    words: Mapping[str, str],
    *,
    on_pick: Callable[[int, int], object],
    key: str,
) -> None:
    """Show one head before and after; `on_pick` is told the query and key of a chosen cell.

    ``stamp`` names the change; the root carries it as soon as everything is drawn.
    """
    n_tokens = len(line.labels)
    check_index("key_token", key_token, n_tokens)
    head = {
        **token_line(line, "labels", "special"),
        "query": view.query,
        "sent_query": view.query,
        "key": key_token,
        "blocked": [index in blocked for index in range(n_tokens)],
        "facts": asdict(view.row),
        "stamp": stamp,
        "words": chosen(words, WORDS),
    }
    tell = telling(key, "pick", lambda value: as_pair(value, n_tokens), on_pick)
    _mount(key=key, data=pack(head, body(view)), on_pick_change=tell)


def body(view: HeadChange) -> bytes:
    """Give the rows and the last states as float32, then the maps as thousandths."""
    rows = (view.before[view.query], view.after[view.query])
    states = (view.cosines, view.lengths_before, view.lengths_after)
    floats = [np.ascontiguousarray(array, dtype="<f4").tobytes() for array in (*rows, *states)]
    maps = [
        thousandths(view.before, view.barred_before).astype("<u2").tobytes(),
        thousandths(view.after, view.barred_after).astype("<u2").tobytes(),
        np.rint(1000 * view.difference.astype(np.float64)).astype("<i2").tobytes(),
    ]
    return b"".join(floats + maps)
