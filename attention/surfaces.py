"""What each token stands for: which text, which part of it, and whether that is a word."""

import numpy as np
from jaxtyping import Bool

from attention.tokens import Tokens


def surfaces(tokens: Tokens) -> list[str]:
    """Give the text that each token stands for; empty where it stands for none."""
    return [
        text[slice(*token.span)] if token.span else ""
        for token, text in zip(tokens, texts(tokens), strict=True)
    ]


def texts(tokens: Tokens) -> list[str]:
    """Give the text that each token's span counts in."""
    first = begins(tokens)
    n_first = len(tokens) if first is None else first
    second = tokens.pair or ""
    return [tokens.text if place < n_first else second for place in range(len(tokens))]


def begins(tokens: Tokens) -> int | None:
    """Give the first token that stands for a part of text B; None where no text B was read.

    Text B begins where spans start again behind a special token; a mark of the tokenizer's own,
    which stands for no text, may be between the two.
    """
    if tokens.pair is None:
        return None
    before, after_special = -1, False
    for place, token in enumerate(tokens):
        if token.span and after_special and token.span[0] <= before:
            return place
        after_special = token.is_special or (after_special and token.span is None)
        before = token.span[0] if token.span else before
    return None


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


def label(tokens: Tokens, word: tuple[int, ...]) -> str:
    """Give what people read of a word: its text, or the label of its only token."""
    if len(word) == 1:
        return tokens[word[0]].label
    spans = [span for place in word if (span := tokens[place].span)]
    start, end = min(span[0] for span in spans), max(span[1] for span in spans)
    return texts(tokens)[word[0]][start:end].strip()
