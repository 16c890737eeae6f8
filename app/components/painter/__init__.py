"""An empty map to paint on: cells that a head is then searched for."""

from collections.abc import Mapping, Sequence
from typing import Final

from app.components import register
from app.components.wire import chosen, token_line
from attention.views import TokenLine

WORDS: Final = frozenset({"lang", "label", "keys", "cell", "clear", "axes"})
MOST: Final = 24  # tokens: more cells would be too small to hit

_mount = register("painter", "shared/dom", "shared/mount", "painter/view")


def painter(
    line: TokenLine,
    painted: Sequence[tuple[int, int]],
    words: Mapping[str, str],
    *,
    causal: bool,
    key: str,
) -> tuple[tuple[int, int], ...] | None:
    """Show a square of cells, query by key; give all painted ones after a change, once.

    A press paints, a drag paints on, a press on a painted cell wipes. In a causal model what comes
    later can not be painted.
    """
    n_tokens = len(line.labels)
    data = {
        **token_line(line, "labels"),
        "painted": [list(cell) for cell in painted],
        "causal": causal,
        "words": chosen(words, WORDS),
    }
    value = _mount(key=key, data=data, on_paint_change=lambda: None).get("paint")
    return cells(value, n_tokens)


def cells(value: object, n_tokens: int) -> tuple[tuple[int, int], ...] | None:
    """Give cells that came from the browser, sorted, or None."""
    if not isinstance(value, list) or len(value) > n_tokens**2:
        return None
    inside = range(n_tokens)
    found = {
        (cell[0], cell[1])
        for cell in value
        if isinstance(cell, list) and len(cell) == 2
        if all(type(index) is int and index in inside for index in cell)
    }
    return tuple(sorted(found)) if len(found) == len(value) else None
