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
    body = "".join(f'<i style="height:{100 * height:.1f}%"></i>' for height in heights)
    one = 50 * min(1.0, float(scores.astype(float).std()) / reach)
    marks = "".join(f'<b style="left:{50 + side * one:.2f}%"></b>' for side in (-1, 1))
    return f'<div class="bins" role="img" aria-label="{escape(alt)}">{body}{marks}</div>'


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
