"""How the weights of all heads are made few enough to send: the largest of neighbouring cells."""

import numpy as np
from jaxtyping import UInt16

MASKED = 65535
MOST_EXACT = 64  # tokens; beyond, a cell of the grid is too small to point at
EXACT_BYTES = 600_000  # what all heads of a model may take to send as they are
POOLED_BYTES = 400_000  # what they may take once they are pooled


def pooling(n_heads: int, n_tokens: int) -> int:
    """Give how many tokens share one cell of the grid: 1 while the weights can be sent as they are.

    ``n_heads`` counts the heads of all layers. 72 heads are exact up to 64 tokens, 144 up to 45,
    270 up to 33; a longer sentence gets the finest cells that fit.

    >>> pooling(72, 64), pooling(72, 65), pooling(270, 33), pooling(270, 512)
    (1, 2, 1, 19)
    """
    cell = 2 * n_heads
    if n_tokens <= MOST_EXACT and cell * n_tokens**2 <= EXACT_BYTES:
        return 1
    step = 2
    while step < n_tokens and cell * (-(-n_tokens // step)) ** 2 > POOLED_BYTES:
        step += 1
    return step


def largest(cells: UInt16[np.ndarray, "..."], step: int, axis: int) -> UInt16[np.ndarray, "..."]:
    """Keep the largest of each ``step`` neighbours; masked only where all of them are."""
    low = np.where(cells == MASKED, -1, cells.astype(np.int32))
    starts = np.arange(0, cells.shape[axis], step)
    best = np.maximum.reduceat(low, starts, axis=axis)
    return np.where(best < 0, MASKED, best).astype(np.uint16)
