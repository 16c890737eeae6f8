"""Attention that a model computes in its own code, seen from outside: levels B and C.

At load the softmaxes of one run are compared with the weights that the same model gives. Those that
agree are its attention (level B). Where they don't, the weights it gives are all there is (C).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import torch
from torch import Tensor, nn
from transformers.utils.generic import ModelOutput

from attention.change import Change
from attention.errors import UnsupportedModel
from attention.own_maps import OwnMap, ask, fits, is_attention, same_map
from attention.places import Part
from attention.softmax_tap import Glimpse, SoftmaxTap

Level = Literal["A", "B", "C"]


@dataclass(frozen=True)
class Outside:
    """Say how to find a model's attention in a run.

    Attributes:
        parts: the part of each of its maps, in the order of the layers.
        seats: for each map, which softmax of a run it is; empty at level C.
        n_softmaxes: how many softmaxes every run has.
        n_heads: of each map.
        is_causal: no query of a model with one text looks ahead.
    """

    parts: tuple[Part, ...]
    seats: tuple[int, ...]
    n_softmaxes: int
    n_heads: tuple[int, ...]
    is_causal: bool

    @property
    def main_heads(self) -> tuple[int, ...]:
        """Return the numbers of heads of the part that reads the text itself."""
        pairs = zip(self.parts, self.n_heads, strict=True)
        return tuple(heads for part, heads in pairs if part == self.parts[0])


def level_of(outside: Outside | None) -> Level:
    """Return what can be shown: everything, logits and weights, or weights."""
    if outside is None:
        return "A"
    return "B" if outside.seats else "C"


def find(network: nn.Module, inputs: Mapping[str, Tensor], name: str) -> Outside:
    """Find a model's attention from outside.

    Raises:
        UnsupportedModel: it gives no weights, or none with a number for every query and key.
    """
    with SoftmaxTap() as tap:
        own = ask(network, inputs)[1]
    if not own:
        raise UnsupportedModel(name, "no_weights")
    maps = readable(own, inputs)
    if not maps:
        raise UnsupportedModel(name, "not_a_map")
    seats = match(maps, tap.seen)
    if seats is None and not all(is_attention(one.weights) for one in maps):
        raise UnsupportedModel(name, "no_weights")
    weights = [tap.seen[seat].weights for seat in seats] if seats else [m.weights for m in maps]
    parts: tuple[Part, ...] = tuple(one.part for one in maps)
    mains = (w for w, part in zip(weights, parts, strict=True) if part == "encoder")
    is_causal = not any(bool(weights.triu(1).any()) for weights in mains)
    if is_causal and "decoder" not in parts:
        parts = ("decoder",) * len(parts)
    n_heads = tuple(len(one) for one in weights)
    return Outside(parts, tuple(seats or ()), len(tap.seen), n_heads, is_causal)


def readable(own: Sequence[OwnMap], inputs: Mapping[str, Tensor]) -> list[OwnMap]:
    """Give the maps of all parts that hold nothing else; none if the main part does."""
    mixed = {one.part for one in own if not fits(one, inputs)}
    kept = [one for one in own if one.part not in mixed]
    return kept if any(one.part == "encoder" for one in kept) else []


def match(maps: Sequence[OwnMap], seen: Sequence[Glimpse]) -> list[int] | None:
    """Give the softmax that each map came from, None unless all came from one.

    Some models give what enters the softmax for their weights: that tells the softmax as well.
    """
    seats: list[int] = []
    for one in maps:
        found = (
            seat
            for seat, glimpse in enumerate(seen)
            if seat not in seats
            and (same_map(one.weights, glimpse.weights) or same_map(one.weights, glimpse.logits))
        )
        seat = next(found, None)
        if seat is None:
            return None
        seats.append(seat)
    return seats


def look(
    body: nn.Module,
    inputs: Mapping[str, Any],
    outside: Outside,
    name: str,
    changes: Sequence[Change | None] = (),
) -> tuple[ModelOutput, tuple[Glimpse, ...]]:
    """Run a model and see its attention, changed at level B if anything is to be changed.

    Raises:
        UnsupportedModel: this run is not made as the one at load: another kind of attention.
    """
    if outside.seats:
        pairs = zip(outside.seats, changes, strict=True) if changes else ()
        with SoftmaxTap({seat: change for seat, change in pairs if change is not None}) as tap:
            answer = body(**inputs)
        if len(tap.seen) != outside.n_softmaxes:
            raise UnsupportedModel(name, "other_way")
        found = tuple(tap.seen[seat] for seat in outside.seats)
    else:
        answer, own = ask(body, inputs, outside.parts[0])
        found = tuple(glimpse(one, outside.is_causal) for one in own if one.part in outside.parts)
    heads = tuple(one.weights.shape[0] for one in found)
    shaped = (
        fits(OwnMap(part, one.weights), inputs)
        for part, one in zip(outside.parts, found, strict=False)
    )
    if not isinstance(answer, ModelOutput) or heads != outside.n_heads or not all(shaped):
        raise UnsupportedModel(name, "other_way")
    return answer, found


def glimpse(one: OwnMap, is_causal: bool) -> Glimpse:
    """Take a map as it is; where a causal model looks is known without its logits."""
    back = torch.ones(one.weights.shape[1:], dtype=torch.bool).tril().to(one.weights.device)
    mask = back[None] if is_causal and one.part != "cross" else None
    return Glimpse(one.weights, mask=mask)
