"""Numbers that a person wrote into a matrix: taken over, or refused with their place."""

from collections.abc import Sequence

import numpy as np
import torch
from torch import Tensor

from attention.by_hand.matrices import Name, shapes
from attention.by_hand.setting import Setting
from attention.errors import ImpossibleLayer

LARGEST = 1_000.0  # sums of products of such numbers stay far from overflowing
SYMBOLS = {"x": "x", "W_q": "W_Q", "W_k": "W_K", "W_v": "W_V", "W_o": "W_O"}


def checked(setting: Setting, name: Name, values: Sequence[Sequence[object]]) -> Tensor:
    """Give a matrix of what was written.

    Raises:
        ImpossibleLayer: a number is missing, is none, or is too large; the first such is named.
        ValueError: it has another shape than the setting's.
    """
    table = np.array(values, dtype=np.float64)
    if table.shape != shapes(setting)[name]:
        raise ValueError(f"{name} is {shapes(setting)[name]}, not {table.shape}")
    for row, column in np.argwhere(~(np.abs(table) <= LARGEST)).tolist()[:1]:
        label = setting.words[row] if name == "x" else row
        place = {"matrix": SYMBOLS[name], "row": label, "column": column}
        if np.isnan(table[row, column]):
            raise ImpossibleLayer("empty", **place)
        raise ImpossibleLayer("too_large", **place, limit=int(LARGEST))
    return torch.from_numpy(table).float() + 0.0
