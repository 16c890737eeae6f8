"""View data of one projection: x · W + b, the columns of one head in it, and what becomes of them.

Nothing is computed here that the model did not: the numbers are its own, or x · W + b of its own.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
import torch
from einops import rearrange
from jaxtyping import Float, Float32
from torch import Tensor

from attention.errors import check
from attention.projections import matrix
from attention.recording import Call
from attention.sources import Relation, Source, rows, same
from attention.trace import Trace
from attention.turns import Turn, find_turn

Name = Literal["q", "k", "v"]
Hidden = Literal["not_found", "indirect"]

NAMES: tuple[Name, ...] = ("q", "k", "v")


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
    read = call.memory if name != "q" and call.memory is not None else call.x
    found = None if source is None else factors(read, recorded, source)
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


def factors(x: Tensor | None, recorded: Tensor, source: Source) -> Factors | None:
    """Give x, W, b and x · W + b; None where the matrix does not read x itself."""
    W, b = matrix(source)
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


@dataclass(frozen=True)
class PairScore:
    """Hold q · k of one pair before and after the turn, and the lengths the turn leaves alone."""

    before: float
    after: float
    q_length: float
    k_length: float


def pair_score(trace: Trace, layer: int, head: int, query: int, key: int) -> PairScore | None:
    """Give a score without and with the rotation; None where the model does not rotate."""
    sources = trace.model.sources[trace.position(layer)]
    call = trace.call(layer)
    q = _row(call, call.q, sources.q, head, query)
    k = _row(call, call.k, sources.k, head, key)
    if q is None or k is None:
        return None
    before = float(q[0].double() @ k[0].double())
    lengths = (float(own.double().norm()) for _, own in (q, k))
    return PairScore(before, float(trace.steps(layer, head).scores[query, key]), *lengths)


def _row(
    call: Call, recorded: Tensor, source: Source | None, head: int, token: int
) -> tuple[Float[Tensor, " d_head"], Float[Tensor, " d_head"]] | None:
    """Give q or k of one token before and after the turn; None where it is not turned."""
    if source is None or source.relation != "rotated" or call.x is None:
        return None
    W, b = matrix(source)
    if W is None or W.shape[0] != call.x.shape[-1]:
        return None
    part = head // (call.q.shape[1] // recorded.shape[1])
    own = recorded[0, part, token]
    columns = slice(part * len(own), (part + 1) * len(own))
    with torch.inference_mode():
        row = rows(call.x)[token] @ W[:, columns]
        projected = row if b is None else row + b[columns]
    return projected, own
