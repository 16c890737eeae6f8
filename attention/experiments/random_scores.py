"""Why scores are divided by √d_k, shown on random numbers: their spread, and what softmax does."""

from dataclasses import dataclass
from functools import lru_cache
from math import sqrt

import numpy as np
import torch
from jaxtyping import Float, Float32
from torch import Tensor

SIZES = (4, 8, 16, 32, 64, 128, 256, 512, 1024)
N_PAIRS = 4000
N_ROWS = 300
N_KEYS = 16


@dataclass(frozen=True, eq=False)
class Spread:
    """Hold the scores of many random pairs of q and k; each number has mean 0 and variance 1.

    Attributes:
        scores: q · k of each pair.
        mean: their mean.
        variance: their mean square distance from it; about ``d_k``.
    """

    d_k: int
    scores: Float32[np.ndarray, " pair"]
    mean: float
    variance: float


@dataclass(frozen=True)
class Softness:
    """Hold what softmax made of random rows, on average over the rows.

    Attributes:
        largest: the largest weight of a row; 1 is all or nothing.
        entropy: in bits; log2 of the number of keys is everyone alike, 0 is all or nothing.
        gradient: how much the largest weight grows when its own number does.
    """

    largest: float
    entropy: float
    gradient: float


@dataclass(frozen=True)
class Saturation:
    """Hold the same random rows without and with the division by √d_k."""

    d_k: int
    raw: Softness
    scaled: Softness


@lru_cache(maxsize=90)
def spread(d_k: int, seed: int) -> Spread:
    """Draw ``N_PAIRS`` pairs of vectors from the normal distribution and multiply them."""
    q, k = _drawn(d_k, seed, N_PAIRS, 2).unbind(1)
    scores = (q * k).sum(-1)
    fine = scores.double()
    variance = float(fine.var(correction=0))
    return Spread(d_k, scores.numpy(), float(fine.mean()), variance)


@lru_cache(maxsize=90)
def saturation(d_k: int, seed: int) -> Saturation:
    """Let one random query meet ``N_KEYS`` random keys, many times over."""
    vectors = _drawn(d_k, seed, N_ROWS, N_KEYS + 1)
    scores = (vectors[:, :1] * vectors[:, 1:]).sum(-1)
    return Saturation(d_k, softness(scores), softness(scores / sqrt(d_k)))


def softness(rows: Float[Tensor, "row key"]) -> Softness:
    """Measure how near to all or nothing softmax makes rows of numbers.

    The gradient is taken by PyTorch, not by a formula.
    """
    with torch.inference_mode(False), torch.enable_grad():
        numbers = rows.detach().clone().double().requires_grad_()
        weights = numbers.softmax(-1)
        top = weights.argmax(-1, keepdim=True)
        largest = weights.gather(-1, top)
        # Rows do not touch each other: the gradient of the sum is every row's own.
        (slope,) = torch.autograd.grad(largest.sum(), numbers)
    weights = weights.detach()
    entropy = -torch.special.xlogy(weights, weights).sum(-1) / np.log(2)
    of_top = slope.gather(-1, top)
    return Softness(*(float(x.detach().mean()) for x in (largest, entropy, of_top)))


def _drawn(d_k: int, seed: int, n: int, each: int) -> Float[Tensor, "n each d_k"]:
    generator = torch.Generator().manual_seed(seed * 10_000 + d_k)
    return torch.randn(n, each, d_k, generator=generator)
