"""View data: what figures and components draw, as numpy arrays and strings.

No colour and no sentence is decided here, and nothing is computed that the model did not: weights
are cut out, hidden, rescaled or pooled, and each record says which of these was done.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float32, UInt16

from attention.head_map import HeadMap, Special, shown_map
from attention.pooling import MASKED, largest, pooling
from attention.token_line import TokenLine
from attention.tokens import Tokens, tokens_of_ids
from attention.trace import Trace


@dataclass(frozen=True)
class HeadGrid:
    """Hold the weights of all heads, small enough to send.

    ``cells`` are unsigned 16-bit numbers, little-endian, in the order layer, head, query, key:
    thousandths of a weight, or ``MASKED``. Where ``step`` is above 1, one cell is the largest
    weight of ``step`` by ``step`` cells; ``rows`` and ``columns`` count the cells of one head.
    """

    n_layers: int
    n_heads: int
    n_queries: int
    n_keys: int
    rows: int
    columns: int
    step: int
    cells: bytes


@dataclass(frozen=True)
class RowTable:
    """Hold one query's row: a position, a label, a weight of 4 decimals and a mark per key."""

    query: int
    rows: tuple[tuple[int, str, str], ...]


@dataclass(frozen=True)
class NextToken:
    """Hold one candidate for the next token and its probability."""

    label: str
    probability: float


def token_line(tokens: Tokens, others: Tokens | None = None) -> TokenLine:
    """Give the labels, raw pieces and marks of all tokens, and of the others they look at."""
    return TokenLine(
        labels=tuple(token.label for token in tokens),
        pieces=tuple(token.piece for token in tokens),
        special=tuple(token.is_special for token in tokens),
        unknown=tuple(token.is_unknown for token in tokens),
        others=None if others is None else token_line(others),
    )


def thousandths(
    weights: Float32[np.ndarray, "*shape"], masked: Bool[np.ndarray, "*#shape"]
) -> UInt16[np.ndarray, "*shape"]:
    """Give weights as whole thousandths, exactly rounded, and ``MASKED`` where looking is barred.

    >>> thousandths(np.float32([0.6403, 0.0]), np.array([False, True])).tolist()
    [640, 65535]
    """
    known = np.nan_to_num(weights.astype(np.float64))
    cells = np.rint(known * 1000).astype("<u2")
    return np.where(masked, np.uint16(MASKED), cells)


def drawn(view: HeadMap) -> bytes:
    """Give what is drawn of a head as thousandths; empty where that is all of it, as it is."""
    left_out = np.isnan(view.shown) & ~view.masked & ~view.hidden[None, :]
    if view.mode != "rescale" and not left_out.any():
        return b""
    return thousandths(view.shown, np.isnan(view.shown)).tobytes()


def head_grid(trace: Trace) -> HeadGrid:
    """Give the weights of every head of every layer, max-pooled where they are too many to send."""
    n_queries, n_keys = len(trace.queries), len(trace.keys)
    step = pooling(trace.n_layers * trace.n_heads, max(n_queries, n_keys))
    layers = [_pooled(trace, layer, step) for layer in range(trace.n_layers)]
    return HeadGrid(
        n_layers=trace.n_layers,
        n_heads=trace.n_heads,
        n_queries=n_queries,
        n_keys=n_keys,
        rows=-(-n_queries // step),
        columns=-(-n_keys // step),
        step=step,
        cells=b"".join(cells.astype("<u2").tobytes() for cells in layers),
    )


def _pooled(trace: Trace, layer: int, step: int) -> UInt16[np.ndarray, "head row column"]:
    weights = trace.weights(layer).cpu().numpy()
    masks = trace.masks(layer)
    masked = np.zeros((1, 1, 1), dtype=bool) if masks is None else ~masks.cpu().numpy()
    cells = thousandths(weights, masked)
    if step == 1:
        return cells
    return largest(largest(cells, step, axis=1), step, axis=2)


def head_map(trace: Trace, layer: int, head: int, mode: Special = "show") -> HeadMap:
    """Give one head with its special tokens shown, hidden, or hidden and the rest rescaled."""
    weights = trace.head_weights(layer, head).cpu().numpy()
    special = np.array([token.is_special for token in trace.keys])
    return shown_map((layer, head), weights, barred(trace, layer, head), special, mode)


def barred(trace: Trace, layer: int, head: int) -> Bool[np.ndarray, "query key"]:
    """Give where a head's queries may not look."""
    allowed = trace.head_mask(layer, head)
    if allowed is None:
        return np.zeros((len(trace.queries), len(trace.keys)), dtype=bool)
    return ~allowed.cpu().numpy()


def row_table(view: HeadMap, line: TokenLine, query: int) -> RowTable:
    """Give the model's own weights of one query; a masked key has an empty weight."""
    weights = (
        "" if is_masked else f"{weight:.4f}"
        for weight, is_masked in zip(view.weights[query], view.masked[query], strict=True)
    )
    labels = line.keys.labels
    return RowTable(query, tuple(zip(range(len(labels)), labels, weights, strict=True)))


def next_tokens(trace: Trace, top: int = 5) -> tuple[NextToken, ...]:
    """Give the likeliest next tokens, the likeliest first; none for an encoder."""
    best = trace.next_tokens(top)
    if not best:
        return ()
    ids, probabilities = zip(*best, strict=True)
    labels = tokens_of_ids(trace.model.tokenizer, ids).labels
    return tuple(map(NextToken, labels, probabilities))
