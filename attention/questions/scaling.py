"""Questions of √d_k."""

import numpy as np

from attention.questions.place import Place
from attention.questions.record import Number, Question, TokenAt, question


def spread(place: Place) -> Question | None:
    """Ask how far random scores spread in vectors as wide as this head's."""
    d_head = place.d_head
    return question(
        "spread",
        {"d_head": Number(d_head)},
        Number(d_head**0.5, 2),
        (Number(1, 2), "like_one"),
        (Number(d_head, 2), "variance"),
        (Number(d_head**2, 2), "squared"),
    )


def unscaled(place: Place) -> Question | None:
    """Ask for the largest weight of the row if nothing were divided, in this head only."""
    if not (place.is_plain and place.scale_is_root):
        return None
    key = place.by_weight[0]
    weight = float(place.row("weights")[key])
    raw = without_scale(place)[key]
    return question(
        "unscaled",
        {"query": TokenAt(place.query), "key": TokenAt(key), "weight": Number(weight, 4),
         "root": Number(place.d_head**0.5, 3)},
        Number(float(raw), 4),
        (Number(weight, 4), "same_order"),
        (Number(weight / place.d_head**0.5, 4), "less"),
    )  # fmt: skip


def without_scale(place: Place) -> np.ndarray:
    """Give the row's weights if scores entered softmax undivided."""
    scores = np.where(place.seen, place.row("scores"), -np.inf)
    powers = np.exp(scores - scores.max())
    return powers / powers.sum()


def divisor(place: Place) -> Question | None:
    """Ask for the divisor if the same model had twice as many heads, each half as wide."""
    d_head, d_model = place.d_head, place.trace.model.d_model
    if d_head % 2 or not place.scale_is_root:
        return None
    heads = 2 * place.trace.model.n_heads
    return question(
        "divisor",
        {"d_model": Number(d_model), "heads": Number(heads), "half": Number(d_head // 2),
         "d_head": Number(d_head)},
        Number((d_head // 2) ** 0.5, 3),
        (Number(d_head**0.5, 3), "unchanged"),
        (Number(d_model**0.5, 3), "whole_vector"),
        (Number(heads**0.5, 3), "heads"),
    )  # fmt: skip
