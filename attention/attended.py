"""What the attention of one run did, layer by layer, as far as the model lets it be seen."""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from attention.core import AttentionSteps
from attention.errors import LevelTooLow, check
from attention.places import Part
from attention.projections import Projection, projection
from attention.reasons import Lacking
from attention.recording import Call
from attention.run_part import RunPart
from attention.softmax_tap import Glimpse


@dataclass(frozen=True, eq=False)
class Attended(RunPart):
    """Hold what each attention call of a run received (``calls``).

    Below level A they are not seen, and ``glimpses`` holds what is seen of them from outside.
    Layers and heads count from 0. ``part`` matters for encoder–decoder models only: it says which
    attention is meant where a method is told none. None means the encoder's own; in a model without
    an encoder, the decoder's.
    """

    def call(self, layer: int, part: Part | None = None, lacking: Lacking = "steps") -> Call:
        """Return what a layer's attention received.

        Raises:
            OutOfRange: there is no such layer.
            LevelTooLow: it is seen from outside only.
        """
        position = self.position(layer, part)
        if not self.calls:
            raise LevelTooLow(self.model.id, self.model.level, lacking)
        return self.calls[position]

    def glimpse(self, layer: int, part: Part | None = None) -> Glimpse | None:
        """Return what is seen of a layer from outside; None at level A."""
        position = self.position(layer, part)
        return self.glimpses[position] if self.glimpses else None

    def weights(self, layer: int, part: Part | None = None) -> Float[Tensor, "head query key"]:
        """Return a layer's attention weights; each row sums to 1."""
        seen = self.glimpse(layer, part)
        if seen is not None:
            return seen.weights
        with torch.inference_mode():
            return self.call(layer, part).steps().weights[0]

    def head_weights(
        self, layer: int, head: int, part: Part | None = None
    ) -> Float[Tensor, "query key"]:
        """Return the weights of one head, without computing those of the others."""
        seen = self.glimpse(layer, part)
        if seen is None:
            return self.steps(layer, head, part).weights
        check("head", head, len(seen.weights))
        return seen.weights[head]

    def masked(self, layer: int, part: Part | None = None) -> Float[Tensor, "head query key"]:
        """Return what enters the softmax: scaled, biased, −∞ where a query may not look.

        Raises:
            LevelTooLow: only the weights are seen (level C).
        """
        seen = self.glimpse(layer, part)
        if seen is None:
            with torch.inference_mode():
                return self.call(layer, part).steps().masked[0]
        if seen.logits is None:
            raise LevelTooLow(self.model.id, self.model.level, "logits")
        return seen.logits

    def steps(self, layer: int, head: int, part: Part | None = None) -> AttentionSteps:
        """Return every step of one head, as matrices without leading axes.

        Raises:
            OutOfRange: there is no such layer or head.
            LevelTooLow: q, k and v are not seen (level B and C).
        """
        call = self.call(layer, part)
        check("head", head, call.q.shape[1])
        with torch.inference_mode():
            return call.one_head(head)

    def mask(self, layer: int, part: Part | None = None) -> Bool[Tensor, "query key"] | None:
        """Return where any head of a layer may look; None where none is masked, or known to be."""
        masks = self.masks(layer, part)
        return None if masks is None else masks.any(dim=0)

    def masks(self, layer: int, part: Part | None = None) -> Bool[Tensor, "#head query key"] | None:
        """Return where each head may look, one mask where all share it; None as in ``mask``."""
        seen = self.glimpse(layer, part)
        if seen is not None:
            return seen.mask
        call = self.call(layer, part)
        if call.mask is None:
            return None
        return call.mask[0].expand(-1, call.q.shape[2], call.k.shape[2])

    def head_mask(
        self, layer: int, head: int, part: Part | None = None
    ) -> Bool[Tensor, "query key"] | None:
        """Return where the queries of one head may look; None as in ``mask``."""
        check("head", head, self.n_heads)
        masks = self.masks(layer, part)
        return None if masks is None else masks[head if len(masks) > 1 else 0]

    def factor(self, layer: int, part: Part | None = None) -> float:
        """Return the model's own factor on a layer's dot products; 1 where it scales nothing.

        It may be handed to the formula, or be in q already; ``steps().scale`` is what this run used
        beside what is in q.

        Raises:
            LevelTooLow: the factor is in the logits and is not seen.
        """
        self.call(layer, part, "scale")
        return self.model.places[self.position(layer, part)].factor

    @property
    def kept_rows(self) -> frozenset[int]:
        """Return the queries that kept one blocked key somewhere, since they had no other."""
        parts = (self.model.main_part, "cross")
        seen: Sequence[Call | Glimpse] = self.calls or self.glimpses
        calls = zip(seen, self.model.places, strict=True)
        kept = [c.kept for c, place in calls if c.kept is not None and place.part in parts]
        return frozenset(query for rows in kept for query in rows.nonzero().flatten().tolist())

    def hidden(self, layer: int, part: Part | None = None) -> Float[Tensor, "query d_model"]:
        """Return x: what a layer's attention read.

        Raises:
            LevelTooLow: it is not seen (level B and C).
        """
        x = self.call(layer, part, "x").x
        if x is None:
            raise ValueError(f"the attention of layer {layer} was not seen reading its input")
        return x[0]

    def projection(self, layer: int, part: Part | None = None) -> Projection:
        """Return the matrices of a layer, and how x becomes q and k.

        Raises:
            LevelTooLow: what they make is not seen, so they can't be told (level B and C).
        """
        self.call(layer, part, "matrices")
        return projection(self.model.sources[self.position(layer, part)])

    def contributions(
        self, layer: int, part: Part | None = None
    ) -> Float[Tensor, "head query d_model"]:
        """Return what each head adds to the output of W_O: z_h · W_O[h].

        Their sum plus b_o is what the output projection gives, before any residual or norm.

        Raises:
            ValueError: the model's output projection is not known, see ``projection().missing``.
            LevelTooLow: what the heads hand over is not seen (level B and C).
        """
        z = self.call(layer, part, "output").output[0]
        stripes = self.projection(layer, part).by_head(len(z))
        if stripes is None:
            raise ValueError(f"the output projection of layer {layer} was not found")
        with torch.inference_mode():
            return z @ stripes
