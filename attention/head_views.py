"""View data of a whole layer: what its heads hand over, and what W_O makes of it.

Everything is cut out of one run. The contributions are the model's own numbers times its own
matrix; their sum is held against what the model's own output layer gives for the same heads.
"""

from dataclasses import dataclass

import numpy as np
import torch
from einops import rearrange
from jaxtyping import Bool, Float, Float32
from torch import Tensor

from attention.core import per_query_head
from attention.trace import Trace

STRIPE = (16, 48)  # cells of a stripe of W_O: rows, columns
FAIR = 0.995  # share of the cells that the colours of the stripes tell apart
ROUNDING = 1e-5  # of the largest number: what float32 may lose in a sum of a thousand products


@dataclass(frozen=True, eq=False)
class Stripes:
    """Hold W_O as a picture: one stripe of rows for each head.

    Attributes:
        cells: the number of largest size in each block of ``rows`` by ``columns``, with its sign.
        rows: how many rows of W_O a cell stands for; ``columns`` likewise.
        scale: the size at which a cell takes full colour, the same for every head.
    """

    cells: Float32[np.ndarray, "head row column"]
    rows: int
    columns: int
    scale: float


@dataclass(frozen=True)
class Unmixed:
    """Say how far the model's output is from the heads' outputs merely set side by side.

    ``cosine`` is that of the angle between the two; 0 where one of them has no length.
    """

    cosine: float
    length: float
    own_length: float


@dataclass(frozen=True, eq=False)
class ManyHeads:
    """Hold what all heads of one layer do for one query.

    Attributes:
        z: each head's output, weights · v. Side by side they are the concat.
        contributions: z of a head times its rows of W_O.
        lengths: the length of each contribution.
        bias: b_o, None where the model has none.
        own: what the model's own output layer gives for this query.
        error: greatest difference between contributions + bias and ``own``.
        agrees: that difference is rounding.
        unmixed: the concat beside ``own``, as if W_O were the identity; None where their sizes
            differ, so that nothing of the kind could be.
        weights: this query's row of every head.
        value_lengths: the length of v · W_O of every key, before its weight.
        masked: the keys this query may not look at.
    """

    layer: int
    query: int
    n_kv_heads: int
    z: Float32[np.ndarray, "head d_v"]
    stripes: Stripes
    contributions: Float32[np.ndarray, "head d_out"]
    lengths: Float32[np.ndarray, " head"]
    bias: Float32[np.ndarray, " d_out"] | None
    own: Float32[np.ndarray, " d_out"]
    error: float
    agrees: bool
    unmixed: Unmixed | None
    weights: Float32[np.ndarray, "head key"]
    value_lengths: Float32[np.ndarray, "head key"]
    masked: Bool[np.ndarray, " key"]

    @property
    def n_heads(self) -> int:
        """Return the number of query heads."""
        return len(self.z)


def has_output_projection(trace: Trace, layer: int) -> bool:
    """Tell whether W_O of a layer is known; without it nothing here can be shown."""
    return trace.projection(layer).W_o is not None


def many_heads(trace: Trace, layer: int, query: int) -> ManyHeads:
    """Give what all heads of a layer do for one query.

    Raises:
        ValueError: the layer's output projection is not known.
    """
    # Of all rows at once: one row alone would be added up in another order, and end otherwise.
    contributions = trace.contributions(layer)[:, query].numpy()
    z = trace.call(layer).output[0, :, query]
    bias = trace.projection(layer).b_o
    own = attention_output(trace, layer)[query].numpy()
    total = contributions.astype(np.float64).sum(axis=0)
    total = total if bias is None else total + bias.numpy()
    error = float(np.abs(total - own).max())
    allowed = trace.mask(layer)
    return ManyHeads(
        layer=layer,
        query=query,
        n_kv_heads=trace.call(layer).k.shape[1],
        z=z.numpy(),
        stripes=stripes(by_head(trace, layer).numpy()),
        contributions=contributions,
        lengths=lengths(contributions),
        bias=None if bias is None else bias.detach().numpy(),
        own=own,
        error=error,
        agrees=error <= ROUNDING * float(np.abs(contributions).max()),
        unmixed=unmixed(z.numpy(), own),
        weights=trace.weights(layer)[:, query].numpy(),
        value_lengths=value_lengths(trace, layer),
        masked=(
            np.zeros(len(trace.keys), dtype=bool) if allowed is None else ~allowed[query].numpy()
        ),
    )


def unmixed(
    z: Float32[np.ndarray, "head d_v"], own: Float32[np.ndarray, " d_out"]
) -> Unmixed | None:
    """Hold the concat against the model's own output.

    >>> unmixed(np.float32([[3, 0], [0, 0]]), np.float32([0, 4, 0, 0]))
    Unmixed(cosine=0.0, length=3.0, own_length=4.0)
    >>> unmixed(np.float32([[3, 0]]), np.float32([1, 2, 3])) is None
    True
    """
    concat, total = z.reshape(-1).astype(np.float64), own.astype(np.float64)
    if concat.shape != total.shape:
        return None
    length, own_length = float(np.linalg.norm(concat)), float(np.linalg.norm(total))
    cosine = float(concat @ total) / (length * own_length or 1.0)
    return Unmixed(cosine, length, own_length)


def by_head(trace: Trace, layer: int) -> Float[Tensor, "head d_v d_out"]:
    """Give W_O cut into the rows that belong to each head."""
    stripes = trace.projection(layer).by_head(trace.n_heads)
    if stripes is None:
        raise ValueError(f"the output projection of layer {layer} was not found")
    return stripes


def attention_output(trace: Trace, layer: int) -> Float[Tensor, "query d_out"]:
    """Give what the model's own output layer makes of the heads: before residual and norm."""
    layer_o = trace.model.sources[trace.position(layer)].o
    if layer_o is None:
        raise ValueError(f"the output projection of layer {layer} was not found")
    concat = rearrange(trace.call(layer).output, "1 head query d_v -> 1 query (head d_v)")
    with torch.inference_mode():
        return layer_o(concat)[0]


def value_lengths(trace: Trace, layer: int) -> Float32[np.ndarray, "head key"]:
    """Give the length of v · W_O for every head and key: what a weight of 1 would hand over."""
    call = trace.call(layer)
    with torch.inference_mode():
        handed = per_query_head(call.v, call.q)[0] @ by_head(trace, layer)
    return lengths(handed.numpy())


def lengths(vectors: Float32[np.ndarray, "*axes width"]) -> Float32[np.ndarray, "*axes"]:
    """Give the length of each vector, summed up more finely than it is stored."""
    return np.sqrt((vectors.astype(np.float64) ** 2).sum(axis=-1)).astype(np.float32)


def stripes(W_o: Float32[np.ndarray, "head d_v d_out"]) -> Stripes:
    """Give W_O small enough to send: of each block the number of largest size, with its sign.

    >>> picture = stripes(np.float32([[[1, -3], [2, 0]]]))
    >>> picture.cells.tolist(), picture.rows, picture.columns
    ([[[1.0, -3.0], [2.0, 0.0]]], 1, 1)
    """
    rows, columns = (-(-n // cells) for n, cells in zip(W_o.shape[1:], STRIPE, strict=True))
    largest, smallest = W_o, W_o
    for axis, step in ((1, rows), (2, columns)):
        starts = np.arange(0, W_o.shape[axis], step)
        largest = np.maximum.reduceat(largest, starts, axis=axis)
        smallest = np.minimum.reduceat(smallest, starts, axis=axis)
    cells = np.where(largest >= -smallest, largest, smallest)
    return Stripes(cells, rows, columns, float(np.quantile(np.abs(cells), FAIR)))
