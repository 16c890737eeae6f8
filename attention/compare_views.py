"""View data of a comparison: two maps of attention on one axis, and what changed between them.

Nothing is guessed: a number is compared only where both sides have it and neither is masked.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Bool, Float, Float32

from attention import metrics
from attention.alignment import Kind, align
from attention.tokens import Tokens
from attention.views import HeadMap
from attention.words import shared_words

TOP = 8
Group = tuple[int, ...]


@dataclass(frozen=True)
class Place:
    """Hold one place of the shared axis.

    Attributes:
        kind: whether both sides have it, and the same there.
        before: the first side's tokens here; none where it has nothing. ``after`` likewise.
        labels: what people read on either side, empty where there is nothing.
        is_word: it is neither a special token nor a mark that a tokenizer puts in.
    """

    kind: Kind
    before: Group
    after: Group
    labels: tuple[str, str]
    is_word: bool


@dataclass(frozen=True, eq=False)
class Side:
    """Hold one map on the shared axis; weights are NaN where this side has no such place.

    ``masked`` are the pairs where the query may not look; their weight is 0.
    """

    weights: Float32[np.ndarray, "place place"]
    masked: Bool[np.ndarray, "place place"]


@dataclass(frozen=True, eq=False)
class Comparison:
    """Hold two maps, and after − before where that can be said, NaN elsewhere."""

    places: tuple[Place, ...]
    before: Side
    after: Side
    difference: Float32[np.ndarray, "place place"]


@dataclass(frozen=True)
class Change:
    """Hold one change: places of query and key, the two weights, and after − before."""

    query: int
    key: int
    before: float
    after: float
    difference: float


def by_token(before: Tokens, after: Tokens) -> tuple[Place, ...]:
    """Align two texts read by one model, token by token; only a word can replace a word."""
    first, second = (
        [(token.id, _is_word(tokens, (i,))) for i, token in enumerate(tokens)]
        for tokens in (before, after)
    )
    pairings = align(first, second, lambda one, other: one[1] == other[1])
    return tuple(
        Place(
            kind=pairing.kind,
            before=_one(pairing.before),
            after=_one(pairing.after),
            labels=(_label(before, pairing.before), _label(after, pairing.after)),
            is_word=_is_word(before, _one(pairing.before)) and _is_word(after, _one(pairing.after)),
        )
        for pairing in pairings
    )


def by_word(before: Tokens, after: Tokens) -> tuple[Place, ...]:
    """Align one text read by two models, word by word; what stands apart is on one side only."""
    return tuple(
        Place(
            kind="same" if word.before and word.after else _missing(word.before),
            before=word.before,
            after=word.after,
            labels=(word.text if word.before else "", word.text if word.after else ""),
            is_word=_is_word(before, word.before) and _is_word(after, word.after),
        )
        for word in shared_words(before, after)
    )


def _one(index: int | None) -> Group:
    return () if index is None else (index,)


def _label(tokens: Tokens, index: int | None) -> str:
    return "" if index is None else tokens[index].label


def _missing(before: Group) -> Kind:
    return "deleted" if before else "inserted"


def _is_word(tokens: Tokens, group: Group) -> bool:
    return all(tokens[i].span is not None and not tokens[i].is_special for i in group)


def compare(before: HeadMap, after: HeadMap, places: Sequence[Place]) -> Comparison:
    """Put two maps on one axis and take the first from the second."""
    first = on_axis(before, [place.before for place in places])
    second = on_axis(after, [place.after for place in places])
    change = second.weights.astype(np.float64) - first.weights.astype(np.float64)
    change[first.masked | second.masked] = np.nan
    return Comparison(tuple(places), first, second, change.astype(np.float32))


def on_axis(view: HeadMap, groups: Sequence[Group]) -> Side:
    """Give one map over groups of tokens.

    A group gets what its tokens get together, and looks as its tokens look on average: the sum over
    key pieces, the mean over query pieces. So every row still adds up to 1. A pair of groups is
    masked where none of its pairs of tokens may look.
    """
    sizes = np.array([len(group) for group in groups])
    there = (sizes > 0)[:, None] & (sizes > 0)[None, :]
    if sizes.max(initial=0) > 1:
        weights, masked = _grouped(view, groups)
    else:
        tokens = [group[0] if group else 0 for group in groups]
        square = np.ix_(tokens, tokens)
        weights, masked = view.weights[square], view.masked[square]
    return Side(np.where(there, weights, np.nan).astype(np.float32), there & masked)


def _grouped(
    view: HeadMap, groups: Sequence[Group]
) -> tuple[Float[np.ndarray, "place place"], Bool[np.ndarray, "place place"]]:
    weights, seen = (
        metrics.by_word(torch.from_numpy(numbers.astype(np.float64)), groups).numpy()
        for numbers in (view.weights, ~view.masked)
    )
    return weights, seen == 0


def largest(found: Comparison, top: int = TOP) -> tuple[Change, ...]:
    """Give the largest changes between words, the largest first; special tokens are left out."""
    word = np.array([place.is_word for place in found.places])
    size = np.abs(np.nan_to_num(found.difference))
    size[~(word[:, None] & word[None, :])] = 0
    best = np.argpartition(-size, min(top, size.size) - 1, axis=None)[:top]
    order = sorted(best.tolist(), key=lambda cell: (-size.flat[cell], cell))
    pairs = (divmod(cell, len(found.places)) for cell in order)
    return tuple(change(found, query, key) for query, key in pairs if size[query, key] > 0)


def change(found: Comparison, query: int, key: int) -> Change:
    """Give the numbers of one pair of places, NaN where there is none."""
    numbers = (found.before.weights, found.after.weights, found.difference)
    return Change(query, key, *(float(matrix[query, key]) for matrix in numbers))


def rows_before_change(found: Comparison) -> tuple[int, float] | None:
    """Count the rows above the first change, and give the largest difference in them.

    In a causal model it is 0: those words can't see what comes after them. None where nothing
    changes, or nothing stands before.
    """
    kinds = [place.kind != "same" for place in found.places]
    first = kinds.index(True) if any(kinds) else 0
    if first == 0:
        return None
    return first, float(np.nanmax(np.abs(found.difference[:first])))
