"""View data of a changed run beside the one it was changed from."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Bool, Float32
from torch import Tensor

from attention import metrics
from attention.core import softmax
from attention.effects import cosine_distance
from attention.tokens import tokens_of_ids
from attention.trace import Trace
from attention.views import barred

SAME = 5e-4  # what no weight on the page moved by: it shows three places


@dataclass(frozen=True)
class RowChange:
    """Say what became of one row of weights.

    Entropy is in bits; ``most_entropy`` is that of a row that looks at all it may look at alike.
    ``moved`` is the weight that changed hands: half of all differences.
    """

    entropy_before: float
    entropy_after: float
    most_entropy: float
    largest_before: float
    largest_after: float
    top_before: int
    top_after: int
    moved: float


@dataclass(frozen=True, eq=False)
class HeadChange:
    """Hold one head before and after, and what became of every token's last hidden state.

    A barred cell may not be looked at; its weight is 0. ``cosines`` compare each token's last state
    with what it was, 1 for no turn; ``lengths`` are those of the states.
    """

    query: int
    before: Float32[np.ndarray, "query key"]
    after: Float32[np.ndarray, "query key"]
    barred_before: Bool[np.ndarray, "query key"]
    barred_after: Bool[np.ndarray, "query key"]
    row: RowChange
    cosines: Float32[np.ndarray, " token"]
    lengths_before: Float32[np.ndarray, " token"]
    lengths_after: Float32[np.ndarray, " token"]

    @property
    def difference(self) -> Float32[np.ndarray, "query key"]:
        """Return after − before."""
        return self.after - self.before


@dataclass(frozen=True)
class NextChange:
    """Hold a candidate for the next token, and its probability before and after."""

    label: str
    before: float
    after: float


def head_change(before: Trace, after: Trace, layer: int, head: int, query: int) -> HeadChange:
    """Put one head of two runs of the same tokens side by side."""
    was, now = (t.head_weights(layer, head).cpu().numpy() for t in (before, after))
    barred_before, barred_after = (barred(t, layer, head) for t in (before, after))
    one, other = before.output, after.output
    cosines = torch.cosine_similarity(one.double(), other.double(), dim=-1)
    same = (one == other).all(dim=-1)
    return HeadChange(
        query=query,
        before=was,
        after=now,
        barred_before=barred_before,
        barred_after=barred_after,
        row=row_change(was[query], now[query], int((~barred_before[query]).sum())),
        cosines=torch.where(same, 1.0, cosines).float().cpu().numpy(),
        lengths_before=one.norm(dim=-1).cpu().numpy(),
        lengths_after=other.norm(dim=-1).cpu().numpy(),
    )


def row_change(
    before: Float32[np.ndarray, " key"], after: Float32[np.ndarray, " key"], n_allowed: int
) -> RowChange:
    """Compare two rows of weights."""
    # In float64: the entropy of one place is then a clean 0.
    rows = torch.from_numpy(np.stack([before, after])).double()
    entropy_before, entropy_after = metrics.entropy(rows).tolist()
    top_before, top_after = int(before.argmax()), int(after.argmax())
    return RowChange(
        entropy_before=entropy_before,
        entropy_after=entropy_after,
        most_entropy=float(np.log2(max(1, n_allowed))),
        largest_before=float(before[top_before]),
        largest_after=float(after[top_after]),
        top_before=top_before,
        top_after=top_after,
        moved=float(np.abs(after.astype(np.float64) - before).sum() / 2),
    )


def text_similarity(before: Trace, after: Trace) -> float:
    """Give the cosine of the two vectors of the whole text: the mean of all last hidden states."""
    return 1 - cosine_distance(before.output.mean(dim=0), after.output.mean(dim=0))


def next_changes(before: Trace, after: Trace, top: int = 5) -> tuple[NextChange, ...]:
    """Give the likeliest next tokens of either run, the likeliest afterwards first."""
    was, now = before.next_probabilities(), after.next_probabilities()
    if was is None or now is None:
        return ()
    ids = sorted({*was.topk(top).indices.tolist(), *now.topk(top).indices.tolist()})
    ids.sort(key=lambda id: -float(now[id]))
    labels = tokens_of_ids(before.model.tokenizer, ids).labels
    return tuple(
        NextChange(label, float(was[id]), float(now[id]))
        for label, id in zip(labels, ids, strict=True)
    )


def most_alike(
    trace: Trace, layer: int, head: int, query: int, off: Iterable[tuple[int, int]], n: int = 2
) -> tuple[tuple[int, int], ...]:
    """Give the heads whose row of one query is most like this head's: by the weight they share.

    Heads that are ``off`` already are left out.
    """
    taken = {(layer, head), *off}
    own = trace.head_weights(layer, head)[query]
    shared = {
        (other, number): float(value)
        for other in range(trace.n_layers)
        for number, value in enumerate(shared_weight(trace.weights(other)[:, query], own))
        if (other, number) not in taken
    }
    return tuple(sorted(sorted(shared, key=lambda place: -shared[place])[:n]))


def shared_weight(rows: Tensor, own: Tensor) -> list[float]:
    """Give how much weight each row puts where another one puts it too: 1 for the same row."""
    return torch.minimum(rows, own).sum(dim=-1).tolist()


def with_constant(
    trace: Trace, layer: int, head: int, query: int, constant: float
) -> Float32[np.ndarray, " key"] | None:
    """Give a row's weights after a constant was added to each of its scores.

    None where the model has a sink: to that one logit nothing is added.
    """
    if trace.glimpses:
        logits = trace.masked(layer)[head]
    elif (steps := trace.steps(layer, head)).sink is None:
        logits = steps.masked
    else:
        return None
    row = softmax(logits[query][None, None, None] + constant)
    return row[0, 0, 0].cpu().numpy()
