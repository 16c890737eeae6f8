"""What is kept of a text that is too long, and what must still be known of the rest."""

from collections.abc import Sequence

from attention.pieces import Piece

# A family emoji is 18 bytes, with skin tones 35: so many tokens may share one character.
_LONGEST_CHARACTER = 64


def keep(pieces: Sequence[Piece], max_tokens: int) -> Sequence[int]:
    """Give which pieces fit: all that the tokenizer put there, and the beginning of each text.

    Of two texts the longer one loses first, as when the tokenizer truncates by itself.
    """
    if len(pieces) <= max_tokens:
        return range(len(pieces))
    room = max_tokens - sum(piece.part is None for piece in pieces)
    if room < 1:
        raise ValueError(
            f"expected max_tokens of at least {max_tokens - room + 1}: the tokenizer adds "
            f"{max_tokens - room} tokens of its own, got {max_tokens}"
        )
    first, second = (sum(piece.part == part for piece in pieces) for part in (0, 1))
    shorter = min(first, second, room // 2)
    left = [shorter, room - shorter] if first <= second else [room - shorter, shorter]
    kept = []
    for n, piece in enumerate(pieces):
        if piece.part is not None:
            left[piece.part] -= 1
        if piece.part is None or left[piece.part] >= 0:
            kept.append(n)
    return kept


def near(pieces: Sequence[Piece], kept: Sequence[int]) -> Sequence[int]:
    """Give what is kept and what follows closely: the cut may go through a character."""
    if len(kept) == len(pieces):
        return kept
    last = max(n for n in kept if pieces[n].part is not None)
    return sorted({*kept, *range(min(last + _LONGEST_CHARACTER, len(pieces)))})


def begun(pieces: Sequence[Piece], texts: tuple[str, str]) -> tuple[str, str]:
    """Give of each text what the kept pieces cover."""
    first, second = (
        max((p.span[1] for p in pieces if p.part == part and p.span), default=0) for part in (0, 1)
    )
    return texts[0][:first], texts[1][:second]
