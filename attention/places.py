"""Where each attention call of a model belongs, and how its scores are scaled."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from transformers import PreTrainedModel

from attention.call import Call
from attention.sources import Source, Sources

Part = Literal["encoder", "decoder", "cross"]


@dataclass(frozen=True)
class Place:
    """Say where one attention call of a run belongs, and how its scores are scaled.

    Attributes:
        layer: counted within the part.
        scale: the factor that the formula is handed.
        scaled_before: the factor that q and k hold already, as far as it was found; 1 for most.
    """

    part: Part
    layer: int
    scale: float
    scaled_before: float

    @property
    def factor(self) -> float:
        """Return the model's factor on the dot products, wherever it is applied; 1 for none."""
        return self.scale * self.scaled_before


def find_places(
    network: PreTrainedModel, calls: Sequence[Call], sources: Sequence[Sources], is_causal: bool
) -> tuple[Place, ...]:
    """Say of each call of a probe run where it belongs; later runs make the same calls."""
    names = {module: label.split(".") for label, module in network.named_modules()}
    seen: Counter[Part] = Counter()
    places = []
    for call, source in zip(calls, sources, strict=True):
        part: Part = "decoder" if is_causal else "encoder"
        if call.is_cross:
            part = "cross"
        elif network.config.is_encoder_decoder:
            part = "encoder" if "encoder" in names[call.module] else "decoder"
        places.append(Place(part, seen[part], call.scale, factor(source.q) * factor(source.k)))
        seen[part] += 1
    return tuple(places)


def places_of(parts: Sequence[Part]) -> tuple[Place, ...]:
    """Say where maps belong whose parts are all that is known; a scale is not seen in them."""
    seen: Counter[Part] = Counter()
    places = []
    for part in parts:
        places.append(Place(part, seen[part], 1.0, 1.0))
        seen[part] += 1
    return tuple(places)


def factor(source: Source | None) -> float:
    """Give the factor between a projection and what attention reads, 1 where that is not known."""
    return 1.0 if source is None else source.factor
