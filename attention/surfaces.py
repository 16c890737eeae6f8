"""Which tokens stand for words, and which of them make up one word."""

import unicodedata

import numpy as np
from jaxtyping import Bool

from attention.tokens import Token, Tokens


def surfaces(tokens: Tokens) -> list[str]:
    """Give the text that each token stands for; empty where it stands for none."""
    return [
        text[slice(*token.span)] if token.span else ""
        for token, text in zip(tokens, _texts(tokens), strict=True)
    ]


def _texts(tokens: Tokens) -> list[str]:
    """Give the text that each token's span counts in.

    The second text of a pair begins where spans start again behind a special token.
    """
    found, text, before, after_special = [], tokens.text, -1, False
    for token in tokens:
        if token.span and after_special and token.span[0] <= before and tokens.pair is not None:
            text = tokens.pair
        found.append(text)
        before, after_special = token.span[0] if token.span else before, token.is_special
    return found


def is_word(tokens: Tokens) -> Bool[np.ndarray, " token"]:
    """Tell of each token whether it stands for text with a letter or a digit in it."""
    return np.array(
        [
            not token.is_special and any(sign.isalnum() for sign in surface)
            for token, surface in zip(tokens, surfaces(tokens), strict=True)
        ]
    )


def is_mark(tokens: Tokens) -> Bool[np.ndarray, " token"]:
    """Tell of each token whether it is a punctuation mark or another sign, no letter or digit."""
    return np.array(
        [
            not token.is_special and bool(surface.strip()) and not any(map(str.isalnum, surface))
            for token, surface in zip(tokens, surfaces(tokens), strict=True)
        ]
    )


def groups(tokens: Tokens) -> list[tuple[int, ...]]:
    """Give the positions of each word's tokens; what is no piece of a word stands alone.

    Pieces belong together where letters or digits touch in the text; Chinese characters, between
    which no blank is written, only where one character was cut to bytes.
    """
    found: list[tuple[int, ...]] = []
    read = surfaces(tokens)
    for place, token in enumerate(tokens):
        if place and _continues(tokens[place - 1], token, read[place - 1], read[place]):
            found[-1] += (place,)
        else:
            found.append((place,))
    return found


def label(tokens: Tokens, word: tuple[int, ...]) -> str:
    """Give what people read of a word: its text, or the label of its only token."""
    if len(word) == 1:
        return tokens[word[0]].label
    spans = [span for place in word if (span := tokens[place].span)]
    start, end = min(span[0] for span in spans), max(span[1] for span in spans)
    return _texts(tokens)[word[0]][start:end].strip()


def _continues(before: Token, token: Token, read_before: str, read: str) -> bool:
    if before.span is None or token.span is None or before.is_special or token.is_special:
        return False
    if token.span[0] < before.span[1] and token.span[1] >= before.span[1]:
        return True  # both are bytes of one character
    touch = before.span[1] == token.span[0] and read_before[-1:].isalnum() and read[:1].isalnum()
    return touch and not (_is_ideograph(read_before[-1]) or _is_ideograph(read[0]))


def _is_ideograph(sign: str) -> bool:
    return unicodedata.name(sign, "").startswith("CJK")
