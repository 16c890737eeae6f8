"""From what a person wants changed to what changes in each attention call of a model."""

from collections.abc import Iterable

from attention.change import Change
from attention.errors import LevelTooLow, OutOfRange
from attention.models import Model
from attention.places import Place
from attention.reasons import Index
from attention.what_if import WhatIf

NOTHING = Change()


def plan(model: Model, what_if: WhatIf, n_tokens: int) -> tuple[Change | None, ...]:
    """Give what to change in each call of a run, in order; empty where nothing is changed.

    Raises:
        OutOfRange: the model has no such layer or head, or the text no such token.
        LevelTooLow: what is seen of the model's attention can't be changed in this way.
    """
    check(model, what_if, n_tokens)
    if not what_if:
        return ()
    changes = (change(model, what_if, place) for place in model.places)
    return tuple(None if one == NOTHING else one for one in changes)


def change(model: Model, what_if: WhatIf, place: Place) -> Change:
    """Give what changes in one call."""
    own = place.part == model.main_part
    layers = what_if.block_layers
    blocks = (own or place.part == "cross") and (layers is None or place.layer in layers)
    scale = scaled(what_if, place)
    return Change(
        off=heads_of(what_if.heads_off, place.layer) if own else frozenset(),
        uniform=heads_of(what_if.uniform_heads, place.layer) if own else frozenset(),
        block=what_if.block if blocks else frozenset(),
        scale=None if scale == place.scale else scale,
        temperature=what_if.temperature,
        causal=None if place.part == "cross" else what_if.causal,
    )


def scaled(what_if: WhatIf, place: Place) -> float:
    """Give the factor that the formula is handed in one call.

    Where q or k come scaled already, their factor is divided out of what is handed in: the scores
    then are as if they had not been.
    """
    scale = place.scale
    if what_if.scale != "model":
        wanted = 1.0 if what_if.scale == "none" else what_if.scale
        scale = wanted / place.scaled_before
    return scale / what_if.temperature


def heads_of(pairs: Iterable[tuple[int, int]], layer: int) -> frozenset[int]:
    """Give the heads of one layer."""
    return frozenset(head for where, head in pairs if where == layer)


def check(model: Model, what_if: WhatIf, n_tokens: int) -> None:
    """Refuse what is not there: layers, heads, tokens; and what can't be changed from outside."""
    if model.level == "C" and what_if:
        raise LevelTooLow(model.id, "C", "what_if")
    if model.level == "B" and what_if.scale != "model":
        raise LevelTooLow(model.id, "B", "scale")
    if model.level == "B" and what_if.causal is False and model.is_causal:
        raise LevelTooLow(model.id, "B", "ahead")
    pairs = what_if.heads_off | what_if.uniform_heads
    layers = {layer for layer, _ in pairs} | (what_if.block_layers or frozenset())
    n_layers = sum(place.part == model.main_part for place in model.places)
    limits: list[tuple[Index, Iterable[int], int]] = [
        ("layer", layers, n_layers),
        ("head", {head for _, head in pairs}, model.n_heads),
        ("token", what_if.block, n_tokens),
    ]
    for what, values, limit in limits:
        for value in sorted(values):
            if value >= limit:
                raise OutOfRange(what, value, limit)
