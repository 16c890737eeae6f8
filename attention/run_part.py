"""The attention calls of one run, and which of its parts is looked at."""

from dataclasses import dataclass, field
from typing import get_args

from attention.errors import check
from attention.models import Model
from attention.places import Part
from attention.recording import Call
from attention.softmax_tap import Glimpse


@dataclass(frozen=True, eq=False)
class RunPart:
    """Hold what the attention of a run received, or what is seen of it from outside.

    ``part`` says which attention is meant where a method is told none.
    """

    model: Model
    calls: tuple[Call, ...]
    glimpses: tuple[Glimpse, ...]
    part: Part | None = field(default=None, kw_only=True)

    @property
    def shown_part(self) -> Part:
        """Return the part that is meant where none is named."""
        return self.part or self.model.main_part

    @property
    def n_layers(self) -> int:
        """Return the number of attention layers of the part."""
        return sum(place.part == self.shown_part for place in self.model.places)

    @property
    def n_heads(self) -> int:
        """Return the number of query heads in a layer."""
        return self.model.n_heads

    @property
    def is_causal(self) -> bool:
        """Tell whether the part's queries look back only."""
        return self.model.is_causal and self.shown_part == "decoder"

    def position(self, layer: int, part: Part | None = None) -> int:
        """Return which of the recorded calls belongs to a layer.

        Raises:
            OutOfRange: there is no such layer.
        """
        if part is not None and part not in get_args(Part):
            raise ValueError(f"part must be one of {get_args(Part)}, got {part!r}")
        part = part or self.shown_part
        found = [i for i, place in enumerate(self.model.places) if place.part == part]
        check("layer", layer, len(found))
        return found[layer]
