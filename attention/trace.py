"""One run of one text through one model: the record, and everything that can be derived from it."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor

from attention import export, links, patterns
from attention.attended import Attended
from attention.errors import check
from attention.frame import frame
from attention.patterns.targets import Cells, Maps
from attention.places import Part
from attention.tokens import Tokens
from attention.what_if import WhatIf

if TYPE_CHECKING:
    from pandas import DataFrame

STEPS = {"score": "scores", "scaled": "scaled", "masked": "masked"}


@dataclass(frozen=True, eq=False, kw_only=True)
class Trace(Attended):
    """Hold one run: what each attention call received, and the model's answer.

    What a model below level A does not let be seen raises ``LevelTooLow``.

    Attributes:
        model: the network that ran.
        tokens: what it read; in most models the rows and columns of every map.
        target_tokens: what the decoder of an encoder–decoder model read, else None.
        part: of an encoder–decoder model, whose attention is meant; ``at`` changes it.
        output: the last hidden state, (query, d_model).
        what_if: what was changed in this run; all numbers are those of the changed run.
    """

    tokens: Tokens
    target_tokens: Tokens | None
    output: Float[Tensor, "query d_model"]
    own_logits: Float[Tensor, "query vocabulary"] | None
    what_if: WhatIf = field(default_factory=WhatIf)

    def at(self, part: Part | None) -> "Trace":
        """Return the same run seen at one of its parts: ``encoder``, ``decoder`` or ``cross``."""
        return replace(self, part=part)

    @property
    def queries(self) -> Tokens:
        """Return the tokens that look: the rows of the part's maps."""
        if self.target_tokens is None or self.shown_part == "encoder":
            return self.tokens
        return self.target_tokens

    @property
    def keys(self) -> Tokens:
        """Return the tokens that are looked at: the columns of the part's maps."""
        return self.tokens if self.is_cross else self.queries

    @property
    def is_cross(self) -> bool:
        """Tell whether the tokens that look and those looked at are of two texts."""
        return self.shown_part == "cross"

    @property
    def n_tokens(self) -> int:
        """Return the number of tokens that were read, special ones included."""
        return len(self.tokens)

    @property
    def logits(self) -> Float[Tensor, "query vocabulary"] | None:
        """Return the scores of every next token, None for models without a language head."""
        if self.own_logits is not None or self.model.head is None:
            return self.own_logits
        with torch.inference_mode():
            return self.model.head(self.output)

    def next_probabilities(self) -> Float[Tensor, " vocabulary"] | None:
        """Return the probability of every next token after the last one; None without a head."""
        with torch.inference_mode():
            if self.model.head is not None:
                return self.model.head(self.output[-1]).softmax(-1)
            return None if self.own_logits is None else self.own_logits[-1].softmax(-1)

    def next_tokens(self, top: int = 5) -> list[tuple[int, float]]:
        """Return ids and probabilities of the likeliest next tokens; none without a head."""
        found = self.next_probabilities()
        if found is None:
            return []
        values, ids = found.topk(top)
        return list(zip(ids.tolist(), values.tolist(), strict=True))

    @property
    def others(self) -> Tokens | None:
        """Return the tokens looked at where they are others than those that look, else None."""
        return self.keys if self.is_cross else None

    def layers(self) -> Iterator[tuple[Maps, Cells]]:
        """Yield each layer's weights, in memory, and where its queries may look."""
        for layer in range(self.n_layers):
            weights, mask = self.weights(layer).cpu(), self.mask(layer)
            everywhere = torch.ones(weights.shape[1:], dtype=torch.bool)
            yield weights, (everywhere if mask is None else mask.cpu()).numpy()

    def find_links(self, query: int, key: int, top: int = 10) -> list[links.Link]:
        """Rank all heads by what a query gives a key, each with what other words give that key."""
        check("query", query, len(self.queries))
        check("key", key, len(self.keys))
        return links.find(self.layers(), self.queries, query, key, top, keys=self.others)

    def patterns(self) -> list[patterns.HeadPattern]:
        """Name the clear patterns of every head; one entry without a name where there is none."""
        return patterns.patterns(patterns.scores(self.layers(), self.queries, self.others))

    def to_dataframe(self, layer: int | None = None, head: int | None = None) -> "DataFrame":
        """Return the weights as a long table of pandas, a row for each pair of tokens in each head.

        Columns: ``layer``, ``head``, ``query``, ``key`` (places, counted from 0), ``query_label``,
        ``key_label``, ``may_look``, ``weight``. A masked pair has weight 0 and ``may_look`` False.
        Labels may repeat: group and pivot by the places. Of one head at level A there are also
        ``score``, ``scaled`` and ``masked``, what enters the softmax.

        Args:
            layer: one layer, else all of them.
            head: one head, else all of them; of every layer, if none is named.

        Raises:
            OutOfRange: there is no such layer or head.
            ImportError: pandas is not installed.
        """
        check("layer", layer or 0, self.n_layers)
        check("head", head or 0, self.n_heads)
        layers = range(self.n_layers) if layer is None else [layer]
        heads = range(self.n_heads) if head is None else [head]
        more = {}
        if layer is not None and head is not None and self.calls:
            steps = self.steps(layer, head)
            more = {name: _array(getattr(steps, of))[None, None] for name, of in STEPS.items()}
        weights = np.stack([_array(self.weights(one)[list(heads)]) for one in layers])
        may_look = np.ones_like(weights, bool)
        for row, one in enumerate(layers):
            if (masks := self.masks(one)) is not None:
                may_look[row] = _array(masks[[at if len(masks) > 1 else 0 for at in heads]])
        labels = self.queries.labels, self.keys.labels
        return frame(weights, may_look, (layers, heads), labels, more)

    def to_npz(self, path: str | Path) -> None:
        """Write q, k, v, x, z, mask, weights by part and layer, and what was changed, as JSON.

        Below level A only what is seen: logits, mask and weights.
        """
        changes = json.dumps(self.what_if.changes())
        about = {"model": self.model.id, "what_if": changes, **self.model.run_on}
        seen, places = self.calls or self.glimpses, self.model.places
        export.to_npz(path, about, self.tokens, self.target_tokens, seen, places)

    def to_csv(self, path: str | Path, layer: int, head: int) -> None:
        """Write one head's map; every row ends with its place, the model and what was changed."""
        weights, mask = self.head_weights(layer, head), self.head_mask(layer, head)
        keys = None if self.others is None else self.others.labels
        export.to_csv(path, self._about(layer, head), self.queries.labels, weights, mask, keys)

    def to_json(self, path: str | Path, layer: int, head: int) -> None:
        """Write one head's steps, with its place, the model, the tokens and what was changed."""
        tokens, about = list(map(vars, self.queries)), self._about(layer, head)
        keys = None if self.others is None else list(map(vars, self.others))
        export.to_json(path, about, tokens, self.steps(layer, head), keys)

    def _about(self, layer: int, head: int) -> dict[str, Any]:
        part = {"part": self.shown_part} if self.model.is_encoder_decoder else {}
        about = {"model": self.model.id, **part, "layer": layer, "head": head}
        return about | {"what_if": self.what_if.changes()} | self.model.run_on


def _array(tensor: Tensor) -> np.ndarray:
    return tensor.cpu().numpy()
