"""The tokens along the edges of a map, as people read them."""

from dataclasses import dataclass


@dataclass(frozen=True)
class TokenLine:
    """Hold what the sentence strip shows, one entry per token.

    These are the tokens that look. ``others`` are those they look at, where they are of another
    text; ``keys`` are in any case those that are looked at.
    """

    labels: tuple[str, ...]
    pieces: tuple[str, ...]
    special: tuple[bool, ...]
    unknown: tuple[bool, ...]
    others: "TokenLine | None" = None

    @property
    def keys(self) -> "TokenLine":
        """Return the tokens that are looked at."""
        return self if self.others is None else self.others

    @property
    def longest(self) -> int:
        """Return the number of tokens along the longer edge of a map."""
        return max(len(self.labels), len(self.keys.labels))
