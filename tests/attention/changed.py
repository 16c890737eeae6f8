"""A run and its edited twin, and the comparison of every number of both."""

from dataclasses import dataclass

import torch
from torch import Tensor
from torch.testing import assert_close

import attention
from attention import Trace, WhatIf
from tests.attention.edited import Edit, Edited

HEADS = {(0, 1), (0, 8), (3, 1), (5, 4)}


@dataclass(frozen=True, eq=False)
class Base:
    name: str
    t: Trace
    edited: Edited

    @property
    def ids(self) -> list[int]:
        return list(self.t.tokens.ids)

    def run(self, what_if: WhatIf) -> Trace:
        return attention.trace(self.t.model, ids=self.ids, what_if=what_if)

    @property
    def blind(self) -> Tensor:
        """Where logits are −∞ in the model itself."""
        n = self.t.n_tokens
        return torch.ones(n, n).triu(1).bool() if self.name == "smollm2" else torch.zeros(n, n) > 0


def near(found: Tensor, expected: Tensor) -> None:
    """Compare within 1e-5 of the largest number: rounding grows with what is added up."""
    size = expected.abs().max()
    assert_close(found / size, expected / size, rtol=0, atol=1e-5)


def same(t: Trace, edited: Edited, edit: Edit, start: int = 0) -> None:
    """Compare every layer, the output and the logits, from a query on."""
    found = edited.run(list(t.tokens.ids), edit)
    for layer in range(t.n_layers):
        expected = found.weights[layer][:, start:]
        assert_close(t.weights(layer)[:, start:], expected, rtol=0, atol=1e-5)
    near(t.output[start:], found.hidden[start:])
    if t.logits is not None and found.logits is not None:
        near(t.logits[start:], found.logits[start:])
