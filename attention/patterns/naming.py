"""When a head may be called by the name of a pattern."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from attention.patterns.scores import EVEN, Scores
from attention.patterns.targets import NAMES, PLACES, Name

MORE_THAN_HALF = 0.5
CLOSE_BY = 0.6  # a window has several keys, and even weights would give it a third of a short text
MOST_ROWS = 0.5
FEWEST_ROWS = 3

THRESHOLDS: Mapping[Name, float] = {
    **dict.fromkeys(NAMES, MORE_THAN_HALF),
    "window": CLOSE_BY,
    "broad": EVEN,
}


@dataclass(frozen=True)
class HeadPattern:
    """Hold one pattern that a head clearly shows on one text.

    Attributes:
        name: the pattern; None for a head without a clear one. The other fields then are those of
            the pattern that it comes closest to.
        score: the mean, over the rows that can show the pattern, of the weight on its cells.
        rule: which pattern was measured; a text explains it under this id.
        least: the row that shows it least. A mean alone would hide it.
        held: in how many rows the largest weight is the pattern's; ``n_rows`` is out of how many.
        words: the score without special tokens, and without a causal model's first token.
        rescaled: the same with the rest of each row divided by its sum.
    """

    layer: int
    head: int
    name: Name | None
    score: float
    rule: Name
    least: float
    held: int
    n_rows: int
    words: float | None
    rescaled: float | None


def enough(scores: Scores) -> np.ndarray:
    """Give where a text has enough rows to judge a pattern by, (pattern, layer)."""
    return scores.n_rows >= FEWEST_ROWS


def shown(scores: Scores) -> np.ndarray:
    """Give which head clearly shows which pattern, (pattern, layer, head).

    The mean over the rows exceeds the pattern's threshold, the largest weight is the pattern's in
    at least half of them, and there are at least three: no single row and no mean alone can name a
    head. Raw weights decide. A head that looks at one neighbour, or at itself, is no window.
    """
    limits = np.array([THRESHOLDS[name] for name in NAMES])[:, None, None]
    n_rows = scores.n_rows[:, :, None]
    mostly = (scores.held >= MOST_ROWS * n_rows) & enough(scores)[:, :, None]
    clear = mostly & (np.nan_to_num(scores.raw) > limits)
    exact = [NAMES.index(name) for name in PLACES]
    clear[NAMES.index("window")] &= ~clear[exact].any(0)
    return clear


def patterns(scores: Scores) -> list[HeadPattern]:
    """Give each head's clear patterns, the most particular first; one without a name if none.

    Heads stand in the order of their layers. The first entry of a head is the one to call it by.
    """
    clear = shown(scores)
    found: list[HeadPattern] = []
    for layer, head in np.ndindex(*clear.shape[1:]):
        names: list[Name | None] = [
            name for pattern, name in enumerate(NAMES) if clear[pattern, layer, head]
        ]
        for name in names or [None]:
            rule = name or closest(scores, layer, head)
            found.append(_pattern(scores, layer, head, name, rule))
    return found


def closest(scores: Scores, layer: int, head: int) -> Name:
    """Give the pattern whose threshold a head comes nearest to, where the text has enough rows."""
    raw = scores.raw[:, layer, head] * enough(scores)[:, layer]
    limits = [THRESHOLDS[name] for name in NAMES]
    return NAMES[int(np.argmax(np.nan_to_num(raw) / limits))]


def _pattern(scores: Scores, layer: int, head: int, name: Name | None, rule: Name) -> HeadPattern:
    at = (NAMES.index(rule), layer, head)
    words, rescaled = float(scores.words[at]), float(scores.rescaled[at])
    return HeadPattern(
        layer=layer,
        head=head,
        name=name,
        score=float(np.nan_to_num(scores.raw[at])),
        rule=rule,
        least=float(np.nan_to_num(scores.least[at])),
        held=int(scores.held[at]),
        n_rows=int(scores.n_rows[at[:2]]),
        words=None if np.isnan(words) else words,
        rescaled=None if np.isnan(rescaled) else rescaled,
    )
