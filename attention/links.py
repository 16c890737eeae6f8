"""Which heads carry a link between two words, how specific each is, and how high is high here."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Bool, Float
from torch import Tensor

from attention.patterns.targets import Cells, Maps, looks_back
from attention.surfaces import is_word
from attention.tokens import Tokens

Layers = Iterable[tuple[Maps, Cells]]


@dataclass(frozen=True)
class Link:
    """Hold what one head gives a pair of tokens.

    Attributes:
        weight: what the query gives the key.
        others: what the other words give that key on average: not the query, the key itself or its
            neighbours; in a causal model only words that may look at it. A weight near it says
            little about the query. None where there is no such word.
    """

    layer: int
    head: int
    weight: float
    others: float | None


@dataclass(frozen=True, eq=False)
class BaseRate:
    """Hold how high the best of all heads is for each pair of words of one text, lowest first.

    ``counted`` are those pairs: words that are no neighbours, where the query may look at the key.
    """

    best: tuple[float, ...]
    counted: Cells

    @property
    def n_pairs(self) -> int:
        """Return the number of pairs."""
        return len(self.best)

    @property
    def median(self) -> float:
        """Return the best head's weight for a pair taken at random."""
        return float(np.median(self.best))

    def below(self, weight: float) -> float:
        """Give the share of pairs whose best head gives less than a weight."""
        return float(np.searchsorted(self.best, weight)) / self.n_pairs


@dataclass(frozen=True)
class Match:
    """Hold one head's mean weight on painted cells, and elsewhere in the same rows."""

    layer: int
    head: int
    painted: float
    elsewhere: float


def pairs(tokens: Tokens, allowed: Cells, keys: Tokens | None = None) -> Cells:
    """Give which pairs of words, query and key, are no neighbours and may be looked at.

    In a causal model the first token is no key: heads with nothing to look at look there. Words of
    two texts, where there are other ``keys``, are no neighbours.
    """
    query, key = np.indices(allowed.shape)
    word = is_word(tokens)
    if keys is not None:
        return word[:, None] & is_word(keys)[None, :] & allowed
    found = word[:, None] & word[None, :] & (abs(query - key) > 1) & allowed
    return found & (key > 0) if looks_back(allowed) else found


def other_words(
    tokens: Tokens, allowed: Cells, query: int, key: int, *, is_cross: bool = False
) -> list[int]:
    """Give the words whose attention to a key is what a link is held against."""
    near = {query} if is_cross else {query, key - 1, key, key + 1}
    places = np.flatnonzero(is_word(tokens) & allowed[:, key]).tolist()
    return [place for place in places if place not in near]


def find(
    layers: Layers, tokens: Tokens, query: int, key: int, top: int, *, keys: Tokens | None = None
) -> list[Link]:
    """Rank all heads by what a query gives a key, the largest first.

    ``keys``: the tokens looked at, where they are others than ``tokens``.
    """
    found: list[Link] = []
    for layer, (weights, allowed) in enumerate(layers):
        rows = other_words(tokens, allowed, query, key, is_cross=keys is not None)
        given = weights[:, query, key].tolist()
        means = weights[:, rows, key].double().mean(-1).tolist() if rows else [None] * len(given)
        found += [
            Link(layer, head, weight, mean)
            for head, (weight, mean) in enumerate(zip(given, means, strict=True))
        ]
    return sorted(found, key=lambda link: -link.weight)[:top]


def base_rate(layers: Layers, tokens: Tokens, keys: Tokens | None = None) -> BaseRate | None:
    """Give the best head's weight for every pair of words of a text; None where it has no pair.

    With many heads to choose from, some head is high for nearly any pair: a link is remarkable only
    against this.
    """
    best: Float[Tensor, "query key"] | None = None
    where: Cells | None = None
    for weights, allowed in layers:
        most = weights.amax(0)
        best = most if best is None else torch.maximum(best, most)
        seen = pairs(tokens, allowed, keys)
        where = seen if where is None else where | seen
    if best is None or where is None or not where.any():
        return None
    return BaseRate(tuple(sorted(best[torch.from_numpy(where)].tolist())), where)


def match(layers: Layers, painted: Sequence[tuple[int, int]], top: int) -> list[Match]:
    """Rank all heads by how well they match painted cells (query, key), the best first.

    The measure is the mean weight on the painted cells less the mean weight of the other cells that
    the same queries may look at: a head that looks everywhere alike gets 0, one that looks only
    where it was painted the most.
    """
    if not painted:
        raise ValueError("a match needs at least one painted cell, got none")
    found: list[Match] = []
    for layer, (weights, allowed) in enumerate(layers):
        inside, outside = _sides(allowed, painted)
        there, elsewhere = _mean(weights, inside), _mean(weights, outside)
        found += [
            Match(layer, head, *both)
            for head, both in enumerate(zip(there, elsewhere, strict=True))
        ]
    return sorted(found, key=lambda one: one.elsewhere - one.painted)[:top]


def _sides(
    allowed: Cells, painted: Sequence[tuple[int, int]]
) -> tuple[Bool[Tensor, "query key"], Bool[Tensor, "query key"]]:
    inside = np.zeros_like(allowed)
    inside[tuple(zip(*painted, strict=True))] = True
    outside = allowed & ~inside & inside.any(-1, keepdims=True)
    return torch.from_numpy(inside), torch.from_numpy(outside)


def _mean(weights: Maps, cells: Bool[Tensor, "query key"]) -> list[float]:
    n_cells = int(cells.sum())
    return (weights[:, cells].double().sum(-1) / max(1, n_cells)).tolist()
