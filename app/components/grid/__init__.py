"""All heads of a model as one picture: layer = row, head = column."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from app.components import register
from app.components.grid.marks import CHOICES, Marks
from app.components.wire import as_index, check_bytes, check_index, chosen, pack, token_line
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

SHAPE: Final = ("n_layers", "n_heads", "n_tokens", "side", "step")

_mount = register(
    "grid",
    "shared/dom", "shared/mount", "shared/canvas", "shared/colours",
    "grid/layout", "grid/marks", "grid/paint", "grid/readout", "grid/listen", "grid/view",
)  # fmt: skip


def grid(
    grid: HeadGrid,
    line: TokenLine,
    layer: int,
    head: int,
    query: int,
    key_token: int | None,
    words: Mapping[str, str],
    *,
    marks: Marks | None = None,
    on_choice: Callable[[str, str | None], None] | None = None,
    key: str,
) -> tuple[int, int] | None:
    """Show all heads, one ringed as open; give the layer and head of one just opened, once.

    Pointing reads a weight below the picture; a click or Enter opens. A finger's first tap reads,
    its second on the same head opens. `query` and `key_token` are the pair the arrow keys read.
    With `marks`, each head wears the sign of its pattern; what is chosen of them, a `filter` or a
    `sort`, is followed at once and told to `on_choice`.
    """
    check_bytes("cells", grid.cells, grid.n_layers * grid.n_heads * grid.side**2)
    place = {"layer": layer, "head": head, "query": query, "key_token": key_token}
    limits = (grid.n_layers, grid.n_heads, grid.n_tokens, grid.n_tokens)
    for (name, value), limit in zip(place.items(), limits, strict=True):
        check_index(name, value, limit)
    place["key"] = place.pop("key_token")
    shape = {name: getattr(grid, name) for name in SHAPE}
    shown = {"marks": None if marks is None else marks.message(grid), "words": chosen(words, WORDS)}
    data = pack({**shape, **place, **token_line(line, "labels"), **shown}, grid.cells)
    result = _mount(
        key=key,
        data=data,
        on_open_change=lambda: None,
        on_filter_change=lambda: None,
        on_sort_change=lambda: None,
    )
    if on_choice is not None:
        for field, value in choices(result):
            on_choice(field, value)
    return opened(result.get("open"), grid)


def choices(result: Mapping[str, object]) -> Iterator[tuple[str, str | None]]:
    """Yield the choices among the marks that came from the browser."""
    for field, known in CHOICES.items():
        value = result.get(field)
        if isinstance(value, str) and value in known:
            yield field, value or None


def opened(value: object, grid: HeadGrid) -> tuple[int, int] | None:
    """Give a choice of a head that came from the browser, or None."""
    if not isinstance(value, list) or len(value) != 2:
        return None
    layer, head = as_index(value[0], grid.n_layers), as_index(value[1], grid.n_heads)
    return None if layer is None or head is None else (layer, head)
