"""Masks done right and wrong, on one row of one head; everything else stays as it is."""

from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float, Float32
from torch import Tensor

from attention.core import AttentionSteps

HUGE = -1e9  # what many programs add in place of −∞


@dataclass(frozen=True, eq=False)
class CausalRow:
    """Hold one row as if it might only look back, in the right way and in the wrong one.

    Attributes:
        free: the weights without any mask.
        before: the later keys at −∞ before softmax.
        after: the later keys set to 0 when softmax is done; what is left does not add up to 1.
    """

    query: int
    free: Float[Tensor, " key"]
    before: Float[Tensor, " key"]
    after: Float[Tensor, " key"]

    @property
    def left(self) -> float:
        """Return what the wrong way leaves of the row's 1."""
        return float(self.after.sum())


@dataclass(frozen=True, eq=False)
class NothingToSee:
    """Hold a row whose keys are all masked, in three ways of writing it.

    Attributes:
        infinite: softmax over nothing but −∞.
        huge: softmax after adding −10⁹, in float32.
        zeroed: −∞, and a rule that such a row is 0.
    """

    infinite: Float32[Tensor, " key"]
    huge: Float32[Tensor, " key"]
    zeroed: Float32[Tensor, " key"]


def free_row(steps: AttentionSteps, query: int) -> Float[Tensor, " key"]:
    """Give the numbers of a row as they enter softmax, the mask left out."""
    return steps.biased[query].double()


def causal_row(steps: AttentionSteps, query: int) -> CausalRow:
    """Mask the keys after ``query``, once before softmax and once after it."""
    numbers = free_row(steps, query)
    later = _later(len(numbers), query)
    free = numbers.softmax(-1)
    before = numbers.masked_fill(later, float("-inf")).softmax(-1)
    return CausalRow(query, free, before, free.masked_fill(later, 0.0))


def nothing_to_see(steps: AttentionSteps, query: int) -> NothingToSee:
    """Mask every key of a row."""
    numbers = free_row(steps, query).float()
    infinite = torch.full_like(numbers, float("-inf")).softmax(-1)
    return NothingToSee(infinite, (numbers + HUGE).softmax(-1), infinite.nan_to_num(0.0))


def _later(n_keys: int, query: int) -> Bool[Tensor, " key"]:
    return torch.arange(n_keys) > query
