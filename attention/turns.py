"""The rotation (RoPE) between a projection and what attention reads, found by value.

The angles are read off the numbers before and after: nothing is assumed about a model's rotation
but that pairs of dimensions turn, all heads alike.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np
from einops import rearrange
from jaxtyping import Float, Float32, Int

Layout = Literal["halves", "neighbours"]

TOLERANCE = 1e-4  # relative; a turn computed in another order differs by some 1e-7


@dataclass(frozen=True, eq=False)
class Turn:
    """Hold the rotation between a projection and what attention reads.

    Attributes:
        layout: which dimensions turn together: i with i + d/2 (halves), or 2i with 2i + 1.
        pairs: the two dimensions of each pair; the rest stays as it is.
        angles: in radians, by position and pair, the same in every head. Values tell an angle only
            up to whole turns; those that fit equal steps from position to position are added.
        error: greatest difference between the turned values and the model's own.
    """

    layout: Layout
    pairs: Int[np.ndarray, "pair 2"]
    angles: Float[np.ndarray, "token pair"]
    error: float


def find_turn(
    wide: Float32[np.ndarray, "token width"],
    own: Float32[np.ndarray, "part token d_head"],
    factor: float,
    tolerance: float = TOLERANCE,
) -> Turn | None:
    """Find which dimensions turn together and by how much, from the values alone.

    None where nothing turns (position 0) or no pairing explains what the model did.
    """
    d_head = own.shape[-1]
    before = factor * rearrange(wide.astype(np.float64), "token (part d) -> part token d", d=d_head)
    after = own.astype(np.float64)
    limit = tolerance * float(np.abs(after).max())
    if float(np.abs(before - after).max()) <= limit:
        return None
    tried = (turned_by(before, after, *pairing) for pairing in pairings(d_head))
    right = [turn for turn in tried if turn.error <= limit]
    # Pairs that stand still would fit too: the fewest that explain everything are right.
    return min(right, key=lambda turn: (len(turn.pairs), turn.error), default=None)


def pairings(d_head: int) -> Iterator[tuple[Layout, Int[np.ndarray, "pair 2"]]]:
    """Yield the ways models pair dimensions; some turn only the first half or quarter."""
    width = d_head
    while width >= 2 and width % 2 == 0:
        dims = np.arange(width)
        yield "halves", dims.reshape(2, -1).T
        yield "neighbours", dims.reshape(-1, 2)
        width //= 2


def turned_by(
    before: Float[np.ndarray, "part token d_head"],
    after: Float[np.ndarray, "part token d_head"],
    layout: Layout,
    pairs: Int[np.ndarray, "pair 2"],
) -> Turn:
    """Give the turn that fits best if these are the pairs: one angle for all heads."""
    (a, b), (c, d) = ((m[..., pairs[:, 0]], m[..., pairs[:, 1]]) for m in (before, after))
    angles = np.arctan2((a * d - b * c).sum(axis=0), (a * c + b * d).sum(axis=0))
    turned = before.copy()
    turned[..., pairs[:, 0]] = a * np.cos(angles) - b * np.sin(angles)
    turned[..., pairs[:, 1]] = a * np.sin(angles) + b * np.cos(angles)
    return Turn(layout, pairs, unwound(angles), float(np.abs(turned - after).max()))


def unwound(angles: Float[np.ndarray, "token pair"]) -> Float[np.ndarray, "token pair"]:
    """Add whole turns so that angles grow by the step from position 0 to 1, as far as they do."""
    steady = np.arange(len(angles))[:, None] * (angles[1:2] - angles[:1] if len(angles) > 1 else 0)
    return angles + 2 * np.pi * np.rint((steady - angles) / (2 * np.pi))
