"""Questions of masks: as if a row might look back only, before softmax and after it."""

from collections.abc import Iterator

from attention.experiments.masking import CausalRow, causal_row
from attention.questions.place import Place
from attention.questions.record import Number, Question, TokenAt, first_clear, question


def keys_seen(place: Place) -> Question | None:
    """Ask how many keys a token may look at if it may only look back."""
    n = place.n_tokens
    rows = (place.query, *range(n // 2, n - 1))
    return first_clear(
        question(
            "keys_seen",
            {"query": TokenAt(row), "position": Number(row), "n": Number(n)},
            Number(row + 1),
            (Number(row), "not_itself"),
            (Number(n), "everything"),
            (Number(n - row - 1), "ahead"),
        )
        for row in rows
        if row < n - 1
    )


def pairs(place: Place) -> Question | None:
    """Ask how many pairs of a query and a key a causal mask leaves."""
    n = place.n_tokens
    return question(
        "pairs",
        {"n": Number(n)},
        Number(n * (n + 1) // 2),
        (Number(n * n), "all"),
        (Number(n * (n - 1) // 2), "not_itself"),
        (Number(n), "rows"),
    )


def wrong_sum(place: Place) -> Question | None:
    """Ask what a row adds up to when later weights are set to 0 after softmax."""
    return first_clear(
        question(
            "wrong_sum",
            {"query": TokenAt(row.query), "left": Number(row.left, 3)},
            Number(row.left, 3),
            (Number(1.0, 3), "still_one"),
            (Number(1 - row.left, 3), "rest"),
            (Number(0.0, 3), "nothing"),
        )
        for row in half_masked(place)
    )


def right_way(place: Place) -> Question | None:
    """Ask what a weight becomes when later keys are masked before softmax."""
    return first_clear(_right_way(row) for row in half_masked(place))


def _right_way(row: CausalRow) -> Question | None:
    key = int(row.after.argmax())
    free, before = float(row.free[key]), float(row.before[key])
    return question(
        "right_way",
        {"query": TokenAt(row.query), "key": TokenAt(key), "free": Number(free, 3),
         "left": Number(row.left, 3)},
        Number(before, 3),
        (Number(free, 3), "unchanged"),
        (Number(free * row.left, 3), "less"),
        (Number(min(1.0, free + 1 - row.left), 3), "winner"),
    )  # fmt: skip


def half_masked(place: Place) -> Iterator[CausalRow]:
    """Give the chosen row, then others, in which the later keys hold a part that can be seen."""
    others = sorted(range(1, place.n_tokens - 1), key=lambda row: abs(row - place.query))
    for query in (place.query, *others):
        row = causal_row(place.steps, query)
        if 0.03 <= row.left <= 0.97:
            yield row
