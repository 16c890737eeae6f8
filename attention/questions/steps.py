"""Questions of the four steps: score, scale, softmax, weighted sum."""

from collections.abc import Iterator
from itertools import combinations

import numpy as np

from attention.questions.place import Place
from attention.questions.record import Number, Phrase, Question, TokenAt, first_clear, question

CLEAR = 0.1  # of the largest score, or of a column's sum: what eyes can tell
SHIFT = 3.0


def largest_score(place: Place) -> Question | None:
    """Ask which key gets the largest score."""
    scores, seen = place.row("scores"), place.seen
    shown = np.where(seen, scores, -np.inf)
    right = int(shown.argmax())
    room = max(CLEAR, CLEAR * abs(float(shown[right])))
    lengths = np.where(seen, np.linalg.norm(place.matrix("k"), axis=1), -np.inf)
    lowest = int(np.where(seen, scores, np.inf).argmin())
    tempting = (
        (place.query, "itself"),
        (place.query - 1, "neighbour"),
        (int(lengths.argmax()), "longest"),
        (lowest, "lowest"),
    )
    wrong = (
        (TokenAt(key), why)
        for key, why in tempting
        if key >= 0 and seen[key] and shown[right] - shown[key] >= room
    )
    return question("largest_score", _pair(place, right), TokenAt(right), *wrong)


def longer_key(place: Place) -> Question | None:
    """Ask what becomes of a score when the key keeps its direction and doubles its length."""
    key, score = _strong(place)
    # Two places fewer than given: what is typed from the page comes out as shown.
    return question(
        "longer_key",
        {**_pair(place, key), "score": Number(score, 4)},
        Number(2 * score, 2),
        (Number(score, 2), "direction"),
        (Number(4 * score, 2), "squared"),
        (Number(score / 2, 2), "shared"),
    )


def divide(place: Place) -> Question | None:
    """Ask for the scaled score."""
    if not place.scale_is_root:
        return None
    key, score = _strong(place)
    d_head, d_model = place.d_head, place.trace.model.d_model
    return question(
        "divide",
        {**_pair(place, key), "score": Number(score, 3), "d_head": Number(d_head),
         "d_model": Number(d_model), "root": Number(d_head**0.5, 3)},
        Number(score * place.steps.scale, 3),
        (Number(score / d_model**0.5, 3), "whole_vector"),
        (Number(score / d_head, 3), "no_root"),
        (Number(score, 3), "nothing"),
    )  # fmt: skip


def ratio(place: Place) -> Question | None:
    """Ask how many times heavier one key is than another, from their numbers before softmax."""
    return first_clear(_ratio(place, *pair) for pair in _pairs(place))


def _pairs(place: Place) -> Iterator[tuple[int, int]]:
    numbers = place.row("masked")
    for heavy, light in combinations(place.by_weight[:8], 2):
        if 0.7 <= numbers[heavy] - numbers[light] <= 5:
            yield heavy, light


def _ratio(place: Place, heavy: int, light: int) -> Question | None:
    above, below = (float(place.row("masked")[key]) for key in (heavy, light))
    apart = above - below
    return question(
        "ratio",
        {"query": TokenAt(place.query), "one": TokenAt(heavy), "other": TokenAt(light),
         "above": Number(above, 3), "below": Number(below, 3), "apart": Number(apart, 3)},
        Number(float(np.exp(apart)), 2),
        (Number(above / below, 2) if below > 0.05 else None, "quotient"),
        (Number(apart, 2), "difference"),
        (Number(1.0, 2), "everyone"),
    )  # fmt: skip


def constant(place: Place) -> Question | None:
    """Ask what becomes of a weight when the same number is taken from the whole row."""
    key = place.by_weight[0]
    weight = float(place.row("weights")[key])
    if place.steps.sink is not None or place.seen.sum() < 2:
        return None
    return question(
        "constant",
        {**_pair(place, key), "shift": Number(SHIFT), "weight": Number(weight, 3)},
        Number(weight, 3),
        (Number(weight * float(np.exp(-SHIFT)), 3), "alone"),
        (Number(0.0, 3), "negative"),
    )


def column(place: Place) -> Question | None:
    """Ask what a column of weights adds up to; rows add up to 1."""
    if place.steps.sink is not None:
        return None
    sums = place.matrix("weights").sum(axis=0)
    key = int(np.abs(sums - 1).argmax())
    total = float(sums[key])
    if min(abs(total - 1), abs(total - place.n_tokens)) < CLEAR:
        return None
    return question(
        "column",
        {"key": TokenAt(key), "sum": Number(total, 3), "n": Number(place.n_tokens)},
        Phrase("other"),
        (Phrase("one"), "also_one"),
        (Phrase("count"), "counted"),
    )


def product(place: Place) -> Question | None:
    """Ask what one key adds to one number of the output: weight times value."""
    key = place.by_weight[0]
    weight, values = float(place.row("weights")[key]), place.matrix("v")[key]
    dim = int(np.abs(values).argmax())
    value = float(values[dim])
    return question(
        "product",
        {**_pair(place, key), "dim": Number(dim), "weight": Number(weight, 4),
         "value": Number(value, 4)},
        Number(weight * value, 3),
        (Number(value, 3), "whole"),
        (Number(weight + value, 3), "added"),
        (Number(value / place.n_tokens, 3), "average"),
    )  # fmt: skip


def z_width(place: Place) -> Question | None:
    """Ask how many numbers come out of one head for one query."""
    width = place.steps.v.shape[-1]
    return question(
        "z_width",
        {"query": TokenAt(place.query)},
        Number(width),
        (Number(place.n_tokens), "per_token"),
        (Number(place.n_tokens * width), "beside"),
        (Number(1), "one"),
    )


def _strong(place: Place) -> tuple[int, float]:
    """Give the chosen key and its score, or the key of largest score where that is too small."""
    scores = np.where(place.seen, place.row("scores"), 0.0)
    usable = place.seen[place.key] and abs(scores[place.key]) >= 1
    key = place.key if usable else int(np.abs(scores).argmax())
    return key, float(scores[key])


def _pair(place: Place, key: int) -> dict[str, TokenAt]:
    return {"query": TokenAt(place.query), "key": TokenAt(key)}
