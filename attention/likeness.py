"""How alike two tokens are, beside the score that a head makes of them: two different things."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from attention.errors import check
from attention.trace import Trace


@dataclass(frozen=True)
class Likeness:
    """Hold a pair's cosine and score, and the keys that have the largest of each.

    Attributes:
        cosine: between what the layer reads at query and key; 1 is the same direction.
        score: q · k of one head, before any scaling.
        nearest: of the other keys the query may look at, the one most like it.
        nearest_cosine: how alike these two are; ``nearest_score`` is what the head makes of them.
        largest: the one with the largest score; ``largest_score`` and ``largest_cosine`` likewise.
    """

    cosine: float
    score: float
    nearest: int
    nearest_cosine: float
    nearest_score: float
    largest: int
    largest_cosine: float
    largest_score: float


def likeness(trace: Trace, layer: int, head: int, query: int, key: int) -> Likeness | None:
    """Hold cosine against score; None where a row sees no other key, or x is not known.

    Between two texts there is none: what the two sides read was made by different layers.

    Raises:
        OutOfRange: there is no such layer, head, query or key.
    """
    check("query", query, len(trace.queries))
    check("key", key, len(trace.keys))
    if trace.call(layer).x is None or trace.is_cross:
        return None
    x = trace.hidden(layer).cpu().double().numpy()
    alike = cosines(x, x[query][None])
    scores = trace.steps(layer, head).scores[query].cpu().double().numpy()
    allowed = trace.head_mask(layer, head)
    others = [
        token
        for token in range(len(trace.keys))
        if token != query and (allowed is None or bool(allowed[query, token]))
    ]
    if not others:
        return None
    nearest, largest = (max(others, key=lambda token: of[token]) for of in (alike, scores))
    return Likeness(
        float(alike[key]), float(scores[key]),
        nearest, float(alike[nearest]), float(scores[nearest]),
        largest, float(alike[largest]), float(scores[largest]),
    )  # fmt: skip


def cosines(
    a: Float[np.ndarray, "row d_model"], b: Float[np.ndarray, "#row d_model"]
) -> Float[np.ndarray, " row"]:
    """Give the cosine of every row with its counterpart, or with the only one there is.

    >>> cosines(np.array([[1.0, 0], [0, 2], [3, 0]]), np.array([[1.0, 0]])).tolist()
    [1.0, 0.0, 1.0]
    """
    lengths = np.linalg.norm(a, axis=1) * np.linalg.norm(b, axis=1)
    return (a * b).sum(axis=1) / np.maximum(lengths, np.finfo(float).tiny)
