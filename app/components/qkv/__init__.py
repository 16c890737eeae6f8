"""Where q, k or v comes from: x · W + b as pictures, one head cut out, one number taken apart."""

from collections.abc import Mapping
from typing import Final, Literal

from app.components import register
from app.components.qkv.message import message
from app.components.wire import as_index, check_index, chosen
from attention.projection_views import ProjectionView
from attention.views import TokenLine

Picked = tuple[Literal["cell"], int, int] | tuple[Literal["head"], int]

WORDS: Final = frozenset(
    {
        "after_normed", "after_rotated", "after_scaled", "before", "cell", "cell_lead",
        "check", "check_projected", "coarse", "cut", "earlier", "full", "idle", "in_order",
        "indirect", "inputs", "keys", "lang", "largest_first", "later", "lead_k", "lead_q",
        "lead_v", "learned", "no_bias", "not_found", "number", "open", "other_head", "own",
        "plate", "pooled", "product", "products", "query_head", "read_cell", "read_w",
        "read_x", "row_before", "row_own", "rows", "scale", "shapes", "shapes_plain",
        "shared", "shared_part", "signs", "sum", "sum_all", "sum_page", "table", "turn",
        "turn_dial", "turn_error", "turn_factor", "turn_halves", "turn_here", "turn_lead",
        "turn_neighbours", "turn_still", "turned", "w_column", "waiting", "wide", "window",
        "x_row", "zeros",
    },
)  # fmt: skip

_mount = register(
    "qkv",
    "shared/dom", "shared/mount", "shared/canvas", "shared/colours", "shared/signed",
    "shared/combs", "qkv/numbers", "qkv/paint", "qkv/product", "qkv/pointing", "qkv/cut",
    "qkv/cell", "qkv/table", "qkv/turn", "qkv/shared", "qkv/actions", "qkv/view",
)  # fmt: skip


def qkv(
    view: ProjectionView,
    line: TokenLine,
    token: int,
    dim: int,
    words: Mapping[str, str],
    *,
    n_heads: int,
    is_four_bit: bool = False,
    key: str,
) -> Picked | None:
    """Show a projection with one number open; give the number or the head just chosen, once.

    Pointing and the arrow keys read and open numbers in the browser; what was opened last comes
    back as ("cell", token, dim). A click on other columns of the wide matrix gives ("head", head).
    """
    n_tokens = len(line.labels)
    check_index("token", token, n_tokens)
    check_index("dim", dim, view.d_head)
    body = message(view, line, token, dim, n_heads)
    data = body.packed({"words": chosen(words, WORDS), "is_four_bit": is_four_bit})
    result = _mount(key=key, data=data, on_pick_change=lambda: None)
    return picked(result.get("pick"), n_tokens, view.d_head, n_heads)


def picked(value: object, n_tokens: int, d_head: int, n_heads: int) -> Picked | None:
    """Give a choice that came from the browser, or None."""
    if not isinstance(value, list) or not value:
        return None
    if value[0] == "head" and len(value) == 2:
        head = as_index(value[1], n_heads)
        return None if head is None else ("head", head)
    if value[0] == "cell" and len(value) == 3:
        token, dim = as_index(value[1], n_tokens), as_index(value[2], d_head)
        return None if token is None or dim is None else ("cell", token, dim)
    return None
