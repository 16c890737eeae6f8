"""What a person changes before a run: heads off, tokens blocked, another scale, another mask."""

from collections.abc import Iterable
from dataclasses import dataclass, fields
from math import isfinite
from operator import index
from typing import Any, Literal, cast

from attention.errors import InvalidSwitch
from attention.reasons import Switch

Scale = Literal["model", "none"] | float

MAX_SCALE = 1000.0
MIN_TEMPERATURE, MAX_TEMPERATURE = 0.001, 1000.0


@dataclass(frozen=True, init=False)
class WhatIf:
    """Hold what is changed; every field's default changes nothing. Hashable.

    Layers, heads and tokens count from 0. In a model with an encoder and a decoder, heads and
    layers are the encoder's; a blocked token is hidden from the decoder too; scale and temperature
    act in every attention call, and ``causal`` in every one but those between two texts.

    Attributes:
        heads_off: (layer, head): what these heads read is not handed on, their output is zero.
        uniform_heads: (layer, head): these look at every token they may look at alike.
        block: tokens that nobody may look at. A row that would lose its last key keeps it, see
            ``Trace.kept_rows``.
        block_layers: the layers in which they are blocked, None for all.
        scale: ``model``: as the model has it; ``none``: its factor is divided out; a number: that
            number takes its place.
        temperature: what enters the softmax is divided by it: above 1 rows get flatter.
        causal: true: no query looks ahead; false: queries of a causal model may, as far as nothing
            else is in the way; None: as the model has it.
    """

    heads_off: frozenset[tuple[int, int]]
    uniform_heads: frozenset[tuple[int, int]]
    block: frozenset[int]
    block_layers: frozenset[int] | None
    scale: Scale
    temperature: float
    causal: bool | None

    def __init__(
        self,
        heads_off: object = (),
        uniform_heads: object = (),
        block: object = (),
        block_layers: object = None,
        scale: object = "model",
        temperature: object = 1.0,
        causal: object = None,
    ) -> None:
        """Keep any iterables as frozen sets, and refuse what does not fit the field.

        Raises:
            InvalidSwitch: a value means nothing. Whether a layer, head or token exists, only a
                model and a text can tell: ``trace`` raises ``OutOfRange``.
        """
        layers = None if block_layers is None else numbers("block_layers", block_layers)
        values = {
            "heads_off": heads("heads_off", heads_off),
            "uniform_heads": heads("uniform_heads", uniform_heads),
            "block": numbers("block", block),
            "block_layers": layers,
            "scale": scale_of(scale),
            "temperature": number("temperature", temperature, MIN_TEMPERATURE, MAX_TEMPERATURE),
            "causal": switch("causal", causal),
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def __bool__(self) -> bool:
        """Tell whether anything at all is changed."""
        blocks = bool(self.block) and self.block_layers != frozenset()
        others = (self.scale, self.temperature, self.causal) != ("model", 1.0, None)
        return bool(self.heads_off or self.uniform_heads or blocks or others)

    def changes(self) -> dict[str, Any]:
        """Give what is changed, by name, as JSON can say it; empty where nothing is."""
        default = WhatIf()
        changed = {
            field.name: value
            for field in fields(self)
            if (value := getattr(self, field.name)) != getattr(default, field.name)
        }
        return {
            name: sorted(value) if isinstance(value, frozenset) else value
            for name, value in changed.items()
        }


def numbers(name: Switch, given: object) -> frozenset[int]:
    """Keep places, which count from 0."""
    return frozenset(place(name, item, given) for item in items(name, given))


def heads(name: Switch, given: object) -> frozenset[tuple[int, int]]:
    """Keep pairs of a layer and a head."""
    kept = set()
    for pair in items(name, given):
        both = items(name, pair)
        if len(both) != 2:
            raise InvalidSwitch(name, pair)
        kept.add((place(name, both[0], pair), place(name, both[1], pair)))
    return frozenset(kept)


def items(name: Switch, given: object) -> list[object]:
    """Give the items of an iterable; text is none that is meant here."""
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        raise InvalidSwitch(name, given)
    return list(cast("Iterable[object]", given))


def place(name: Switch, value: object, given: object) -> int:
    """Give a whole number from 0; a truth value is none."""
    try:
        found = -1 if isinstance(value, bool) else index(cast("int", value))
    except TypeError:
        found = -1
    if found < 0:
        raise InvalidSwitch(name, given)
    return found


def scale_of(scale: object) -> Scale:
    """Give one of the two words, or a number that scores can be multiplied by."""
    if scale == "model" or scale == "none":
        return cast("Scale", scale)
    return number("scale", scale, -MAX_SCALE, MAX_SCALE)


def number(name: Switch, value: object, least: float, most: float) -> float:
    """Give a number within bounds that keep float32 finite; NaN lies in none."""
    try:
        found = float("nan") if isinstance(value, bool | str) else float(cast("float", value))
    except (TypeError, ValueError, OverflowError):
        found = float("nan")
    if not isfinite(found) or not least <= found <= most:
        raise InvalidSwitch(name, value)
    return found


def switch(name: Switch, value: object) -> bool | None:
    """Give a truth value or None, nothing that only looks like one."""
    if value is not None and not isinstance(value, bool):
        raise InvalidSwitch(name, value)
    return value
