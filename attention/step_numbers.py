"""The arithmetic behind the walk through one head: what softmax does inside, and what is added up.

The float32 operations are the ones that softmax does; sums of many are made in float64.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
import torch
from jaxtyping import Float, Float32
from torch import Tensor

from attention.core import AttentionSteps
from attention.projections import Projection
from attention.trace import Trace

Matrix = Float32[np.ndarray, "*shape"]


@dataclass(frozen=True, eq=False)
class HeadRun:
    """Hold one head at work, wherever it was computed.

    Attributes:
        x: what the layer read, None where that was not seen.
        memory: what keys and values were made of, where that is of another text.
        concat: what all heads of the layer hand over, before W_O.
    """

    layer: int
    head: int
    n_kv_heads: int
    steps: AttentionSteps
    x: Float[Tensor, "query d_model"] | None
    projection: Projection
    concat: Float[Tensor, "head query d_v"]
    memory: Float[Tensor, "key d_memory"] | None = None


def head_run(trace: Trace, layer: int, head: int) -> HeadRun:
    """Take one head out of a model's run."""
    call, projection = trace.call(layer), trace.projection(layer)
    return HeadRun(
        layer=layer,
        head=head,
        n_kv_heads=call.k.shape[1],
        steps=without_empty_bias(trace.steps(layer, head)),
        x=None if call.x is None else call.x[0],
        memory=None if call.memory is None else call.memory[0],
        projection=projection,
        concat=call.output[0],
    )


def without_empty_bias(steps: AttentionSteps) -> AttentionSteps:
    """Leave out a bias of zeros: T5 hands one to its cross-attention, which has no positions."""
    nothing = steps.bias is not None and not bool(steps.bias.any())
    return replace(steps, bias=None) if nothing else steps


def every_row(steps: AttentionSteps) -> dict[str, Matrix]:
    """Give each stage that is a matrix of queries and keys, as the model's softmax meets them."""
    masked, largest = steps.masked.numpy(), most(steps)[:, None]
    shifted = masked - np.where(np.isneginf(largest), np.float32(0), largest)
    named = {name: getattr(steps, name).numpy() for name in ("scores", "scaled", "weights")}
    named |= {"masked": masked, "shifted": shifted, "exp": np.exp(shifted)}
    if steps.softcap is not None:
        named["capped"] = steps.capped.numpy()
    if steps.bias is not None:
        named["bias"] = steps.bias.expand_as(steps.scaled).numpy()
        named["biased"] = steps.biased.numpy()
    return named


def most(steps: AttentionSteps) -> Float32[np.ndarray, " query"]:
    """Give what softmax subtracts: the largest number of each row, the sink among them."""
    largest = steps.masked.amax(dim=-1)
    return (largest if steps.sink is None else torch.maximum(largest, steps.sink)).numpy()


def sums(
    steps: AttentionSteps, every: Mapping[str, Matrix], query: int, rows: np.ndarray
) -> dict[str, float]:
    """Add up one row over all keys, and the part of it that lies outside ``rows``."""
    outside = np.ones(len(steps.k), dtype=bool)
    outside[rows] = False
    exp, weights = (every[name][query].astype(np.float64) for name in ("exp", "weights"))
    largest, extra = max(float(most(steps)[query]), float(np.finfo(np.float32).min)), {}
    if steps.sink is not None:
        sink = steps.sink.numpy()[query]
        shifted = np.float32(sink - np.float32(largest))
        powered = float(np.exp(shifted))
        extra = {"sink": float(sink), "sink_shifted": float(shifted), "sink_exp": powered}
        extra["sink_weight"] = powered / (exp.sum() + powered)
    if (late := masked_late(steps, query)) is not None:
        extra["late"] = float(late.astype(np.float64).sum())
    return {
        **extra,
        "max": largest,
        "sum": float(exp.sum()) + extra.get("sink_exp", 0.0),
        "total": float(weights.sum()),
        "rest_exp": float(exp[outside].sum()),
        "rest_weight": float(weights[outside].sum()),
    }


def row(steps: AttentionSteps, query: int, rows: np.ndarray) -> dict[str, np.ndarray]:
    """Give what only the chosen row shows: its values' lengths, the rest, and a row unscaled."""
    weights, v = (getattr(steps, name).numpy().astype(np.float64) for name in ("weights", "v"))
    outside = np.ones(len(v), dtype=bool)
    outside[rows] = False
    row = {
        "lengths": np.linalg.norm(v, axis=1)[rows],
        "added_lengths": (weights[query] * np.linalg.norm(v, axis=1))[rows],
        "rest": weights[query, outside] @ v[outside],
    }
    if steps.softcap is None and steps.bias is None and steps.sink is None:
        raw = steps.scores if steps.mask is None else steps.scores.masked_fill(~steps.mask, -1e30)
        row["unscaled"] = raw[query].softmax(-1).numpy()[rows]
    if (late := masked_late(steps, query)) is not None:
        row["late"] = late[rows]
    return row


def masked_late(steps: AttentionSteps, query: int) -> Float32[np.ndarray, " key"] | None:
    """Give a row as it would be if the mask came only after softmax; None where nothing is hidden.

    It is not the model's own: what softmax gave to hidden keys is lost, so it sums to less than 1.
    """
    if steps.mask is None or bool(steps.mask[query].all()) or steps.sink is not None:
        return None
    return (steps.biased[query].softmax(-1) * steps.mask[query]).numpy()


def output(run: HeadRun, query: int) -> dict[str, np.ndarray]:
    """Give the way of one row through W_O; only the heads' outputs where W_O is not known."""
    found = {"concat": run.concat[:, query]}
    stripes = run.projection.by_head(len(run.concat))
    if stripes is not None:
        with torch.inference_mode():
            # All rows at once, as in ``contributions``: one alone would end otherwise.
            added = (run.concat @ stripes)[:, query]
        this, total = added[run.head], added.double().sum(0)
        found |= {"added": this, "others": total - this}
        if run.projection.b_o is not None:
            found["bias_o"] = run.projection.b_o
            total = total + run.projection.b_o
        found["total"] = total
    return {name: tensor.numpy() for name, tensor in found.items()}
