"""View data of the layer by hand: the walk, the words, and the same words in another order."""

import hashlib
import random
from dataclasses import dataclass, replace

import numpy as np
import torch
from einops import rearrange
from jaxtyping import Bool, Float32

from attention import step_views
from attention.by_hand import HandLayer, Matrices, to_json, work
from attention.step_numbers import HeadRun
from attention.step_views import StepView
from attention.views import TokenLine

LONG = 16  # characters of a word that a row has room for


@dataclass(frozen=True, eq=False)
class Shuffled:
    """Hold a head's weights on the same words in two orders.

    Attributes:
        order: the places, in the first order, of the words of the second.
        difference: the most that any pair of words gained or lost.
    """

    order: tuple[int, ...]
    first: Float32[np.ndarray, "query key"]
    second: Float32[np.ndarray, "query key"]
    difference: float


def head_run(layer: HandLayer, head: int) -> HeadRun:
    """Take one head out of a layer."""
    W_o, z = layer.projection.W_o, layer.steps.output
    added = None
    if W_o is not None:
        stripes = rearrange(W_o, "(head d_v) d_out -> head d_v d_out", head=len(z))
        added = torch.einsum("h q v, h v o -> h q o", z, stripes)
    return HeadRun(
        layer=0,
        head=head,
        n_kv_heads=layer.setting.n_kv_heads,
        steps=layer.head(head),
        x=layer.x,
        projection=layer.projection,
        concat=z,
        added=added,
    )


def step_view(layer: HandLayer, head: int, query: int, key: int) -> StepView:
    """Give the walk through one row of a head."""
    view = step_views.step_view_of(head_run(layer, head), query, key)
    if not layer.setting.projection:
        return view
    columns = head_columns(layer, head)
    return replace(view, matrices={**view.matrices, **columns})


def head_columns(layer: HandLayer, head: int) -> dict[str, Float32[np.ndarray, "d_model d_k"]]:
    """Give the columns of W_q, W_k and W_v that make a head's q, k and v."""
    setting = layer.setting
    shared = head // (setting.n_heads // setting.n_kv_heads)
    first = {"W_q": head * setting.d_k, "W_k": shared * setting.d_k, "W_v": shared * setting.d_k}
    return {
        name: np.ascontiguousarray(layer.matrices[name].numpy()[:, start : start + setting.d_k])
        for name, start in first.items()
    }


def token_line(layer: HandLayer) -> TokenLine:
    """Give the words as a line of tokens; long ones are cut with a sign."""
    words = layer.setting.words
    labels = tuple(word if len(word) <= LONG else f"{word[: LONG - 1]}…" for word in words)
    return TokenLine(labels, words, (False,) * len(words), (False,) * len(words))


def masked(layer: HandLayer) -> Bool[np.ndarray, "query key"]:
    """Give where a query may not look."""
    n = len(layer.setting.words)
    return ~np.tri(n, dtype=bool) if layer.setting.causal else np.zeros((n, n), dtype=bool)


def shuffled(layer: HandLayer, head: int, seed: int) -> Shuffled:
    """Compute the layer again with its words in another order, every word keeping its vector."""
    n = len(layer.setting.words)
    order = list(range(n))
    random.Random(seed).shuffle(order)
    if order == sorted(order):  # a shuffle that moves nothing shows nothing
        order = order[1:] + order[:1]
    words = tuple(layer.setting.words[place] for place in order)
    moved: Matrices = {**layer.matrices, "x": layer.matrices["x"][order]}
    other = work(replace(layer.setting, words=words), moved)
    first, second = (one.head(head).weights.numpy() for one in (layer, other))
    difference = np.abs(first[np.ix_(order, order)] - second).max()
    return Shuffled(tuple(order), first, second, float(difference))


def fingerprint(layer: HandLayer) -> str:
    """Give a short name that is the same only for the same layer, to the last number."""
    return hashlib.sha256(to_json(layer, "").encode()).hexdigest()[:16]
