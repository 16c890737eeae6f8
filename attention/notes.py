"""Facts about tokens that a page must say, because the labels alone would mislead."""

import re
import unicodedata
from collections.abc import Sequence
from typing import Literal

from transformers import PreTrainedTokenizerBase

from attention.labels import START_MARK, without_dropped
from attention.pieces import Piece
from attention.spans import surface

Note = Literal[
    "uncased",  # capitals and accents are not read
    "normalised",  # a simpler form was read: Ｈｅｌｌｏ as Hello
    "blank_sign",  # ␣ ⏎ ⇥ stand for blank, line break, tab
    "continuation",  # ## goes on a word
    "split_characters",  # 动[1/2]: one character, several tokens
    "start_mark",  # ▁ (start): a mark that the tokenizer put before the text
    "control_characters",  # shown by number: U+202E
    "invisible_dropped",  # characters that can't be seen were not read
    "special_typed",  # a typed sign has a special meaning to the model
]


def notes(
    tokenizer: PreTrainedTokenizerBase,
    pieces: Sequence[Piece],
    labels: Sequence[str],
    texts: tuple[str, str],
    special: frozenset[int],
) -> tuple[Note, ...]:
    """Give the facts that hold for these tokens, in the order of ``Note``."""
    # Words repeat: what holds for one place of a token holds for all that read alike.
    own = {
        (p.raw, label, under): (p, label, under)
        for p, label in zip(pieces, labels, strict=True)
        if p.part is not None and p.span and p.id not in special
        for under in [texts[p.part][slice(*p.span)]]
    }.values()
    unknown = tokenizer.unk_token_id
    read = [(surface(p.raw), without_dropped(p, under)) for p, _, under in own if p.id != unknown]
    facts: dict[Note, bool] = {
        "uncased": _is_uncased(tokenizer) and any(word != under for word, under in read),
        "normalised": any(
            word != under and word == unicodedata.normalize("NFKC", under) for word, under in read
        ),
        "blank_sign": any(sign in label for _, label, _ in own for sign in "␣⏎⇥"),
        "continuation": any(
            label.startswith("##") and not under.startswith("#") for _, label, under in own
        ),
        "split_characters": any(
            re.search(r"\[\d+/\d+\]", label) and label != under for _, label, under in own
        ),
        "start_mark": START_MARK in labels,
        "control_characters": any(
            "U+" in label and not under.replace("\n", "").replace("\t", "").isprintable()
            for _, label, under in own
        ),
        "invisible_dropped": any(without_dropped(p, under) != under for p, _, under in own)
        or any(_drops(pieces, part, text) for part, text in enumerate(texts)),
        "special_typed": any(p.part is not None and p.id in special for p in pieces),
    }
    return tuple(note for note, holds in facts.items() if holds)


def _is_uncased(tokenizer: PreTrainedTokenizerBase) -> bool:
    """Tell whether the tokenizer makes capitals small before it looks."""
    backend = getattr(tokenizer, "backend_tokenizer", None)
    if backend is None:
        return bool(getattr(tokenizer, "do_lower_case", False))
    return backend.normalizer is not None and "A" not in backend.normalizer.normalize_str("A")


def _drops(pieces: Sequence[Piece], part: int, text: str) -> bool:
    """Tell whether the text has more than blanks and accents behind no token."""
    spans = [piece.span for piece in pieces if piece.part == part and piece.span]
    at = 0
    for start, end in [*spans, (len(text), len(text))]:
        for char in text[at:start]:
            if not char.isspace() and not unicodedata.category(char).startswith("M"):
                return True
        at = end
    return False
