"""One run of one text through one model: the record, and everything that can be derived from it."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, get_args

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from attention import export, links, patterns
from attention.core import AttentionSteps
from attention.errors import check
from attention.models import Model
from attention.patterns.targets import Cells, Maps
from attention.places import Part
from attention.projections import Projection, projection
from attention.recording import Call
from attention.tokens import Tokens
from attention.what_if import WhatIf


@dataclass(frozen=True, eq=False)
class Trace:
    """Hold one run: what each attention call received, and the model's answer.

    Layers and heads count from 0. ``part`` matters for encoder–decoder models only: None means the
    encoder's own attention; in a model without an encoder, the decoder's.

    Attributes:
        model: the network that ran.
        tokens: what it read; the rows and columns of every map.
        target_tokens: what the decoder of an encoder–decoder model read, else None.
        output: the last hidden state, (query, d_model).
        what_if: what was changed in this run; all numbers are those of the changed run.
    """

    model: Model
    tokens: Tokens
    target_tokens: Tokens | None
    calls: tuple[Call, ...]
    output: Float[Tensor, "query d_model"]
    own_logits: Float[Tensor, "query vocabulary"] | None
    what_if: WhatIf = field(default_factory=WhatIf)

    @property
    def n_layers(self) -> int:
        """Return the number of attention layers."""
        return self.model.n_layers

    @property
    def n_heads(self) -> int:
        """Return the number of query heads in a layer."""
        return self.model.n_heads

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

    def call(self, layer: int, part: Part | None = None) -> Call:
        """Return what a layer's attention received.

        Raises:
            OutOfRange: there is no such layer.
        """
        return self.calls[self.position(layer, part)]

    def position(self, layer: int, part: Part | None = None) -> int:
        """Return which of the recorded calls belongs to a layer."""
        if part is not None and part not in get_args(Part):
            raise ValueError(f"part must be one of {get_args(Part)}, got {part!r}")
        part = part or self.model.main_part
        found = [i for i, place in enumerate(self.model.places) if place.part == part]
        check("layer", layer, len(found))
        return found[layer]

    def factor(self, layer: int, part: Part | None = None) -> float:
        """Return the model's own factor on a layer's dot products; 1 where it scales nothing.

        It may be handed to the formula, or be in q already; ``steps().scale`` is what this run used
        beside what is in q.
        """
        return self.model.places[self.position(layer, part)].factor

    @property
    def kept_rows(self) -> frozenset[int]:
        """Return the queries that kept one blocked key somewhere, since they had no other."""
        parts = (self.model.main_part, "cross")
        calls = zip(self.calls, self.model.places, strict=True)
        kept = [c.kept for c, place in calls if c.kept is not None and place.part in parts]
        return frozenset(query for rows in kept for query in rows.nonzero().flatten().tolist())

    def weights(self, layer: int, part: Part | None = None) -> Float[Tensor, "head query key"]:
        """Return a layer's attention weights; each row sums to 1."""
        with torch.inference_mode():
            return self.call(layer, part).steps().weights[0]

    def steps(self, layer: int, head: int, part: Part | None = None) -> AttentionSteps:
        """Return every step of one head, as matrices without leading axes."""
        call = self.call(layer, part)
        check("head", head, call.q.shape[1])
        with torch.inference_mode():
            return call.one_head(head)

    def mask(self, layer: int, part: Part | None = None) -> Bool[Tensor, "query key"] | None:
        """Return where a layer's queries may look; None where nothing is masked."""
        call = self.call(layer, part)
        if call.mask is None:
            return None
        return call.mask[0, 0].expand(call.q.shape[2], call.k.shape[2])

    def hidden(self, layer: int, part: Part | None = None) -> Float[Tensor, "query d_model"]:
        """Return x: what a layer's attention read."""
        x = self.call(layer, part).x
        if x is None:
            raise ValueError(f"the attention of layer {layer} was not seen reading its input")
        return x[0]

    def projection(self, layer: int, part: Part | None = None) -> Projection:
        """Return the matrices of a layer, and how x becomes q and k."""
        return projection(self.model.sources[self.position(layer, part)])

    def contributions(
        self, layer: int, part: Part | None = None
    ) -> Float[Tensor, "head query d_model"]:
        """Return what each head adds to the output of W_O: z_h · W_O[h].

        Their sum plus b_o is what the output projection gives, before any residual or norm.

        Raises:
            ValueError: the model's output projection is not known, see ``projection().missing``.
        """
        W_o = self.projection(layer, part).W_o
        if W_o is None:
            raise ValueError(f"the output projection of layer {layer} was not found")
        z = self.call(layer, part).output[0]
        with torch.inference_mode():
            return z @ W_o.reshape(z.shape[0], z.shape[-1], -1)

    def layers(self) -> Iterator[tuple[Maps, Cells]]:
        """Yield each layer's weights, in memory, and where its queries may look."""
        for layer in range(self.n_layers):
            weights, mask = self.weights(layer).cpu(), self.mask(layer)
            everywhere = torch.ones(weights.shape[1:], dtype=torch.bool)
            yield weights, (everywhere if mask is None else mask.cpu()).numpy()

    def find_links(self, query: int, key: int, top: int = 10) -> list[links.Link]:
        """Rank all heads by what a query gives a key, each with what other words give that key."""
        check("query", query, self.n_tokens)
        check("key", key, self.n_tokens)
        return links.find(self.layers(), self.tokens, query, key, top)

    def patterns(self) -> list[patterns.HeadPattern]:
        """Name the clear patterns of every head; one entry without a name where there is none."""
        return patterns.patterns(patterns.scores(self.layers(), self.tokens))

    def to_npz(self, path: str | Path) -> None:
        """Write q, k, v, x, z, mask, weights by part and layer, and what was changed, as JSON."""
        changes = json.dumps(self.what_if.changes())
        about = {"model": self.model.id, "what_if": changes, **self.model.run_on}
        export.to_npz(path, about, self.tokens, self.calls, self.model.places)

    def to_csv(self, path: str | Path, layer: int, head: int) -> None:
        """Write one head's map; every row ends with its place, the model and what was changed."""
        export.to_csv(path, self._about(layer, head), self.tokens.labels, self.steps(layer, head))

    def to_json(self, path: str | Path, layer: int, head: int) -> None:
        """Write one head's steps, with its place, the model, the tokens and what was changed."""
        tokens = list(map(vars, self.tokens))
        export.to_json(path, self._about(layer, head), tokens, self.steps(layer, head))

    def _about(self, layer: int, head: int) -> dict[str, Any]:
        about = {"model": self.model.id, "layer": layer, "head": head}
        return about | {"what_if": self.what_if.changes()} | self.model.run_on
