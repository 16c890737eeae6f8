"""What a tokenizer makes of a text: ids, raw pieces and the part of the text behind each."""

import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

from tokenizers import Encoding
from transformers import BatchEncoding, PreTrainedTokenizerBase

from attention.spans import Span, bytes_of, count_bytes, find, word_of

_WORD_START = "▁"
_BLANK_BYTES = "ĠĊĉč"
_FIRST_MARK = "\u0300"  # no accent that stands apart comes earlier in Unicode
_VOICING_MARKS = "\uff9e\uff9f"  # Japanese, half width: the only accents that are no marks


class Piece(NamedTuple):
    """A raw token. ``part``: 0 of the text, 1 of the pair, None put there by the tokenizer."""

    id: int
    raw: str
    span: Span | None
    part: int | None
    segment: int


def encode(tokenizer: PreTrainedTokenizerBase, text: str, pair: str | None) -> tuple[Piece, ...]:
    """Give all pieces of a text, or of two read together, nothing cut off."""
    batch = tokenizer(
        text,
        pair,
        truncation=False,
        padding=False,
        verbose=False,
        return_special_tokens_mask=not tokenizer.is_fast,
    )
    texts = (text, pair or "")
    return _with_offsets(batch, texts) if tokenizer.is_fast else _searched(tokenizer, batch, texts)


def decode(
    tokenizer: PreTrainedTokenizerBase, ids: Sequence[int], special: frozenset[int]
) -> tuple[str, tuple[Piece, ...]]:
    """Give the text that ids spell and all their pieces; special ones stand for no text."""
    own = [id for id in ids if id not in special]
    words = _words(tokenizer, own, _raws(tokenizer, own))
    if is_bytes(tokenizer):
        text, found = count_bytes([w if isinstance(w, bytes) else w.encode() for w in words])
        spans = iter([span if span[0] < span[1] else None for span in found])
    else:
        text = str(tokenizer.decode(own, clean_up_tokenization_spaces=False))
        spans = iter(find(words, text))
    return text, tuple(
        Piece(id, raw, None, None, 0) if id in special else Piece(id, raw, next(spans), 0, 0)
        for id, raw in zip(ids, _raws(tokenizer, list(ids)), strict=True)
    )


def _raws(tokenizer: PreTrainedTokenizerBase, ids: list[int]) -> list[str]:
    """Give the raw pieces; the empty string for an id that the model has and the tokenizer not."""
    return [piece or "" for piece in tokenizer.convert_ids_to_tokens(ids)]


def is_bytes(tokenizer: PreTrainedTokenizerBase) -> bool:
    """Tell whether raw tokens are written in an alphabet of bytes, as by GPT-2 and ByT5."""
    return "".join(tokenizer.tokenize("é")).lstrip("Ġ▁") == "Ã©"


def _words(
    tokenizer: PreTrainedTokenizerBase, ids: list[int], raws: list[str]
) -> list[str | bytes]:
    """Give what each raw token spells, added tokens literally."""
    if not is_bytes(tokenizer):
        return [word_of(raw) for raw in raws]
    added = tokenizer.added_tokens_decoder
    return [raw if id in added else bytes_of(raw) for id, raw in zip(ids, raws, strict=True)]


def _with_offsets(batch: BatchEncoding, texts: tuple[str, str]) -> tuple[Piece, ...]:
    """Give the pieces of a tokenizer that reports where each token comes from."""
    encodings = batch.encodings
    if not encodings:
        raise ValueError("expected a fast tokenizer's encoding, got none")
    encoding = encodings[0]
    segments = batch.get("token_type_ids") or [0] * len(encoding.ids)
    pieces = []
    ends = [0, 0]
    rows = zip(
        encoding.ids,
        encoding.tokens,
        encoding.offsets,
        encoding.sequence_ids,
        segments,
        strict=True,
    )
    for id, raw, offsets, part, segment in rows:
        span = None
        if part is not None:
            end = _end_of_marks(encoding, part, texts[part], offsets[1])
            span = _own_span(raw, texts[part], offsets[0], end, ends[part])
            ends[part] = max(ends[part], span[1] if span else end)
        pieces.append(Piece(id, raw, span, part, segment))
    return tuple(pieces)


def _end_of_marks(encoding: Encoding, part: int, text: str, end: int) -> int:
    """Give the end of the accents after a token that were read with it or not at all."""
    while (
        end < len(text)
        and text[end] >= _FIRST_MARK
        and (unicodedata.category(text[end]).startswith("M") or text[end] in _VOICING_MARKS)
        and encoding.char_to_token(end, part) is None
    ):
        end += 1
    return end


def _own_span(raw: str, text: str, start: int, end: int, end_before: int) -> Span | None:
    """Give a token's span: with its blank where the blank is read, without it where it is a mark.

    Reported offsets differ here: byte-level tokenizers may leave a token's blank out, SentencePiece
    takes it in, and lends the first character to a mark put before the text.
    """
    if raw.startswith(_WORD_START):
        first = next((n for n in range(start, end) if not _is_blank(text[n])), end)
        if raw.strip(_WORD_START):
            start = first
        elif first < end:
            return None
    elif raw[:1] in _BLANK_BYTES and not text[start:end].startswith((raw[:1], *" \n\t\r")):
        n_blanks = len(raw) - len(raw.lstrip(_BLANK_BYTES))
        first = max(end_before, start - n_blanks)
        if text[first : first + n_blanks].isspace():
            start, end = first, max(end, first + n_blanks)
    elif raw == text[start:end].strip():
        start = end - len(text[start:end].lstrip())
        end = start + len(raw)
    return (start, end) if start < end else None


def _is_blank(char: str) -> bool:
    """Tell whether SentencePiece may have read this as the blank before a word."""
    return char.isspace() or char == _WORD_START or unicodedata.category(char) in {"Cc", "Cf"}


def _searched(
    tokenizer: PreTrainedTokenizerBase, batch: BatchEncoding, texts: tuple[str, str]
) -> tuple[Piece, ...]:
    """Give the pieces of a tokenizer written in Python, which reports no places."""
    ids = list(batch["input_ids"])
    raws = _raws(tokenizer, ids)
    words = _words(tokenizer, ids, raws)
    segments = batch.get("token_type_ids") or [0] * len(ids)
    added = batch["special_tokens_mask"]
    if len(added) != len(ids):  # ByT5 counts an end here that it leaves out after a typed one
        added = [0] * len(ids)
    own = [n for n in range(len(ids)) if not added[n]]
    n_first = len(tokenizer(texts[0], add_special_tokens=False)["input_ids"])
    places: dict[int, tuple[Span | None, int]] = {}
    for part, members in enumerate((own[:n_first], own[n_first:])):
        spans = find([words[n] for n in members], texts[part])
        places |= {n: (span, part) for n, span in zip(members, spans, strict=True)}
    rows = enumerate(zip(ids, raws, segments, strict=True))
    return tuple(
        Piece(id, raw, *places.get(n, (None, None)), segment) for n, (id, raw, segment) in rows
    )
