"""What is changed in one attention call: other numbers go into the formula, never another formula.

``what_if`` says what a person wants, ``plan`` what that means for each call of a model, and here it
is done, between the model and ``core.attend``.
"""

from dataclasses import dataclass, replace
from typing import Any

import torch
from jaxtyping import Bool, Float
from torch import Tensor

Logits = Float[Tensor, "batch head query key"]
Allowed = Bool[Tensor, "batch head query key"]


@dataclass(frozen=True, eq=False)
class Given:
    """Hold what the formula is given in one call, beside k and v."""

    q: Float[Tensor, "batch head query d_head"]
    scale: float | None
    mask: Bool[Tensor, "#batch #head #query key"] | None
    bias: Float[Tensor, "#batch #head #query key"] | None
    softcap: float | None
    sink: Float[Tensor, " head"] | None
    kept: Bool[Tensor, " query"] | None = None

    @property
    def extras(self) -> dict[str, Any]:
        """Return the formula's options, by name."""
        names = ("mask", "bias", "softcap", "sink")
        return {name: getattr(self, name) for name in names}


@dataclass(frozen=True)
class Change:
    """Say what is changed in one call; its defaults change nothing.

    Attributes:
        off: heads whose output becomes zero.
        uniform: heads that look at everything they may look at alike.
        block: keys that nobody may look at.
        scale: takes the place of the factor that the model hands in, None leaves it.
        temperature: divides what enters the softmax; ``scale`` is divided already.
        causal: whether queries may look ahead, None leaves it.
    """

    off: frozenset[int] = frozenset()
    uniform: frozenset[int] = frozenset()
    block: frozenset[int] = frozenset()
    scale: float | None = None
    temperature: float = 1.0
    causal: bool | None = None

    def of(self, given: Given, n_keys: int) -> Given:
        """Give what the formula gets instead."""
        if self.causal is not None:
            given = replace(given, mask=turned(given.mask, self.causal, given.q.shape[2], n_keys))
        if self.block:
            mask, kept = blocked(given.mask, self.block, given.q.shape[2], n_keys)
            given = replace(given, mask=mask, kept=kept)
        if self.scale is not None:
            given = replace(given, scale=self.scale)
        if self.temperature != 1:
            given = warmed(given, self.temperature)
        return levelled(given, self.uniform) if self.uniform else given

    def of_logits(self, logits: Logits, mask: Allowed) -> tuple[Logits, Allowed, Tensor | None]:
        """Give other logits where only those are seen, where they may look, and rows that kept.

        The factor on the scores is in them already, so ``scale`` has nothing to act on here, and a
        mask that is in them can't be lifted.
        """
        kept, (n_queries, n_keys) = None, logits.shape[-2:]
        if self.causal:
            mask = mask & torch.ones(n_queries, n_keys, dtype=torch.bool).tril().to(mask.device)
        if self.block:
            mask, kept = blocked(mask, self.block, n_queries, n_keys)
        logits = logits / self.temperature
        logits[:, sorted(self.uniform)] = 0.0
        return logits.masked_fill(~mask, float("-inf")), mask, kept


def turned(mask: Tensor | None, causal: bool, n_queries: int, n_keys: int) -> Tensor | None:
    """Add a causal mask, or lift the one that is there.

    Only looking ahead is allowed or forbidden: a window on the past stays, and so do keys that no
    query may look at. A mask that lets some query look ahead is not causal and is left as it is.
    """
    if mask is None and not causal:
        return None
    past = torch.ones(n_queries, n_keys, dtype=torch.bool).tril(n_keys - n_queries)
    if mask is None:
        return past[None, None]
    past = past.to(mask.device)
    if causal:
        return mask & past
    looks_ahead = bool((mask & ~past).any())
    return mask if looks_ahead else torch.where(past, mask, mask.any(dim=-2, keepdim=True))


def blocked(
    mask: Tensor | None, block: frozenset[int], n_queries: int, n_keys: int
) -> tuple[Tensor, Tensor | None]:
    """Hide keys from all queries, and say which rows kept one that they had to.

    A row must give its weight to something: one that would be left without a key keeps the last of
    those it had.
    """
    allowed = torch.ones(1, 1, 1, n_keys, dtype=torch.bool) if mask is None else mask
    keys = torch.arange(n_keys, device=allowed.device)
    left = allowed & ~torch.isin(keys, torch.tensor(sorted(block), device=allowed.device))
    lost = allowed.any(dim=-1) & ~left.any(dim=-1)
    if not bool(lost.any()):
        return left, None
    last = torch.where(allowed, keys, -1).amax(dim=-1, keepdim=True)
    kept = lost.any(dim=0).any(dim=0).expand(n_queries)
    return left | (lost[..., None] & (keys == last)), kept


def warmed(given: Given, temperature: float) -> Given:
    """Divide everything that is added up to a logit; the scale is divided already.

    Dividing c · tanh(scaled / c) by T is the same as capping scaled / T at c / T.
    """
    return replace(
        given,
        bias=None if given.bias is None else given.bias / temperature,
        softcap=None if given.softcap is None else given.softcap / temperature,
        sink=None if given.sink is None else given.sink / temperature,
    )


def levelled(given: Given, heads: frozenset[int]) -> Given:
    """Let some heads ask for nothing: a query of zeros scores every key alike."""
    chosen = torch.zeros(given.q.shape[1], dtype=torch.bool, device=given.q.device)
    chosen[sorted(heads)] = True
    bias = given.bias
    if bias is not None:
        bias = bias.expand(-1, len(chosen), -1, -1).masked_fill(chosen[:, None, None], 0.0)
    sink = None if given.sink is None else given.sink.masked_fill(chosen, float("-inf"))
    return replace(given, q=given.q.masked_fill(chosen[:, None, None], 0.0), bias=bias, sink=sink)


def silenced(
    output: Float[Tensor, "batch head query d_v"], off: frozenset[int]
) -> Float[Tensor, "batch head query d_v"]:
    """Put zeros where the output of a head that is off would be: W_O then adds nothing of it."""
    if not off:
        return output
    output = output.clone()
    output[:, sorted(off)] = 0.0
    return output
