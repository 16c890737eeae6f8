"""What a model calls its mask, taken apart: where it may look, and what it adds there."""

import torch
from jaxtyping import Bool, Float
from torch import Tensor


def split_mask(
    mask: Tensor,
) -> tuple[Bool[Tensor, "..."] | None, Float[Tensor, "..."] | None]:
    """Split what a model calls its mask into where it may look and what it adds there.

    Models hand in booleans, or floats that are 0 or hugely negative, or floats that also carry a
    position bias. Everything below half of the lowest float means "may not look".
    """
    if mask.dtype == torch.bool:
        return mask, None
    allowed = mask > torch.finfo(mask.dtype).min / 2
    bias = mask.masked_fill(~allowed, 0.0)
    return allowed, (bias if bool(bias.any()) else None)
