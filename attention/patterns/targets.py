"""Which cells of a map each pattern is about, and in which rows it can be seen at all.

Both follow from the tokens and the mask alone, so they are the same for every head.
"""

from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np
from jaxtyping import Bool, Float
from torch import Tensor

from attention.surfaces import is_mark, is_word
from attention.tokens import Tokens

Name = Literal[
    "induction",
    "duplicate",
    "previous",
    "next",
    "self",
    "punctuation",
    "separator",
    "first",
    "window",
    "broad",
]
NAMES: tuple[Name, ...] = get_args(Name)  # the more particular one first: it names the head
PLACES: tuple[Name, ...] = ("previous", "next", "self")  # one cell in each row
ONE_TEXT: tuple[Name, ...] = ("induction", "duplicate", *PLACES, "window")  # not between two
SINKS: frozenset[Name] = frozenset({"first", "separator"})

NEAR = 2  # tokens to each side that a window reaches
FEWEST = 5  # keys in sight, below which evenness says nothing

Cells = Bool[np.ndarray, "query key"]
Maps = Float[Tensor, "head query key"]


@dataclass(frozen=True, eq=False)
class Targets:
    """Hold each pattern's cells and rows, in the order of ``NAMES``.

    Attributes:
        cells: where the pattern wants the weight; for ``broad``, wherever a query may look.
        rows: the queries by which the pattern is judged.
        kept: what is left of a map without special tokens and without a causal model's first token.
        allowed: where a query may look.
    """

    cells: Bool[np.ndarray, "pattern query key"]
    rows: Bool[np.ndarray, "pattern query"]
    kept: Cells
    allowed: Cells


def targets(tokens: Tokens, allowed: Cells, keys: Tokens | None = None) -> Targets:
    """Give the cells and rows of every pattern on a text.

    A query that sees only itself is no evidence of anything and is never judged. Between two texts,
    where there are other ``keys``, only what is about the keys can be seen.
    """
    if keys is not None:
        return _across(tokens, keys, allowed)
    query, key = np.indices(allowed.shape)
    special = np.array([token.is_special for token in tokens])
    mark, word = is_mark(tokens), is_word(tokens)
    same = copies(tokens) & (query != key)
    after_copy = np.zeros_like(same)
    after_copy[:, 1:] = (same & (key < query))[:, :-1]
    wanted: dict[Name, Any] = {
        "induction": after_copy & (key < query),
        "duplicate": same,
        "previous": key == query - 1,
        "next": key == query + 1,
        "self": key == query,
        "punctuation": (mark & (query != key)) & word[:, None],
        "separator": (special & (key > 0)) & ~special[:, None],
        "first": (key == 0) & (query > 0) & ~special[:, None],
        "window": abs(query - key) <= NEAR,
        "broad": np.ones_like(allowed),
    }
    cells = np.stack([wanted[name] & allowed for name in NAMES])
    rows = _judged(cells, allowed)
    out = special | ((np.arange(len(special)) == 0) & looks_back(allowed))
    return Targets(cells, rows, allowed & ~out[None, :] & ~out[:, None], allowed)


def _across(tokens: Tokens, keys: Tokens, allowed: Cells) -> Targets:
    """Give the same for the tokens of one text that look at those of another."""
    _, key = np.indices(allowed.shape)
    own, special = (np.array([token.is_special for token in text]) for text in (tokens, keys))
    wanted: dict[Name, Any] = {
        **dict.fromkeys(ONE_TEXT, np.zeros_like(allowed)),
        "punctuation": is_mark(keys)[None, :] & is_word(tokens)[:, None],
        "separator": (special & (key > 0)) & ~own[:, None],
        "first": (key == 0) & ~own[:, None],
        "broad": np.ones_like(allowed),
    }
    cells = np.stack([wanted[name] & allowed for name in NAMES])
    kept = allowed & ~special[None, :] & ~own[:, None]
    return Targets(cells, _judged(cells, allowed), kept, allowed)


def _judged(cells: Bool[np.ndarray, "pattern query key"], allowed: Cells) -> np.ndarray:
    """Give the queries by which each pattern is judged."""
    seen, n_wanted = allowed.sum(-1), cells.sum(-1)
    rows = (n_wanted > 0) & (seen > 1)
    rows[NAMES.index("window")] &= seen >= 2 * n_wanted[NAMES.index("window")]
    rows[NAMES.index("broad")] &= seen >= FEWEST
    return rows


def looks_back(allowed: Cells) -> bool:
    """Tell whether the first token may look at nothing but itself, as in a causal model."""
    return not allowed[0, 1:].any()


def copies(tokens: Tokens) -> Cells:
    """Give where two tokens read the same; the blank in front and capital letters do not count."""
    read = np.array([token.label.lstrip("␣").casefold() or token.label for token in tokens])
    ordinary = np.array([token.span is not None and not token.is_special for token in tokens])
    return (read[:, None] == read[None, :]) & ordinary[:, None] & ordinary[None, :]
