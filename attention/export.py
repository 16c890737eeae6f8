"""Write a trace to a file that other programs read: NumPy, CSV, JSON."""

import csv
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from attention.trace import Trace


def to_npz(trace: "Trace", path: str | Path) -> None:
    """Write q, k, v, x, z, mask and weights of every layer, with labels and spans of the tokens."""
    arrays: dict[str, Any] = {
        "ids": np.array(trace.tokens.ids),
        "labels": np.array(trace.tokens.labels),
        "model": np.array(trace.model.id),
    }
    for index, call in enumerate(trace.calls):
        name = f"{trace.model.part(call)}_{index}"
        for key in ("q", "k", "v", "x", "output", "mask"):
            tensor = getattr(call, key)
            if tensor is not None:
                arrays[f"{name}.{key}"] = tensor[0].cpu().numpy()
        arrays[f"{name}.weights"] = call.steps().weights[0].cpu().numpy()
    np.savez_compressed(path, **arrays)


def to_csv(trace: "Trace", path: str | Path, layer: int, head: int) -> None:
    """Write one row for each pair: positions, labels, weight; masked pairs have an empty weight."""
    steps = trace.steps(layer, head)
    labels = trace.tokens.labels
    with Path(path).open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["query", "query_label", "key", "key_label", "weight"])
        for query, row in enumerate(steps.weights.tolist()):
            for key, weight in enumerate(row):
                masked = steps.mask is not None and not steps.mask[query, key]
                shown = "" if masked else repr(np.float32(weight).item())
                writer.writerow([query, labels[query], key, labels[key], shown])


def to_json(trace: "Trace", path: str | Path, layer: int, head: int) -> None:
    """Write one head's steps; −∞ of masked pairs becomes null."""
    steps = trace.steps(layer, head)
    names = ("q", "k", "v", "scores", "scaled", "masked", "weights", "output")
    record = {
        "model": trace.model.id,
        "layer": layer,
        "head": head,
        "tokens": [
            {"id": token.id, "piece": token.piece, "label": token.label, "span": token.span}
            for token in trace.tokens
        ],
        "scale": steps.scale,
        **{name: finite(getattr(steps, name).tolist()) for name in names},
    }
    text = json.dumps(record, ensure_ascii=False, allow_nan=False, indent=1)
    Path(path).write_text(text, encoding="utf-8")


def finite(value: list[Any] | float) -> list[Any] | float | None:
    """Replace −∞ by None, which JSON can say."""
    if isinstance(value, list):
        return [finite(item) for item in value]
    return None if value == float("-inf") else value
