"""Tensors of a probe run put side by side, token by token, to be compared."""

import torch
from einops import rearrange
from torch import Tensor, nn
from transformers.pytorch_utils import Conv1D


def is_linear(module: nn.Module) -> bool:
    """Tell matrices from norms."""
    return isinstance(module, nn.Linear | Conv1D)


def rows(tensor: Tensor) -> Tensor:
    """Drop the batch of one: token by everything else."""
    return tensor.reshape(tensor.shape[0] * tensor.shape[1], -1) if tensor.ndim > 2 else tensor


def flat(tensor: Tensor) -> Tensor:
    """Put the heads of a tensor ``1 head token width`` side by side."""
    return rearrange(tensor, "1 head token width -> token (head width)")


def same(one: Tensor, other: Tensor, loss: float = 0.0) -> bool:
    """Compare shapes and values; a fused kernel may differ in the last bits.

    ``loss`` is what a type of few bits may have lost.
    """
    return one.shape == other.shape and torch.allclose(one, other, rtol=1e-4, atol=loss or 1e-5)
