"""View data of what all heads of a run are in the habit of: patterns, and numbers to order by."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Bool, Float
from torch import Tensor

from attention import metrics, patterns
from attention.patterns import NAMES, Name, Scores
from attention.patterns.targets import Cells, Maps
from attention.trace import Trace

PerHead = Float[np.ndarray, "layer head"]


@dataclass(frozen=True, eq=False)
class Habits:
    """Hold what every head of a run does.

    Attributes:
        scores: how much of each pattern a head shows.
        clear: which patterns may name it.
        entropy: how spread its rows are, in bits; the mean over all of them, as the next two are.
        distance: how many tokens away it looks; None between two texts.
        special: what it gives to special tokens, and in a causal model to the first token.
    """

    scores: Scores
    clear: Bool[np.ndarray, "pattern layer head"]
    entropy: PerHead
    distance: PerHead | None
    special: PerHead

    @property
    def bits(self) -> list[int]:
        """Return for each head in turn its clear patterns, one bit for each of ``NAMES``."""
        powers = 1 << np.arange(len(NAMES))
        return (self.clear * powers[:, None, None]).sum(0).flatten().tolist()

    def named(self, layer: int, head: int) -> Name | None:
        """Give the most particular pattern that a head clearly shows."""
        return next((name for at, name in enumerate(NAMES) if self.clear[(at, layer, head)]), None)

    def heads(self, name: Name) -> tuple[tuple[int, int], ...]:
        """Give the heads that clearly show a pattern, layer by layer."""
        found = np.argwhere(self.clear[NAMES.index(name)]).tolist()
        return tuple((layer, head) for layer, head in found)

    @property
    def strength(self) -> PerHead:
        """Return how strong each head is in the pattern that names it, 0 where none does."""
        raw = np.where(self.clear, np.nan_to_num(self.scores.raw), 0)
        first = self.clear.argmax(0)
        return np.take_along_axis(raw, first[None], 0)[0]


def habits(trace: Trace) -> Habits:
    """Give the habits of all heads on one text."""
    sinks, distances, shares = parked(trace), [], []

    def summed_up() -> Iterator[tuple[Maps, Cells]]:
        """Look at each layer once, on its way: all of them at 512 tokens are 283 MB."""
        for weights, allowed in trace.layers():
            distances.append(metrics.distance(weights).mean(-1))
            shares.append(metrics.share(weights, sinks).mean(-1))
            yield weights, allowed

    scores = patterns.scores(summed_up(), trace.queries, trace.others)
    distance, special = (torch.stack(column).numpy() for column in (distances, shares))
    away = None if trace.is_cross else distance
    return Habits(scores, patterns.shown(scores), scores.entropy, away, special)


def parked(trace: Trace) -> Bool[Tensor, " key"]:
    """Tell where heads park what they do not need: special tokens, in a causal model the first."""
    places = torch.tensor([token.is_special for token in trace.keys])
    places[0] |= trace.is_causal
    return places
