"""All heads of a model as one picture: layer = row, head = column."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from app.components import register
from app.components.grid.marks import CHOICES, Marks
from app.components.wire import as_pair, check_bytes, check_index, chosen, pack, telling, token_line
from attention.patterns import NAMES
from attention.views import HeadGrid, TokenLine

WORDS: Final = frozenset(
    {
        "lang", "title", "axes", "idle", "idle_touch", "keys", "name", "gives", "gives_most",
        "masked", "range", "scale", "may_not_look", "pooled", "table", "layer", "head", "weight",
        "pattern", "pattern_none", "all", "filter", "order", "order_layer", "order_pattern",
        "order_entropy", "order_distance", "order_special", "sorted", "value_entropy",
        "value_distance", "value_special",
        *(f"pattern_{name}" for name in NAMES), *(f"about_{name}" for name in (*NAMES, "none")),
    },
)  # fmt: skip

SHAPE: Final = ("n_layers", "n_heads", "n_queries", "n_keys", "rows", "columns", "step")

SCRIPTS: Final = (
    "shared/dom", "shared/mount", "shared/canvas", "shared/colours",
    "grid/layout", "grid/marks", "grid/paint", "grid/readout", "grid/listen", "grid/view",
)  # fmt: skip

_mount = register("grid", *SCRIPTS)


def grid(
    grid: HeadGrid,
    line: TokenLine,
    layer: int,
    head: int,
    query: int,
    key_token: int | None,
    words: Mapping[str, str],
    *,
    on_open: Callable[[int, int], object],
    marks: Marks | None = None,
    on_choice: Callable[[str, str | None], object] | None = None,
    key: str,
) -> None:
    """Show all heads, one ringed as open; `on_open` is told the layer and head of one to open.

    Pointing reads a weight below the picture; a click or Enter opens. A finger's first tap reads,
    its second on the same head opens. `query` and `key_token` are the pair the arrow keys read.
    With `marks`, each head wears the sign of its pattern; what is chosen of them, a `filter` or a
    `sort`, is followed at once and told to `on_choice`.
    """
    data = message(grid, line, layer, head, query, key_token, words, marks)
    n_layers, n_heads = grid.n_layers, grid.n_heads
    opened = telling(key, "open", lambda value: as_pair(value, n_layers, n_heads), on_open)
    _mount(
        key=key,
        data=data,
        on_open_change=opened,
        on_filter_change=telling(key, "filter", partial(choice, "filter"), on_choice),
        on_sort_change=telling(key, "sort", partial(choice, "sort"), on_choice),
    )


def message(
    grid: HeadGrid,
    line: TokenLine,
    layer: int,
    head: int,
    query: int,
    key_token: int | None,
    words: Mapping[str, str],
    marks: Marks | None = None,
) -> bytes:
    """Give what the browser draws the grid from."""
    check_bytes("cells", grid.cells, grid.n_layers * grid.n_heads * grid.rows * grid.columns)
    place = {"layer": layer, "head": head, "query": query, "key_token": key_token}
    limits = (grid.n_layers, grid.n_heads, grid.n_queries, grid.n_keys)
    for (name, value), limit in zip(place.items(), limits, strict=True):
        check_index(name, value, limit)
    place["key"] = place.pop("key_token")
    shape = {name: getattr(grid, name) for name in SHAPE}
    shown = {"marks": None if marks is None else marks.message(grid), "words": chosen(words, WORDS)}
    labels = {**token_line(line, "labels"), "key_labels": line.keys.labels}
    return pack({**shape, **place, **labels, **shown}, grid.cells)


def choice(field: str, value: object) -> tuple[str, str | None] | None:
    """Give a choice among the marks that came from the browser, or None."""
    if not isinstance(value, str) or value not in CHOICES[field]:
        return None
    return field, value or None
