"""Which tokens are looked at when nobody has chosen, and where a choice goes in a new text."""

from dataclasses import replace

import numpy as np
from jaxtyping import Float32

from app.selection import Selection
from attention.tokens import Tokens


def default_query(tokens: Tokens) -> int:
    """Give the last token that reads as a word, else the last of the text, else the last one."""
    own = [index for index, token in enumerate(tokens) if not token.is_special]
    words = [index for index in own if any(sign.isalnum() for sign in tokens[index].label)]
    return (words or own or range(len(tokens)))[-1]


def top_key(weights: Float32[np.ndarray, "query key"], query: int) -> int:
    """Give the key that gets most of a query's attention."""
    return int(weights[query].argmax())


def key_of(selection: Selection, weights: Float32[np.ndarray, "query key"], query: int) -> int:
    """Give the chosen key, or the one that gets most of a query's attention."""
    return top_key(weights, query) if selection.key is None else selection.key


def carried(old: Tokens, index: int, new: Tokens) -> int | None:
    """Give the place in ``new`` of the token chosen in ``old``, or None.

    The same text cut by another tokenizer is matched by characters, another text by position and
    label: after "tired" became "wide", "it" is still token 10.
    """
    if index >= len(old):
        return None
    if old.text != new.text:
        same = index < len(new) and old[index].label == new[index].label
        return index if same else None
    span = old[index].span
    if span is None:
        return None
    return next(
        (i for i, token in enumerate(new) if token.span and token.span[1] > span[0]),
        None,
    )


def moved(
    selection: Selection, old: Tokens, new: Tokens, keys: tuple[Tokens, Tokens] | None = None
) -> Selection:
    """Take along the tokens a view speaks of: the chosen pair, hidden tokens, painted pairs.

    What can't be found again is left behind: it would be another word. ``keys``: the old and new
    tokens that are looked at, where they are others.
    """
    old_keys, new_keys = keys or (old, new)

    def place(index: int | None) -> int | None:
        return None if index is None else carried(old, index, new)

    def key(index: int | None) -> int | None:
        return None if index is None else carried(old_keys, index, new_keys)

    hidden = (key(token) for token in selection.block)
    painted = ((place(query), key(seen)) for query, seen in selection.paint)
    return replace(
        selection,
        query=place(selection.query),
        key=key(selection.key),
        block=tuple(sorted({token for token in hidden if token is not None})),
        paint=tuple((q, k) for q, k in painted if q is not None and k is not None),
    )
