"""Where a token stands in a text, for tokenizers that do not say so themselves.

Two ways: tokens that are bytes are counted through, all others are searched for from left to right.
"""

import codecs
import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby

Span = tuple[int, int]

_BYTE = re.compile(r"<0x([0-9A-F]{2})>")
_MARKERS = re.compile(r"^##(?=.)|@@$|</w>$|▁")

# A search may jump over what the tokenizer dropped, but not to the same word further down.
_REACH = 64


@cache
def _bytes_of_signs() -> dict[str, int]:
    """Give the byte behind each sign of the alphabet in which GPT-2 and ByT5 write bytes."""
    plain = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    others = sorted(set(range(0x100)) - set(plain))
    moved = {chr(0x100 + n): byte for n, byte in enumerate(others)}
    return {chr(byte): byte for byte in range(0x100)} | moved


def bytes_of(raw: str) -> bytes:
    """Give the bytes that a raw token of a byte alphabet stands for."""
    table = _bytes_of_signs()
    if all(sign in table for sign in raw):
        return bytes(table[sign] for sign in raw)
    return raw.encode()


def surface(raw: str) -> str:
    """Give a raw token without the marks by which tokenizers say where words begin and end."""
    return _MARKERS.sub("", raw)


def word_of(raw: str) -> str | bytes:
    """Give what to look for: a byte where the tokenizer fell back to one, as in <0xE5>."""
    byte = _BYTE.fullmatch(raw)
    return bytes.fromhex(byte[1]) if byte else raw


def count_bytes(chunks: Sequence[bytes]) -> tuple[str, list[Span]]:
    """Give the text that the chunks spell and each one's span; parts of a character share it."""
    decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
    text = ""
    spans = []
    for chunk in chunks:
        start = len(text)
        for byte in chunk:
            text += decoder.decode(bytes([byte]))
        pending = bool(decoder.getstate()[0])
        spans.append((start, len(text) + (pending and bool(chunk))))
    return text + decoder.decode(b"", final=True), spans


def find(words: Sequence[str | bytes], text: str) -> list[Span | None]:
    """Give the span of each raw token in the text, None where it is not found.

    Neighbouring bytes are looked for together: alone they may be no character.
    """
    spans: list[Span | None] = []
    at = 0
    for run in _runs(words):
        chunks = [word for word in run if isinstance(word, bytes)]
        spelt, inside = count_bytes(chunks) if chunks else _plain(str(run[0]), text, at)
        start = _search(spelt, text, at)
        if start is None:
            spans += [None] * len(run)
            continue
        spans += [(start + a, start + b) if a < b else None for a, b in inside]
        at = start + len(spelt)
    return _fill_gaps(spans, words, text)


def _runs(words: Sequence[str | bytes]) -> Iterator[list[str | bytes]]:
    """Give each word alone, but neighbouring bytes together."""
    places = enumerate(words)
    for _, run in groupby(places, key=lambda p: None if isinstance(p[1], bytes) else p[0]):
        yield [word for _, word in run]


def _plain(raw: str, text: str, at: int) -> tuple[str, list[Span]]:
    """Give what a raw token spells: itself if the text says so, else without its marks."""
    word = raw if text.startswith(raw, at) else surface(raw) or " " * len(raw)
    return word, [(0, len(word))]


def _search(word: str, text: str, at: int) -> int | None:
    """Give where the word begins at or soon after a place, whatever its capitals."""
    stop = at + len(word) + (_REACH if word.strip() else 0)
    found = text.find(word, at, stop)
    if found >= 0:
        return found
    match = re.compile(re.escape(word), re.IGNORECASE).search(text, at, stop)
    return match.start() if match else None


def _fill_gaps(
    spans: Sequence[Span | None], words: Sequence[str | bytes], text: str
) -> list[Span | None]:
    """Give a word that was not found, alone between two others, the text between them."""
    edges = [(0, 0), *spans, (len(text), len(text))]
    filled = list(spans)
    for index, word in enumerate(words):
        before, after = edges[index], edges[index + 2]
        if spans[index] is None and isinstance(word, str) and surface(word) and before and after:
            gap = text[before[1] : after[0]]
            start = before[1] + len(gap) - len(gap.lstrip())
            if gap.strip():
                filled[index] = (start, start + len(gap.strip()))
    return filled
