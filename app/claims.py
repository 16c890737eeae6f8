"""What may be claimed of a changed run: whether a row can move, and where hidden weight went."""

import numpy as np
import torch

from attention.trace import Trace
from attention.what_if import WhatIf
from attention.what_if_views import SAME, HeadChange


def why_same(what_if: WhatIf, layer: int, head: int) -> str:
    """Tell why a row has not moved: nothing could reach it, or it did not matter here."""
    if reaches(what_if, layer, head):
        return "same"
    return "same_off" if (layer, head) in what_if.heads_off else "same_later"


def reaches(what_if: WhatIf, layer: int, head: int) -> bool:
    """Tell whether a change acts before the weights of a head, or in making them."""
    if (what_if.scale, what_if.temperature, what_if.causal) != ("model", 1.0, None):
        return True
    earlier = any(place < layer for place, _ in what_if.heads_off | what_if.uniform_heads)
    layers = {0} if what_if.block_layers is None else what_if.block_layers
    blocked = bool(what_if.block) and any(place <= layer for place in layers)
    return earlier or blocked or (layer, head) in what_if.uniform_heads


def hides(what_if: WhatIf, layer: int) -> bool:
    """Tell whether tokens are hidden in a layer."""
    layers = what_if.block_layers
    return bool(what_if.block) and (layers is None or layer in layers)


def same_vectors(before: Trace, after: Trace, layer: int, head: int) -> bool:
    """Tell whether a head reads the same q and k in both runs: only its own layer is changed.

    Where they are not seen, the logits that both runs have tell it as well.
    """
    if before.glimpses:
        one, other = (run.masked(layer)[head] for run in (before, after))
        both = one.isfinite() & other.isfinite()
        return torch.allclose(one[both], other[both] * after.what_if.temperature, atol=1e-4)
    was, now = (run.steps(layer, head) for run in (before, after))
    return torch.equal(was.q, now.q) and torch.equal(was.k, now.k)


def where_it_went(view: HeadChange, hidden: list[int], is_same: bool) -> str:
    """Name what may be said of the weight that was hidden.

    Only where nothing else is changed do the other keys share it in proportion to what they had;
    elsewhere a gain is no part of it.
    """
    if not is_same:
        return "hidden_before"
    rest = view.before[view.query].astype(float)
    total = rest.sum()
    rest[hidden] = 0
    shared = rest * total / max(rest.sum(), np.finfo(float).tiny)
    alone = np.abs(shared - view.after[view.query]).max() < SAME
    return "hidden" if alone else "hidden_besides"
