"""q and k of one head on the two directions in which they differ most: only a shadow of them."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from attention.trace import Trace


@dataclass(frozen=True, eq=False)
class Plane:
    """Hold the shadows of all q and k, and what the shadow can't be trusted for.

    ``share`` is the part of all differences that the two directions keep. ``nearest`` lists the
    keys of largest real q · k, the largest first, among those the query may look at.
    """

    q: Float[np.ndarray, "token 2"]
    k: Float[np.ndarray, "token 2"]
    share: float
    nearest: tuple[tuple[int, float], ...]


def plane(trace: Trace, layer: int, head: int, query: int, top: int = 5) -> Plane:
    """Give the shadows of a head's q and k by principal components, and a query's best keys."""
    steps = trace.steps(layer, head)
    q, k = steps.q.double().numpy(), steps.k.double().numpy()
    both = np.concatenate([q, k])
    left, lengths, _ = np.linalg.svd(both - both.mean(axis=0), full_matrices=False)
    shadow = left[:, :2] * lengths[:2]
    # A direction has no sign of its own: the farthest point is put on its positive side.
    shadow *= np.sign(shadow[np.abs(shadow).argmax(axis=0), [0, 1]])
    kept = float((lengths[:2] ** 2).sum() / max((lengths**2).sum(), 1e-12))
    scores = steps.scores[query].numpy().astype(float)
    seen = np.ones(len(k), dtype=bool) if steps.mask is None else steps.mask[query].numpy()
    best = [int(i) for i in np.argsort(-scores, kind="stable") if seen[i]][:top]
    return Plane(shadow[: len(q)], shadow[len(q) :], kept, tuple((i, scores[i]) for i in best))
