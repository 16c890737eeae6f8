"""One head seen otherwise: between whole words, or between two texts only.

Nothing is computed that the model did not: tokens' weights are added up or left out, never changed.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, get_args

import numpy as np
import torch
from jaxtyping import Bool

from attention import metrics, surfaces
from attention.head_map import HeadMap, shown_map
from attention.tokens import Tokens
from attention.views import TokenLine

Unit = Literal["piece", "word"]
UNITS: tuple[Unit, ...] = get_args(Unit)
Groups = Sequence[tuple[int, ...]]


def by_word(view: HeadMap, queries: Groups, keys: Groups) -> HeadMap:
    """Give a head between words: the sum over a key's pieces, the mean over a query's.

    So every row adds up to what the tokens' rows add up to. A pair of words is masked where none of
    its pairs of tokens may look; a word is hidden where it is a special token, which stands alone.
    """
    weights, seen = (
        metrics.by_word(torch.from_numpy(numbers.astype(np.float64)), queries, keys).numpy()
        for numbers in (view.weights, ~view.masked)
    )
    special = view.special[[group[0] for group in keys]]
    return shown_map((view.layer, view.head), weights, seen == 0, special, view.mode)


def word_line(line: TokenLine, tokens: Tokens, words: Groups) -> TokenLine:
    """Give words as a line; the piece of each is all of its pieces."""
    return TokenLine(
        labels=tuple(
            line.labels[word[0]] if len(word) == 1 else surfaces.label(tokens, word)
            for word in words
        ),
        pieces=tuple(" ".join(line.pieces[place] for place in word) for word in words),
        special=tuple(line.special[word[0]] for word in words),
        unknown=tuple(any(line.unknown[place] for place in word) for word in words),
    )


def place_of(token: int, words: Groups) -> int:
    """Give the word that a token is a piece of."""
    return next(place for place, word in enumerate(words) if token in word)


def only(
    view: HeadMap, queries: Bool[np.ndarray, " query"], keys: Bool[np.ndarray, " key"]
) -> HeadMap:
    """Leave out of a head every pair but those of some queries and some keys.

    Rows of other queries have no sum: it is NaN.
    """
    inside = queries[:, None] & keys[None, :]
    shown = np.where(inside, view.shown, np.float32(np.nan))
    sums = np.nansum(shown.astype(np.float64), axis=1)
    return replace(view, shown=shown, row_sums=np.where(queries, sums, np.nan))


def share(view: HeadMap, query: int, keys: Bool[np.ndarray, " key"]) -> float:
    """Give how much of its attention, the model's own, a query gives to some keys."""
    return float(view.weights[query, keys].astype(np.float64).sum())
