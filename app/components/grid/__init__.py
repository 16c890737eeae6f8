"""All heads of a model as one picture: layer = row, head = column."""

from collections.abc import Mapping
from typing import Final

from app.components import register
from app.components.wire import as_index, check_bytes, check_index, chosen, pack, token_line
from attention.views import HeadGrid, TokenLine

WORDS: Final = frozenset(
    {
        "lang", "title", "axes", "idle", "idle_touch", "keys", "name", "gives", "gives_most",
        "masked", "range", "scale", "may_not_look", "pooled", "table", "layer", "head", "weight",
    },
)  # fmt: skip

SHAPE: Final = ("n_layers", "n_heads", "n_tokens", "side", "step")

_mount = register(
    "grid",
    "shared/dom", "shared/mount", "shared/canvas", "shared/colours",
    "grid/layout", "grid/paint", "grid/readout", "grid/view",
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
    key: str,
) -> tuple[int, int] | None:
    """Show all heads, one ringed as open; give the layer and head of one just opened, once.

    Pointing reads a weight below the picture; a click or Enter opens. A finger's first tap reads,
    its second on the same head opens. `query` and `key_token` are the pair the arrow keys read.
    """
    check_bytes("cells", grid.cells, grid.n_layers * grid.n_heads * grid.side**2)
    for name, value, limit in (
        ("layer", layer, grid.n_layers),
        ("head", head, grid.n_heads),
        ("query", query, grid.n_tokens),
        ("key_token", key_token, grid.n_tokens),
    ):
        check_index(name, value, limit)
    shape = {name: getattr(grid, name) for name in SHAPE}
    place = {"layer": layer, "head": head, "query": query, "key": key_token}
    data = pack(
        {**shape, **place, **token_line(line, "labels"), "words": chosen(words, WORDS)}, grid.cells
    )
    result = _mount(key=key, data=data, on_open_change=lambda: None)
    return opened(result.get("open"), grid)


def opened(value: object, grid: HeadGrid) -> tuple[int, int] | None:
    """Give a choice of a head that came from the browser, or None."""
    if not isinstance(value, list) or len(value) != 2:
        return None
    layer, head = as_index(value[0], grid.n_layers), as_index(value[1], grid.n_heads)
    return None if layer is None or head is None else (layer, head)
