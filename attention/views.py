"""What a page is given to draw: numbers and strings, no tensors."""

from dataclasses import dataclass


@dataclass(frozen=True)
class TokenLine:
    """The tokens of one run as people read them, one entry per token in every field."""

    labels: tuple[str, ...]
    pieces: tuple[str, ...]
    special: tuple[bool, ...]
    unknown: tuple[bool, ...]


@dataclass(frozen=True)
class HeadGrid:
    """The weights of all heads, small enough to send.

    `cells` holds little-endian uint16 in the order layer, head, row (query), column (key):
    round(1000 · weight), or 65535 where the query may not look. Above 64 tokens a cell is the
    largest of `step` × `step` weights, and `side` counts the cells of a row.
    """

    n_layers: int
    n_heads: int
    n_tokens: int
    side: int
    step: int
    cells: bytes
