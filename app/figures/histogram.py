"""Random scores as histograms above each other on one axis: each wider than the one before."""

from collections.abc import Sequence
from html import escape

import numpy as np
from jaxtyping import Float32

BINS = 61


def ridge(scores: Float32[np.ndarray, " pair"], reach: float, alt: str) -> str:
    """Draw one histogram from −reach to reach, as high as the frame; ±1 standard deviation marked.

    What lies outside counts to the last bar on its side.
    """
    kept = np.clip(scores, -reach, reach)
    counts, _ = np.histogram(kept, bins=BINS, range=(-reach, reach))
    heights = counts / counts.max()
    path = "".join(
        f"M{i + 0.08:.2f} 1V{1 - height:.4f}H{i + 0.92:.2f}V1Z"
        for i, height in enumerate(heights)
        if height > 0
    )
    one = float(scores.astype(float).std()) / reach * BINS / 2
    marks = "".join(
        f'<line class="deviation" x1="{x:.2f}" x2="{x:.2f}" y1="0" y2="1"/>'
        for x in (BINS / 2 - one, BINS / 2 + one)
    )
    return (
        f'<svg viewBox="0 0 {BINS} 1" preserveAspectRatio="none" role="img" '
        f'aria-label="{escape(alt)}"><path d="{path}"/>{marks}</svg>'
    )


def ridges(rows: Sequence[tuple[str, str]], axis: tuple[str, str, str], caption: str) -> str:
    """Put histograms below each other; each row is its name and its picture."""
    body = "".join(
        f'<div class="name">{escape(name)}</div><div class="ridge">{picture}</div>'
        for name, picture in rows
    )
    ends = "".join(f"<span>{escape(end)}</span>" for end in axis)
    return (
        f'<figure class="ridges"><figcaption>{escape(caption)}</figcaption>{body}'
        f'<div class="name"></div><div class="axis" aria-hidden="true">{ends}</div></figure>'
    )
