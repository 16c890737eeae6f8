"""View data of the layer by hand: the walk, the words, and the same words in another order."""

import hashlib
import random
from dataclasses import replace

import numpy as np
from jaxtyping import Bool, Float32

from attention import step_views
from attention.by_hand import HandLayer, Matrices, to_json, work
from attention.shuffled import Shuffled
from attention.step_numbers import HeadRun
from attention.step_views import StepView
from attention.views import TokenLine

LONG = 16  # characters of a word that a row has room for


def head_run(layer: HandLayer, head: int) -> HeadRun:
    """Take one head out of a layer."""
    return HeadRun(
        layer=0,
        head=head,
        n_kv_heads=layer.setting.n_kv_heads,
        steps=layer.head(head),
        x=layer.x,
        projection=layer.projection,
        concat=layer.steps.output,
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
    """Compute a head again with its words in another order, every word keeping its vector."""
    n = len(layer.setting.words)
    order = list(range(n))
    random.Random(seed).shuffle(order)
    if order == sorted(order):  # a shuffle that moves nothing shows nothing
        order = order[1:] + order[:1]
    words = tuple(layer.setting.words[place] for place in order)
    moved: Matrices = {**layer.matrices, "x": layer.matrices["x"][order]}
    other = work(replace(layer.setting, words=words), moved)
    first, second = (one.head(head).weights[None] for one in (layer, other))
    return Shuffled(np.array(order), first, second)


def fingerprint(layer: HandLayer) -> str:
    """Give a short name that is the same only for the same layer, to the last number."""
    return hashlib.sha256(to_json(layer, "").encode()).hexdigest()[:16]
