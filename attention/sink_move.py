"""Where the weight of a causal model's first token goes when something is put in front of it."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch

from attention.compare_views import Place
from attention.trace import Trace


@dataclass(frozen=True)
class SinkMove:
    """Say what a row gives to the first token, on average over all heads of all layers.

    ``before`` in the first text; in the second, ``after`` to the token that now comes first, and
    ``left`` to the one that came first before.
    """

    before: float
    after: float
    left: float


def sink_move(before: Trace, after: Trace, places: Sequence[Place], query: int) -> SinkMove | None:
    """Follow a row's first-token weight where something was put in front; None elsewhere."""
    first = next((place for place in places if place.before), None)
    place = places[query]
    if first is None or not (first.after and place.before and place.after) or first.after[0] == 0:
        return None
    rows = [_mean_row(before, place.before[0]), _mean_row(after, place.after[0])]
    return SinkMove(rows[0][first.before[0]], rows[1][0], rows[1][first.after[0]])


def _mean_row(trace: Trace, query: int) -> list[float]:
    rows = [weights[:, query] for weights, _ in trace.layers()]
    return torch.cat(rows).double().mean(0).tolist()
