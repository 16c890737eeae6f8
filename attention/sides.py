"""A pair of texts in one run: which tokens belong to which, and which look at which."""

from typing import Literal, get_args

import numpy as np
from jaxtyping import Bool

from attention.surfaces import begins
from attention.tokens import Tokens

Between = Literal["all", "aa", "ab", "ba", "bb"]
BETWEEN: tuple[Between, ...] = get_args(Between)


def is_second(tokens: Tokens) -> Bool[np.ndarray, " token"]:
    """Tell of each token whether it belongs to text B: none where no text B was read.

    The special token after text A is A's own; what a model puts before text B is B's.
    """
    found = np.zeros(len(tokens), dtype=bool)
    first = begins(tokens)
    if first is not None:
        special = [token.is_special for token in tokens]
        last = max(place for place in range(first) if special[place])
        while last and special[last - 1]:
            last -= 1
        found[last + 1 :] = True
    return found


def looking(
    between: Between, second: Bool[np.ndarray, " token"]
) -> tuple[Bool[np.ndarray, " token"], Bool[np.ndarray, " token"]]:
    """Give which tokens look and which are looked at; all of them for ``all``.

    >>> [side.tolist() for side in looking("ab", np.array([False, True]))]
    [[True, False], [False, True]]
    """
    if between == "all":
        return np.ones_like(second), np.ones_like(second)
    query, key = (second if side == "b" else ~second for side in between)
    return query, key
