"""Numbers of models that compute in 16 bits, at full width: float32 holds each of them exactly."""

from dataclasses import replace
from typing import Any, TypeVar

import torch
from torch import Tensor

Record = TypeVar("Record", bound=Any)  # a frozen dataclass


def wide(tensor: Tensor) -> Tensor:
    """Return numbers of 16 bits as float32, anything else as it is.

    >>> wide(torch.ones(2, dtype=torch.bfloat16)).dtype, wide(torch.tensor([True])).dtype
    (torch.float32, torch.bool)
    """
    return tensor.float() if is_narrow(tensor.dtype) else tensor


def widened(record: Record) -> Record:
    """Return a record with all its tensors at full width."""
    narrow = {
        name: wide(value)
        for name, value in vars(record).items()
        if isinstance(value, Tensor) and is_narrow(value.dtype)
    }
    return replace(record, **narrow) if narrow else record


def is_narrow(dtype: torch.dtype) -> bool:
    """Tell types that matrices and NumPy can't be mixed with."""
    return dtype.is_floating_point and dtype.itemsize < 4


def rounding(dtype: torch.dtype, usual: float) -> float:
    """Return how far apart two equal sums may end, relative to the largest number.

    ``usual`` is that of float32; a type of 16 bits rounds every number it writes.
    """
    return max(usual, 4 * torch.finfo(dtype).eps) if is_narrow(dtype) else usual
