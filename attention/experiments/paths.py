"""How a word reaches another one: along a chain, through windows, or at once."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

Kind = Literal["rnn", "cnn", "attention"]
KINDS: tuple[Kind, ...] = ("rnn", "cnn", "attention")

KERNEL = 3


@dataclass(frozen=True)
class Path:
    """Hold the stops on the way from one word to another, as (layer, position); layer 0 is words.

    ``hops`` counts the computations the word's information passes through.
    """

    kind: Kind
    n_layers: int
    stops: tuple[tuple[int, int], ...]
    hops: int


def path(kind: Kind, early: int, late: int) -> Path:
    """Give the way from an earlier word to a later one.

    The RNN is a chain of states. The CNN looks back through windows of three, each layer's places
    three times as far apart as those of the layer before (dilation): its shortest way.

    >>> [path(kind, 2, 10).hops for kind in KINDS]
    [8, 2, 1]
    """
    if kind == "rnn":
        chain = tuple((1, position) for position in range(early, late + 1))
        return Path(kind, 1, ((0, early), *chain), late - early)
    if kind == "cnn":
        places = [early]
        for layer, digit in enumerate(digits(late - early)):
            places.append(places[-1] + digit * KERNEL**layer)
        return Path(kind, len(places) - 1, tuple(enumerate(places)), len(places) - 1)
    return Path(kind, 1, ((0, early), (1, late)), 1)


def digits(distance: int) -> Iterator[int]:
    """Write a distance in powers of three, the smallest first.

    >>> list(digits(7))
    [1, 2]
    """
    while distance:
        yield distance % KERNEL
        distance //= KERNEL


@dataclass(frozen=True)
class Growth:
    """Hold what one layer costs for a text: multiplications, steps in a row, longest path."""

    kind: Kind
    work: int
    in_a_row: int
    longest: int


def growth(kind: Kind, n_tokens: int, d_model: int) -> Growth:
    """Count one layer, as in the table of the paper; the work leaves constants out.

    Source:
        Vaswani et al. 2017, table 1, https://arxiv.org/abs/1706.03762.
    """
    longest = path(kind, 0, n_tokens - 1).hops
    square = n_tokens * d_model**2
    if kind == "rnn":
        return Growth(kind, square, n_tokens, longest)
    if kind == "cnn":
        return Growth(kind, KERNEL * square, 1, longest)
    return Growth(kind, n_tokens**2 * d_model, 1, longest)
