"""View data of one projection: x · W + b, the columns of one head in it, and what becomes of them.

Where a model turns q and k by their position (RoPE), the angles are read off the values before and
after: no formula of the rotation is assumed beyond "pairs of dimensions turn".
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np
import torch
from einops import rearrange
from jaxtyping import Float, Float32, Int
from torch import Tensor

from attention.projections import matrix
from attention.recording import Call
from attention.sources import Relation, Source, rows, same
from attention.trace import Trace, check

Name = Literal["q", "k", "v"]
Hidden = Literal["not_found", "indirect"]
Layout = Literal["halves", "neighbours"]

NAMES: tuple[Name, ...] = ("q", "k", "v")
TOLERANCE = 1e-4  # relative; a turn computed in another order differs by some 1e-7


@dataclass(frozen=True, eq=False)
class Turn:
    """Hold the rotation between a projection and what attention reads.

    Attributes:
        layout: which dimensions turn together: i with i + d/2 (halves), or 2i with 2i + 1.
        pairs: the two dimensions of each pair; the rest stays as it is.
        angles: in radians, −π … π, by position and pair; the same in every head.
        error: greatest difference between the turned values and the model's own.
    """

    layout: Layout
    pairs: Int[np.ndarray, "pair 2"]
    angles: Float[np.ndarray, "token pair"]
    error: float


@dataclass(frozen=True, eq=False)
class Factors:
    """Hold the numbers of x · W + b = wide, whole: all tokens, all heads.

    ``wide`` is the model's own where attention reads exactly this; else it is computed from x.
    """

    x: Float32[np.ndarray, "token d_model"]
    W: Float32[np.ndarray, "d_model width"]
    b: Float32[np.ndarray, " width"] | None
    wide: Float32[np.ndarray, "token width"]


@dataclass(frozen=True, eq=False)
class ProjectionView:
    """Hold q, k or v of one head, and where it comes from.

    Attributes:
        head: the query head.
        part: which of the ``n_parts`` heads of this matrix it uses; fewer where heads share.
        users: every query head that uses this part.
        own: what attention reads, the model's own numbers.
        factors: None where the projection can't be shown; ``hidden`` then says why.
        relation: what happens between the projection and ``own``; ``factor`` is part of it.
        turn: the rotation, where there is one and it turns something.
    """

    name: Name
    head: int
    part: int
    n_parts: int
    users: tuple[int, ...]
    own: Float32[np.ndarray, "token d_head"]
    factors: Factors | None
    hidden: Hidden | None
    relation: Relation | None
    factor: float
    turn: Turn | None

    @property
    def d_head(self) -> int:
        """Return the number of columns of one head."""
        return self.own.shape[1]

    @property
    def columns(self) -> slice:
        """Return the head's columns in the wide matrix."""
        return slice(self.part * self.d_head, (self.part + 1) * self.d_head)

    @property
    def projected(self) -> Float32[np.ndarray, "token d_head"] | None:
        """Return the head's columns of x · W + b."""
        return None if self.factors is None else self.factors.wide[:, self.columns]


@dataclass(frozen=True, eq=False)
class OpenedCell:
    """Hold one number of a projection taken apart, in float64: Σ products + bias = total."""

    products: Float[np.ndarray, " d_model"]
    bias: float
    total: float
    shown: float

    @property
    def error(self) -> float:
        """Return how far the sum is from the number it explains."""
        return abs(self.total - self.shown)


def projection_view(trace: Trace, layer: int, head: int, name: Name) -> ProjectionView:
    """Give q, k or v of one head of one layer with all that leads to it."""
    call = trace.call(layer)
    n_heads = call.q.shape[1]
    check("head", head, n_heads)
    recorded: Tensor = getattr(call, name)
    n_parts = recorded.shape[1]
    size = n_heads // n_parts
    part = head // size
    sources = trace.model.sources[trace.position(layer)]
    source: Source | None = getattr(sources, name)
    found = None if source is None else factors(call, recorded, source)
    rotated = found is not None and source is not None and source.relation == "rotated"
    return ProjectionView(
        name=name,
        head=head,
        part=part,
        n_parts=n_parts,
        users=tuple(range(part * size, (part + 1) * size)),
        own=recorded[0, part].numpy(),
        factors=found,
        hidden=None if found else "not_found" if source is None else "indirect",
        relation=source.relation if found and source else None,
        factor=source.factor if source else 1.0,
        turn=find_turn(found.wide, recorded[0].numpy(), source.factor)
        if rotated and found and source
        else None,
    )


def factors(call: Call, recorded: Tensor, source: Source) -> Factors | None:
    """Give x, W, b and x · W + b; None where the matrix does not read x itself."""
    W, b = matrix(source)
    x = call.x
    if x is None or W is None or W.shape[0] != x.shape[-1]:
        return None
    with torch.inference_mode():
        wide = rows(x) @ W if b is None else rows(x) @ W + b
    own = rearrange(recorded, "1 part token width -> token (part width)")
    if source.relation in ("exact", "scaled") and not same(own, source.factor * wide):
        return None
    wide = own if source.relation == "exact" else wide
    bias = None if b is None else b.detach().numpy()
    return Factors(rows(x).numpy(), W.numpy(), bias, np.ascontiguousarray(wide.numpy()))


def find_turn(
    wide: Float32[np.ndarray, "token width"],
    own: Float32[np.ndarray, "part token d_head"],
    factor: float,
) -> Turn | None:
    """Find which dimensions turn together and by how much, from the values alone.

    None where nothing turns (position 0) or no pairing explains what the model did.
    """
    d_head = own.shape[-1]
    before = factor * rearrange(
        wide.astype(np.float64), "token (part d) -> part token d", d=d_head
    )
    after = own.astype(np.float64)
    limit = TOLERANCE * float(np.abs(after).max())
    if float(np.abs(before - after).max()) <= limit:
        return None
    tried = (turned_by(before, after, *pairing) for pairing in pairings(d_head))
    right = [turn for turn in tried if turn.error <= limit]
    # Pairs that stand still would fit too, so the fewest that explain everything are the right ones.
    return min(right, key=lambda turn: (len(turn.pairs), turn.error), default=None)


def pairings(d_head: int) -> Iterator[tuple[Layout, Int[np.ndarray, "pair 2"]]]:
    """Yield the ways models pair dimensions; some turn only the first half or quarter."""
    width = d_head
    while width >= 2 and width % 2 == 0:
        dims = np.arange(width)
        yield "halves", dims.reshape(2, -1).T
        yield "neighbours", dims.reshape(-1, 2)
        width //= 2


def turned_by(
    before: Float[np.ndarray, "part token d_head"],
    after: Float[np.ndarray, "part token d_head"],
    layout: Layout,
    pairs: Int[np.ndarray, "pair 2"],
) -> Turn:
    """Give the turn that fits best if these are the pairs: one angle for all heads."""
    (a, b), (c, d) = ((m[..., pairs[:, 0]], m[..., pairs[:, 1]]) for m in (before, after))
    angles = np.arctan2((a * d - b * c).sum(axis=0), (a * c + b * d).sum(axis=0))
    turned = before.copy()
    turned[..., pairs[:, 0]] = a * np.cos(angles) - b * np.sin(angles)
    turned[..., pairs[:, 1]] = a * np.sin(angles) + b * np.cos(angles)
    return Turn(layout, pairs, angles, float(np.abs(turned - after).max()))


def open_cell(view: ProjectionView, token: int, dim: int) -> OpenedCell:
    """Take one number of a projection apart: x of the token times one column of W, plus bias."""
    found, projected = view.factors, view.projected
    if found is None or projected is None:
        raise ValueError(f"the projection of {view.name} can't be shown: {view.hidden}")
    column = view.columns.start + dim
    products = found.x[token].astype(np.float64) * found.W[:, column].astype(np.float64)
    bias = 0.0 if found.b is None else float(found.b[column])
    total = float(products.sum()) + bias
    return OpenedCell(products, bias, total, float(projected[token, dim]))
