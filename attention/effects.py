"""Attention beside effect: which tokens a head looks at, and which ones the model would miss."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import torch
from jaxtyping import Float
from torch import Tensor

from attention.errors import check
from attention.run import again
from attention.trace import Trace

MAX_RUNS = 24


@dataclass(frozen=True)
class Effect:
    """Hold what one token gets from a row of attention, and what its absence does.

    Attributes:
        key: the token.
        weight: what the row of one head gives it.
        effect: how far the row's own last hidden state turns when no query of any head in any layer
            may look at the token: 1 − cosine, 0 for no change.
    """

    key: int
    weight: float
    effect: float


def effects_of_blocking(
    trace: Trace, layer: int, head: int, query: int, limit: int = MAX_RUNS
) -> tuple[Effect, ...]:
    """Block every other token of a row in turn and measure what it does; one run for each.

    The query itself is left out, and so are tokens it may not look at. Of more than ``limit`` the
    ones with the largest weights are taken. The largest weight comes first.

    Raises:
        OutOfRange: there is no such layer, head or query.
    """
    check("token", query, trace.n_tokens)
    row, mask = trace.head_weights(layer, head)[query], trace.head_mask(layer, head)
    others = [
        key
        for key in row.argsort(descending=True, stable=True).tolist()
        if key != query and (mask is None or bool(mask[query, key]))
    ]
    return tuple(
        Effect(key, float(row[key].item()), effect_of(trace, query, key)) for key in others[:limit]
    )


def effect_of(trace: Trace, query: int, key: int) -> float:
    """Measure how far a last hidden state turns when a token is blocked in all layers."""
    blocked = replace(trace.what_if, block={*trace.what_if.block, key}, block_layers=None)
    return cosine_distance(trace.output[query], again(trace, blocked).output[query])


def cosine_distance(one: Float[Tensor, " width"], other: Float[Tensor, " width"]) -> float:
    """Give 1 − cosine of two vectors; exactly 0 where they are the same."""
    if torch.equal(one, other):
        return 0.0
    return 1 - float(torch.cosine_similarity(one.double(), other.double(), dim=0).item())


def rank_correlation(effects: Sequence[Effect]) -> float | None:
    """Give how alike the two orders are: 1 the same, −1 reversed; None where one has no order.

    Source:
        Spearman's rank correlation: Pearson's of the ranks, equal values sharing their mean rank.
    """
    if len(effects) < 2:
        return None
    weight, effect = (
        ranks([getattr(one, name) for one in effects]) for name in ("weight", "effect")
    )
    found = torch.corrcoef(torch.stack([weight, effect]))[0, 1]
    return float(found.item()) if bool(found.isfinite()) else None


def ranks(values: Sequence[float]) -> Float[Tensor, " value"]:
    """Give each value's rank, the largest first; equal values share the mean of theirs."""
    given = torch.tensor(values, dtype=torch.float64)
    larger, equal = (given > given[:, None]).sum(1), (given == given[:, None]).sum(1)
    return larger + (equal + 1) / 2
