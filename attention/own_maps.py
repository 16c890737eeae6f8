"""The attention weights that a model itself gives when it is asked for them, whatever it answers.

Models answer with a tuple of maps, with an empty one, with None, with a tuple of None, with states
that are no maps, or with an error. What is not a map of every query and key is not taken for one.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn

from attention.places import Part
from attention.wide import rounding, wide

# Whatever the code of an architecture may raise when it can't do what it was asked for.
FAILURES = (
    AttributeError, IndexError, KeyError, RuntimeError, TypeError, ValueError,
)  # fmt: skip


@dataclass(frozen=True, eq=False)
class OwnMap:
    """Hold one entry of a model's answer; a map has the axes head, query and key."""

    part: Part
    weights: Tensor


def ask(
    network: nn.Module, inputs: Mapping[str, Any], only: Part = "encoder"
) -> tuple[object, list[OwnMap]]:
    """Run a model and ask for its weights; give its answer, None where asking breaks it.

    ``only`` is what the part of a model with one text is called.
    """
    try:
        answer = network(**inputs, output_attentions=True)
    except FAILURES:
        return None, []
    return answer, own_maps(answer, only)


def own_maps(answer: object, only: Part = "encoder") -> list[OwnMap]:
    """Give what a model answered as its attention weights, in its order; empty if nothing."""
    names: dict[str, Part] = {
        "attentions": only,
        "encoder_attentions": "encoder",
        "decoder_attentions": "decoder",
        "cross_attentions": "cross",
    }
    return [
        OwnMap(part, given[0])
        for name, part in names.items()
        for given in getattr(answer, name, None) or ()
        if isinstance(given, Tensor)
    ]


def fits(one: OwnMap, inputs: Mapping[str, Any]) -> bool:
    """Tell whether a map has one number for every head, query and key of its part."""
    source = inputs["input_ids"].shape[-1]
    target = inputs.get("decoder_input_ids", inputs["input_ids"]).shape[-1]
    sides = {"encoder": (source, source), "decoder": (target, target), "cross": (target, source)}
    return one.weights.ndim == 3 and tuple(one.weights.shape[1:]) == sides[one.part]


def is_attention(weights: Tensor) -> bool:
    """Tell weights from other numbers: none is negative, and no row sums to more than 1."""
    if not bool(weights.isfinite().all()):
        return False
    sums = weights.double().sum(dim=-1)
    return bool((weights >= 0).all()) and bool(((sums > 0) & (sums < 1 + 1e-4)).all())


def same_map(one: Tensor, other: Tensor | None) -> bool:
    """Compare two maps within rounding."""
    if other is None or one.shape != other.shape:
        return False
    loss = max(rounding(one.dtype, 1e-5), rounding(other.dtype, 1e-5))
    return torch.allclose(wide(one), wide(other), rtol=0, atol=loss)
