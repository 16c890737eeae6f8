"""Which item of one sequence stands where another sequence has which: the cheapest way to edit."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

Kind = Literal["same", "replaced", "inserted", "deleted"]
Item = TypeVar("Item", bound=Hashable)

NEVER = 3  # dearer than a deletion and an insertion


@dataclass(frozen=True)
class Pairing:
    """Hold one place of an alignment: an index on each side, None where a side has nothing."""

    kind: Kind
    before: int | None
    after: int | None


@dataclass(frozen=True)
class Prices:
    """Hold what it costs to put item i of one side and item j of the other at one place."""

    n_before: int
    n_after: int
    rows: list[list[int]]


def align(
    before: Sequence[Item],
    after: Sequence[Item],
    fits: Callable[[Item, Item], bool] = lambda one, other: True,
) -> tuple[Pairing, ...]:
    """Align two sequences item by item with as few changes as possible.

    Replacing, inserting and deleting an item cost one each (Levenshtein's distance). So one word
    swapped for another leaves every index where it was; a matcher that only looks for long equal
    runs, such as ``difflib``, may move them. Of equally cheap ways the one that replaces as far
    left as it can is taken. ``fits`` tells whether one item may replace another.

    >>> [(p.kind, p.before, p.after) for p in align("abd", "acde")]
    [('same', 0, 0), ('replaced', 1, 1), ('same', 2, 2), ('inserted', None, 3)]
    """
    head = _common(before, after)
    tail = _common(before[head:][::-1], after[head:][::-1])
    ends = len(before) - tail, len(after) - tail
    prices = _prices(before[head : ends[0]], after[head : ends[1]], fits)
    moved = (_moved(pairing, head) for pairing in _cheapest(prices))
    same = [Pairing("same", i, i) for i in range(head)]
    last = [Pairing("same", ends[0] + i, ends[1] + i) for i in range(tail)]
    return (*same, *moved, *last)


def _common(before: Sequence[Hashable], after: Sequence[Hashable]) -> int:
    """Count how many items from the start on are equal."""
    pairs = zip(before, after, strict=False)
    return next((i for i, (a, b) in enumerate(pairs) if a != b), min(len(before), len(after)))


def _moved(pairing: Pairing, by: int) -> Pairing:
    before, after = (None if i is None else i + by for i in (pairing.before, pairing.after))
    return Pairing(pairing.kind, before, after)


def _prices(
    before: Sequence[Item], after: Sequence[Item], fits: Callable[[Item, Item], bool]
) -> Prices:
    """Give what it costs to put any two items at one place; what doesn't fit costs too much."""
    rows = [[0 if a == b else 1 if fits(a, b) else NEVER for b in after] for a in before]
    return Prices(len(before), len(after), rows)


def _cheapest(prices: Prices) -> list[Pairing]:
    """Walk the table of costs from the start: together if that is cheapest, else one side alone."""
    cost = _costs(prices)
    found: list[Pairing] = []
    i = j = 0
    while i < prices.n_before or j < prices.n_after:
        both = i < prices.n_before and j < prices.n_after
        price = prices.rows[i][j] if both else NEVER
        if both and cost[i][j] == cost[i + 1][j + 1] + price:
            found.append(Pairing("replaced" if price else "same", i, j))
            i, j = i + 1, j + 1
        elif i < prices.n_before and cost[i][j] == cost[i + 1][j] + 1:
            found.append(Pairing("deleted", i, None))
            i += 1
        else:
            found.append(Pairing("inserted", None, j))
            j += 1
    return found


def _costs(prices: Prices) -> list[list[int]]:
    """Give, for every two places, how many changes lead from there to both ends."""
    rows = [list(range(prices.n_after, -1, -1))]
    for price in reversed(prices.rows):
        below, row = rows[-1], [rows[-1][-1] + 1]
        for j in range(prices.n_after - 1, -1, -1):
            row.append(min(below[j + 1] + price[j], below[j] + 1, row[-1] + 1))
        rows.append(row[::-1])
    return rows[::-1]
