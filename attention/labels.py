"""What people read for a token: the text behind it, every sign visible, on one line."""

import unicodedata
from collections import Counter
from collections.abc import Sequence
from itertools import groupby, pairwise

import regex

from attention.pieces import Piece
from attention.spans import Span, surface

START_MARK = "▁ (start)"

_SIGNS = {" ": "␣", "\n": "⏎", "\t": "⇥"}
_FILLERS = frozenset("\u115f\u1160\u3164\uffa0\u2800")  # letters by their class, drawn as nothing
_JOINERS = frozenset("\u200c\u200d")
_CONTINUES = "##"


def visible(text: str) -> str:
    """Give the text with blanks as signs and everything that can't be seen by its number."""
    if text.isprintable() and text[:1].isalnum() and _FILLERS.isdisjoint(text):
        return text.replace(" ", _SIGNS[" "])
    return "".join(_visible_char(text, n) for n in range(len(text)))


def _visible_char(text: str, n: int) -> str:
    """Give the sign for one character, which may need its neighbours to be seen."""
    char = text[n]
    kind = unicodedata.category(char)
    if char in _SIGNS:
        return _SIGNS[char]
    if kind in {"Cc", "Cf", "Co", "Cs", "Zl", "Zp", "Zs"} or char in _FILLERS:
        return char if _is_joining(text, n) else f"U+{ord(char):04X}"
    if n == 0 and kind in {"Mn", "Mc", "Me"}:
        selects = unicodedata.name(char, "").startswith(("VARIATION", "COMBINING GRAPHEME", "MONG"))
        return f"U+{ord(char):04X}" if selects else f"◌{char}"
    return char


def _is_joining(text: str, n: int) -> bool:
    """Tell whether a format character shapes its neighbours here: emoji, Persian, flags."""
    if text[n] in _JOINERS:
        return 0 < n < len(text) - 1 and not text[n - 1].isascii() and not text[n + 1].isascii()
    is_tag = "\U000e0020" <= text[n] <= "\U000e007f"
    return is_tag and regex.search(r"🏴[\U000E0020-\U000E007E]*$", text[:n]) is not None


def labels(
    pieces: Sequence[Piece], texts: tuple[str, str], special: frozenset[int]
) -> tuple[str, ...]:
    """Give every piece's label; a character that several tokens share is numbered 动[1/2]."""
    shown: list[str] = [""] * len(pieces)
    for part in (0, 1):
        members = [n for n, piece in enumerate(pieces) if piece.part == part and piece.span]
        spans = [span for n in members if (span := pieces[n].span)]
        for n, read in zip(members, _read(spans, texts[part]), strict=True):
            shown[n] = _mark(pieces[n], texts[part], read)
    return tuple(
        visible(piece.raw) if piece.id in special else label or _spanless(piece)
        for piece, label in zip(pieces, shown, strict=True)
    )


def _mark(piece: Piece, text: str, read: str) -> str:
    """Give the label with its sign of continuation, without what the tokenizer dropped inside."""
    under = text[slice(*piece.span)] if piece.span else ""
    kept = without_dropped(piece, under)
    goes_on = piece.raw.startswith(_CONTINUES) and not under.startswith("#")
    return (_CONTINUES if goes_on else "") + (read if kept == under else visible(kept))


def without_dropped(piece: Piece, under: str) -> str:
    """Give a token's text without the control characters that the tokenizer did not read."""
    if under.isprintable():
        return under
    kept = "".join(char for char in under if char.isprintable())
    return kept if kept and surface(piece.raw).casefold() == kept.casefold() else under


def _spanless(piece: Piece) -> str:
    """Give the label of a token behind which there is no text."""
    if word := surface(piece.raw).strip("Ġ"):
        return visible(word)
    return START_MARK if piece.raw else f"#{piece.id}"


def _read(spans: Sequence[Span], text: str) -> list[str]:
    """Give the visible text under each span, shared characters numbered."""
    cluster_of = {n: cluster for cluster in _split(spans, text) for n in range(*cluster)}
    if not cluster_of:
        return [visible(text[start:end]) for start, end in spans]
    runs = [
        [(c, list(chars)) for c, chars in groupby(range(*s), key=cluster_of.get)] for s in spans
    ]
    totals = Counter(cluster for run in runs for cluster, _ in run)
    seen: Counter[Span | None] = Counter()
    read = []
    for run in runs:
        label = ""
        for cluster, chars in run:
            seen[cluster] += 1
            whole = visible(text[slice(*(cluster or (chars[0], chars[-1] + 1)))])
            label += f"{whole}[{seen[cluster]}/{totals[cluster]}]" if cluster else whole
        read.append(label)
    return read


def _split(spans: Sequence[Span], text: str) -> list[Span]:
    """Give the characters, as a reader sees them, of which tokens hold only bytes."""
    shared = {n for (_, end), (start, _) in pairwise(spans) for n in range(start, end)}
    if not shared:
        return []
    clusters = (match.span() for match in regex.finditer(r"\X", text))
    return [cluster for cluster in clusters if not shared.isdisjoint(range(*cluster))]
