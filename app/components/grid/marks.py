"""What stands below each head of the grid: the sign of its pattern, or its rank."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from attention.pattern_views import Habits
from attention.patterns import NAMES
from attention.views import HeadGrid

VALUES: Final = ("strength", "entropy", "distance", "special")
CHOICES: Final[Mapping[str, frozenset[str]]] = {
    "filter": frozenset({"", "none", *NAMES}),
    "sort": frozenset({"", "pattern", "entropy", "distance", "special"}),
}


@dataclass(frozen=True)
class Marks:
    """Hold the marks of all heads, in the order of layers and heads.

    Attributes:
        shown: the patterns a head clearly shows, one bit for each name in ``NAMES``.
        values: what heads can be ordered by, in thousandths, under some of the names in ``VALUES``.
        filter: the pattern to be looked at, ``none`` for heads without one.
        sort: what the heads are ordered by, None as the model counts them.
        ranks: the heads to be looked at instead, the first the best.
    """

    shown: Sequence[int]
    values: Mapping[str, Sequence[int]]
    filter: str | None = None
    sort: str | None = None
    ranks: Sequence[tuple[int, int]] | None = None

    @classmethod
    def of(cls, habits: Habits, **chosen: Any) -> "Marks":
        """Give the marks of a run's heads; ``chosen`` are the filter, the sort and the ranks."""
        numbers = {name: getattr(habits, name) for name in VALUES}
        values = {
            name: np.rint(1000 * found).astype(int).flatten().tolist()
            for name, found in numbers.items()
            if found is not None
        }
        return cls(habits.bits, values, **chosen)

    def message(self, grid: HeadGrid) -> dict[str, object]:
        """Give what the browser needs."""
        n = grid.n_layers * grid.n_heads
        lengths = {"shown": len(self.shown), **{k: len(v) for k, v in self.values.items()}}
        if set(lengths.values()) != {n} or not set(self.values) <= set(VALUES):
            raise ValueError(f"marks of {n} heads hold some of {VALUES}, not {lengths}")
        for name, value in (("filter", self.filter), ("sort", self.sort)):
            if (value or "") not in CHOICES[name]:
                raise ValueError(f"{name} is one of {sorted(CHOICES[name])}, not {value!r}")
        ranks = None if self.ranks is None else [la * grid.n_heads + he for la, he in self.ranks]
        return {
            "names": NAMES,
            "shown": list(self.shown),
            "values": {name: list(values) for name, values in self.values.items()},
            "filter": self.filter,
            "sort": self.sort,
            "ranks": ranks,
        }
