"""A link as a QR code."""

from dataclasses import dataclass
from functools import lru_cache

import segno

EASY = 60  # modules a side: above it a phone must come close to the screen


@dataclass(frozen=True)
class Code:
    """Hold a code's side in modules, its quiet zone included, and its dark ones as an SVG path."""

    side: int
    path: str

    @property
    def is_easy(self) -> bool:
        """Return whether it can be read from the back of a room, or from paper."""
        return self.side <= EASY


@lru_cache(maxsize=64)
def code(address: str) -> Code | None:
    """Give the code of an address, or None for one that is too long for any."""
    try:
        made = segno.make(address, micro=False, error="l")
    except segno.DataOverflowError:
        return None
    rows = [list(row) for row in made.matrix_iter()]
    return Code(len(rows), "".join(_runs(y, row) for y, row in enumerate(rows)))


def _runs(y: int, row: list[int]) -> str:
    """Draw each run of dark modules of a row as one bar, so that no seams show."""
    path, start = [], None
    for x, dark in enumerate([*row, 0]):
        if dark and start is None:
            start = x
        elif not dark and start is not None:
            path.append(f"M{start} {y}h{x - start}v1H{start}z")
            start = None
    return "".join(path)
