"""Numbers that sum up a map: how spread a row is, how far it reaches, what several heads give."""

from collections.abc import Collection, Iterable, Sequence
from math import log

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

Weights = Float[Tensor, "*lead query key"]
PerRow = Float[Tensor, "*lead query"]


def entropy(weights: Weights) -> PerRow:
    """Give how spread each row is, in bits: 0 for a single key, log2 n for n equal weights.

    >>> entropy(torch.tensor([[1.0, 0, 0, 0], [0.25, 0.25, 0.25, 0.25]])).tolist()
    [0.0, 2.0]
    """
    return torch.special.entr(weights).sum(-1) / log(2)


def evenness(entropy: PerRow, n_keys: Int[Tensor, " query"]) -> PerRow:
    """Give a row's entropy as a share of the most it could have: 1 where all weights are equal.

    ``n_keys`` counts the keys each row may look at; a row with a single one has none.
    """
    return entropy / torch.log2(n_keys.clamp_min(2).to(entropy)) * (n_keys > 1)


def distance(weights: Weights) -> PerRow:
    """Give how many tokens away a row looks on average, whichever way.

    >>> distance(torch.eye(3)).tolist()
    [0.0, 0.0, 0.0]
    """
    n_queries, n_keys = weights.shape[-2:]
    away = (torch.arange(n_queries)[:, None] - torch.arange(n_keys)).abs()
    return (weights * away.to(weights)).sum(-1)


def share(weights: Weights, keys: Bool[Tensor, " key"]) -> PerRow:
    """Give what each row gives to some keys together, such as the special tokens."""
    return (weights * keys.to(weights)).sum(-1)


def mean_of_heads(
    layers: Iterable[Float[Tensor, "head query key"]],
    heads: Collection[tuple[int, int]] | None = None,
) -> Float[Tensor, "query key"]:
    """Give the mean map of some heads (layer, head), of all by default; its rows sum to 1 too.

    It is nobody's attention: no head of the model computes it. One layer after another is added
    up, so that a long text never needs the maps of all of them at once.
    """
    total, n_heads = None, 0
    for layer, maps in enumerate(layers):
        chosen = maps if heads is None else maps[[head for at, head in heads if at == layer]]
        added = chosen.sum(0, dtype=torch.float64)
        total, n_heads = added if total is None else total.add_(added), n_heads + len(chosen)
    if total is None or not n_heads:
        raise ValueError("a mean needs at least one head, got none")
    return (total / n_heads).float()


def rollout(layers: Iterable[Float[Tensor, "head query key"]]) -> Float[Tensor, "query key"]:
    """Give attention rollout through some layers, first to last (Abnar & Zuidema, 2020).

    Each layer's mean over heads is mixed half and half with the identity, which stands for the
    residual connection, and the layers are multiplied. It leaves out the values, W_O, the MLPs and
    the norms, so it is a rough guess at where information came from, not a measurement.
    """
    mixed = None
    for maps in layers:
        mean = maps.mean(0)
        step = (mean + torch.eye(len(mean)).to(mean)) / 2
        mixed = step if mixed is None else step @ mixed
    if mixed is None:
        raise ValueError("rollout needs at least one layer, got none")
    return mixed


def by_word(
    weights: Weights, words: Sequence[Sequence[int]], keys: Sequence[Sequence[int]] | None = None
) -> Float[Tensor, "*lead query_word key_word"]:
    """Give a map between words: the sum over a key's pieces, the mean over a query's.

    ``words`` holds the positions of each word's tokens; one that has none gives and gets 0.
    ``keys`` are those of the keys, where they are others. Rows sum to what the tokens' rows sum to.
    """
    looking = _members(words, weights.shape[-2], weights.dtype)
    looked_at = _members(words if keys is None else keys, weights.shape[-1], weights.dtype)
    return (looking / looking.sum(-1, keepdim=True).clamp_min(1)) @ weights @ looked_at.T


def _members(
    words: Sequence[Sequence[int]], n_tokens: int, dtype: torch.dtype
) -> Float[Tensor, "word token"]:
    member = torch.zeros(len(words), n_tokens, dtype=dtype)
    for word, pieces in enumerate(words):
        member[word, list(pieces)] = 1
    return member
