"""One row of a head as a printable page: the numbers given, those to find, the answers."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from attention.row_record import KeyRecord, RowRecord

Kind = Literal["blank", "filled"]
Paper = Literal["A4", "Letter"]
Part = Literal["sheet", "key"]

SMALL = 8  # numbers of a vector that a line of paper has room for
N_DIMS = 3  # numbers of the output that are computed


@dataclass(frozen=True)
class Sheet:
    """Hold what is printed.

    Attributes:
        about: model, place and sentence, as one line.
        rows: the keys that get a row; the others are summed up in one.
        kind: whether the later columns are left to the student, or worked out.
        ask_scores: whether q · k is left to the student too: of every key where vectors are small,
            else of the key ``chosen``, whose products are then printed.
        with_key: whether the answers follow on a page of their own.
    """

    record: RowRecord
    about: str
    rows: tuple[int, ...]
    chosen: int
    kind: Kind = "blank"
    paper: Paper = "A4"
    ask_scores: bool = False
    with_key: bool = True

    @property
    def keys(self) -> list[tuple[int, KeyRecord]]:
        """Return the keys that get a row, with their positions."""
        return [(i, self.record.keys[i]) for i in self.rows]

    @property
    def rest(self) -> list[KeyRecord]:
        """Return the keys that get none."""
        return [key for i, key in enumerate(self.record.keys) if i not in set(self.rows)]

    @property
    def dims(self) -> range:
        """Return the numbers of the output that are computed."""
        return range(min(N_DIMS, len(self.record.output)))

    @property
    def is_small(self) -> bool:
        """Tell whether the vectors themselves are printed."""
        return len(self.record.q) <= SMALL

    @property
    def divides(self) -> bool:
        """Tell whether scores are scaled at all at this place."""
        return self.record.scale != 1

    @property
    def sink(self) -> float:
        """Return what of the sum of exponentials belongs to no token."""
        return self.record.total - sum(key.exp for key in self.record.keys)

    @property
    def has_sink(self) -> bool:
        """Tell whether a sink takes part in softmax."""
        return self.sink > 1e-6 * self.record.total

    @property
    def shifts_plainly(self) -> bool:
        """Tell whether difference = scaled − largest, with nothing in between such as a bias."""
        largest = self.record.largest or 0.0
        return all(
            abs(key.shifted - (key.scaled - largest)) < 1e-4
            for key in self.record.keys
            if key.shifted is not None
        )

    def asks(self, key: int, part: Part) -> bool:
        """Tell whether the score of a key is left open."""
        open_here = part == "sheet" and self.kind == "blank" and self.ask_scores
        return open_here and (self.is_small or key == self.chosen)


def total(numbers: Sequence[float]) -> float:
    """Add up from the smallest, so that nothing is lost."""
    return sum(sorted(numbers, key=abs))
