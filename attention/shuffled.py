"""Weights of the same words in two orders, and what the change of order changed."""

from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float, Int
from torch import Tensor


@dataclass(frozen=True, eq=False)
class Shuffled:
    """Hold the weights of some heads for a text and for its words in another order.

    ``order[i]`` is where the i-th token of the shuffled text stood. The difference is the greatest
    between a weight and that of the same two words after the shuffle; it is about 0 where the
    shuffle only rearranges the map.
    """

    order: Int[np.ndarray, " token"]
    weights: Float[Tensor, "head query key"]
    shuffled: Float[Tensor, "head query key"]

    @property
    def back(self) -> Float[Tensor, "head query key"]:
        """Return the shuffled weights with rows and columns put where their words stood first."""
        place = torch.as_tensor(self.order).argsort()
        return self.shuffled[:, place][:, :, place]

    @property
    def difference(self) -> float:
        """Return by how much the weight of any pair of words has changed."""
        return float((self.back - self.weights).abs().max())
