"""An empty map to paint on: cells that a head is then searched for."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from app.components import register
from app.components.wire import alone, chosen, telling, token_line
from attention.views import TokenLine

WORDS: Final = frozenset({"lang", "label", "keys", "cell", "clear", "axes"})
MOST: Final = 24  # tokens: more cells would be too small to hit

Cells = tuple[tuple[int, int], ...]

_mount = register("painter", "shared/dom", "shared/mount", "painter/view")


def painter(
    line: TokenLine,
    painted: Sequence[tuple[int, int]],
    words: Mapping[str, str],
    *,
    causal: bool,
    on_paint: Callable[[Cells], object],
    key: str,
) -> None:
    """Show a map of cells, query by key; `on_paint` is told all painted ones after a change.

    A press paints, a drag paints on, a press on a painted cell wipes. In a causal model what comes
    later can not be painted.
    """
    limits = len(line.labels), len(line.keys.labels)
    data = {
        **token_line(line, "labels"),
        "key_labels": line.keys.labels,
        "painted": [list(cell) for cell in painted],
        "causal": causal,
        "words": chosen(words, WORDS),
    }
    tell = telling(key, "paint", lambda value: alone(cells(value, *limits)), on_paint)
    _mount(key=key, data=data, on_paint_change=tell)


def cells(value: object, n_queries: int, n_keys: int) -> Cells | None:
    """Give cells that came from the browser, sorted, or None."""
    if not isinstance(value, list) or len(value) > n_queries * n_keys:
        return None
    found = {
        (cell[0], cell[1])
        for cell in value
        if isinstance(cell, list) and len(cell) == 2
        if all(type(index) is int for index in cell)
        if cell[0] in range(n_queries) and cell[1] in range(n_keys)
    }
    return tuple(sorted(found)) if len(found) == len(value) else None
