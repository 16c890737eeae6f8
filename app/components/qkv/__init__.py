"""Where q, k or v comes from: x · W + b as pictures, one head cut out, one number taken apart."""

from collections.abc import Callable, Mapping
from typing import Final

from app.components import register
from app.components.qkv.message import message
from app.components.wire import alone, as_index, as_pair, check_index, chosen, telling
from attention.projection_views import ProjectionView
from attention.views import TokenLine

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
        "x_row", "zeros", "lead_k_across", "lead_v_across", "inputs_across",
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
    on_cell: Callable[[int, int], object],
    on_head: Callable[[int], object],
    is_four_bit: bool = False,
    key: str,
) -> None:
    """Show a projection with one number open.

    Pointing and the arrow keys read and open numbers in the browser; `on_cell` is told the token
    and the dimension of what was opened last, `on_head` the head whose columns of the wide matrix
    are clicked.
    """
    n_tokens = len(line.labels)
    check_index("token", token, n_tokens)
    check_index("dim", dim, view.d_head)
    body = message(view, line, token, dim, n_heads)
    data = body.packed({"words": chosen(words, WORDS), "is_four_bit": is_four_bit})
    d_head = view.d_head
    _mount(
        key=key,
        data=data,
        on_cell_change=telling(key, "cell", lambda to: as_pair(to, n_tokens, d_head), on_cell),
        on_head_change=telling(key, "head", lambda to: alone(as_index(to, n_heads)), on_head),
    )
