"""What the browser gets of a projection: exact numbers of one head, pictures of the rest.

Numbers that can be read are float32. The wide matrices are seen and not read, so a picture of 8-bit
points is enough, a point being the largest of its cells. Long texts send a window of tokens.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float, Int8

from app.components.wire import pack
from attention.projection_views import Factors, ProjectionView, Turn
from attention.views import TokenLine

LIMIT = 380_000  # bytes of one message
WINDOW = 48  # tokens
ALL_COLUMNS = 200_000  # bytes: above, only the opened column is sent
PICTURE = 200  # points along an edge
CLIP = 99.5  # per cent of the numbers lie inside the colour scale


@dataclass(frozen=True)
class Body:
    """Hold the arrays of a message, and what the browser needs to find its way in them."""

    head: dict[str, object]
    numbers: tuple[np.ndarray, ...]
    pictures: tuple[np.ndarray, ...] = ()

    def packed(self, more: dict[str, object]) -> bytes:
        """Give the message: 32-bit numbers first, so that they stand aligned, then pictures."""
        numbers = b"".join(a.astype("<f4").tobytes() for a in self.numbers)
        pictures = b"".join(a.tobytes() for a in self.pictures)
        return pack(self.head | more, numbers + pictures + b"\0" * (len(pictures) % 2))


def message(view: ProjectionView, line: TokenLine, token: int, dim: int, n_heads: int) -> Body:
    """Give the numbers and pictures of a view around one token."""
    rows = window(view, token)
    head: dict[str, object] = {
        "name": view.name,
        "head": view.head,
        "part": view.part,
        "n_parts": view.n_parts,
        "n_heads": n_heads,
        "users": view.users,
        "token": token,
        "dim": dim,
        "first": rows.start,
        "n_tokens": len(line.labels),
        "labels": line.labels[rows],
        "d_head": view.d_head,
        "hidden": view.hidden,
        "relation": view.relation,
        "factor": view.factor,
        "scales": {"own": scale(view.own)},
    }
    if view.factors is None:
        return Body(head, (view.own[rows],))
    return _with_factors(head, view, view.factors, rows, dim)


def _with_factors(
    head: dict[str, object], view: ProjectionView, found: Factors, rows: slice, dim: int
) -> Body:
    step = (-(-found.W.shape[0] // PICTURE), column_step(found.W.shape[1], view.d_head))
    W, wide = largest(found.W, *step), largest(found.wide, 1, step[1])
    start = view.columns.start
    columns = view.columns if sends_all(found, view.d_head) else slice(start + dim, start + dim + 1)
    scales = {"x": scale(found.x), "W": scale(W), "wide": scale(found.wide)}
    more = {
        "d_model": found.W.shape[0],
        "width": found.W.shape[1],
        "has_bias": found.b is not None,
        "dims": [columns.start - start, columns.stop - start],
        "step": step,
        # A turn keeps lengths: with one scale, before and after can be compared by colour.
        "scales": scales | {"own": scales["wide"] if view.turn else scale(view.own)},
        "turn": _turn_head(view.turn),
    }
    numbers = (
        found.x[rows],
        found.W[:, columns].T,
        np.zeros(view.d_head) if found.b is None else found.b[view.columns],
        found.wide[rows, view.columns],
        view.own[rows],
        *_turn_numbers(view.turn, rows),
    )
    pictures = (points(wide[rows], scales["wide"]), points(W, scales["W"]))
    return Body(head | more, numbers, pictures)


def _turn_head(turn: Turn | None) -> dict[str, object] | None:
    if turn is None:
        return None
    return {
        "layout": turn.layout,
        "pairs": turn.pairs.tolist(),
        "speeds": turn.angles[1].tolist(),
        "error": turn.error,
    }


def _turn_numbers(turn: Turn | None, rows: slice) -> tuple[np.ndarray, ...]:
    if turn is None:
        return ()
    angles = turn.angles[rows]
    return angles, np.cos(angles), np.sin(angles)


def sends_all(found: Factors, d_head: int) -> bool:
    """Tell whether the columns of a head are few enough to send them all."""
    return 4 * found.W.shape[0] * d_head <= ALL_COLUMNS


def window(view: ProjectionView, token: int) -> slice:
    """Give the tokens that are sent: all of a usual sentence, else the page the token is on."""
    n_tokens, d_head = view.own.shape
    size = WINDOW
    if view.factors is not None:
        d_model, width = view.factors.W.shape
        columns = 4 * d_model * (d_head if sends_all(view.factors, d_head) else 1)
        per_token = 4 * d_model + min(width, 2 * PICTURE) + 14 * d_head
        size = max(4, min(size, (LIMIT - columns - PICTURE * 2 * PICTURE) // per_token))
    if n_tokens <= size:
        return slice(0, n_tokens)
    first = min(token // size * size, n_tokens - size)
    return slice(first, first + size)


def column_step(width: int, d_head: int) -> int:
    """Give how many columns one point stands for: few enough points, none across two heads."""
    steps = [step for step in range(1, d_head + 1) if d_head % step == 0]
    return next((step for step in steps if width // step <= 2 * PICTURE), d_head)


def largest(
    matrix: Float[np.ndarray, "row column"], down: int, across: int
) -> Float[np.ndarray, "point point"]:
    """Keep of each block of cells the one farthest from 0, with its sign."""
    kept = matrix
    for axis, step in ((0, down), (1, across)):
        if step > 1:
            starts = np.arange(0, kept.shape[axis], step)
            high = np.maximum.reduceat(kept, starts, axis=axis)
            low = np.minimum.reduceat(kept, starts, axis=axis)
            kept = np.where(high >= -low, high, low)
    return kept


def scale(values: Float[np.ndarray, "*shape"]) -> float:
    """Give where the colours of some numbers end: a few outliers may lie beyond."""
    return float(np.percentile(np.abs(values), CLIP)) or 1.0


def points(values: Float[np.ndarray, "*shape"], end: float) -> Int8[np.ndarray, "*shape"]:
    """Give colours as −127 … 127."""
    return np.rint(127 * np.clip(values / end, -1, 1)).astype(np.int8)
