"""How much of each pattern every head shows on one text, row by row and over the rows."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import log

import numpy as np
import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor

from attention.metrics import evenness
from attention.patterns.targets import NAMES, SINKS, Cells, Maps, Targets, targets
from attention.tokens import Tokens

EVEN = 0.8  # of the evenness that equal weights have: what a broad row needs
LN2 = log(2)
NOTHING = 1e-6  # weight left in a row, below which dividing by it says nothing

PerRow = Float[Tensor, "pattern head query"]
Scored = Float[np.ndarray, "pattern layer head"]


@dataclass(frozen=True, eq=False)
class Scores:
    """Hold the scores of all heads of a run, patterns in the order of ``NAMES``.

    A row's score is the weight it gives to the cells of the pattern; for ``broad``, how even it is,
    1 where all weights are equal. NaN where no row of the text can show the pattern.

    Attributes:
        raw: the mean over the rows, the model's own weights of the full matrix.
        least: the lowest row.
        held: how many rows give no other key more than the best cell of the pattern.
        n_rows: how many rows are judged.
        words: the mean without special tokens, and without a causal model's first token; the
            weights are as they are. NaN for sinks, which are about those tokens.
        rescaled: the same with every row divided by the weight that is left in it.
        entropy: of the rows, in bits; the mean over all of them.
    """

    raw: Scored
    least: Scored
    held: Int[np.ndarray, "pattern layer head"]
    n_rows: Int[np.ndarray, "pattern layer"]
    words: Scored
    rescaled: Scored
    entropy: Float[np.ndarray, "layer head"]


def scores(
    layers: Iterable[tuple[Maps, Cells]], tokens: Tokens, keys: Tokens | None = None
) -> Scores:
    """Score the heads of all layers, given each layer's weights and where it may look.

    ``keys``: the tokens looked at, where they are others than ``tokens``.
    """
    known: Targets | None = None
    found: list[tuple[np.ndarray, ...]] = []
    for weights, allowed in layers:
        if known is None or not np.array_equal(known.allowed, allowed):
            known = targets(tokens, allowed, keys)
        found.append(_layer(weights, known))
    *per_pattern, bits = zip(*found, strict=True)
    raw, least, held, n_rows, words, rescaled = (np.stack(one, 1) for one in per_pattern)
    return Scores(raw, least, held, n_rows, words, rescaled, np.stack(bits))


def _layer(weights: Maps, at: Targets) -> tuple[np.ndarray, ...]:
    rows, cells = torch.from_numpy(at.rows), torch.from_numpy(at.cells).to(weights.dtype)
    per_row, broad = _given(weights, cells), NAMES.index("broad")
    spread = torch.special.entr(weights)
    bits = spread.sum(-1) / LN2
    per_row[broad] = evenness(bits, torch.from_numpy(at.allowed).sum(-1))
    largest = weights.max(-1).indices
    holds = cells.bool()[:, torch.arange(len(rows[0])), largest]
    holds[broad] = per_row[broad] >= EVEN
    judged = rows[:, None]
    words, rescaled = _without(weights, spread, cells, at)
    return (
        _mean(per_row, judged).numpy(),
        _lowest(per_row, judged).numpy(),
        (holds & judged).sum(-1).numpy(),
        at.rows.sum(-1),
        words.numpy(),
        rescaled.numpy(),
        bits.mean(-1).numpy(),
    )


def _given(weights: Maps, cells: Tensor) -> PerRow:
    """Add up what each row gives to each pattern's cells."""
    return torch.einsum("hqk,pqk->phq", weights, cells)


def _without(
    weights: Maps, spread: Maps, cells: Tensor, at: Targets
) -> tuple[Float[Tensor, "pattern head"], Float[Tensor, "pattern head"]]:
    """Give the means without special tokens, as they are and rescaled.

    The entropy of weights w ÷ L, which add up to 1, is Σ −w log w, ÷ L, plus log L: the logarithms
    need not be taken again.
    """
    kept = torch.from_numpy(at.kept)
    cells = cells * kept
    rows = torch.from_numpy(at.rows) & (cells.sum(-1) > 0)
    rows[[NAMES.index(name) for name in SINKS]] = False
    left, rest = _given(torch.cat([weights, spread]), kept[None].to(weights))[0].chunk(2)
    some = left.clamp_min(NOTHING)
    given, broad = _given(weights, cells), NAMES.index("broad")
    divided = given / some
    divided[broad] = evenness((rest / some + some.log()) / LN2, kept.sum(-1))
    words = _mean(given, rows[:, None])
    words[broad] = torch.nan  # evenness is of a whole row
    return words, _mean(divided, rows[:, None] & (left > NOTHING))


def _mean(values: PerRow, rows: Bool[Tensor, "pattern #head query"]) -> Tensor:
    return (values * rows).sum(-1) / rows.sum(-1)


def _lowest(values: PerRow, rows: Bool[Tensor, "pattern #head query"]) -> Tensor:
    lowest = values.masked_fill(~rows, torch.inf).amin(-1)
    return lowest.masked_fill(lowest.isinf(), torch.nan)
