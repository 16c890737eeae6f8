"""Write numbers of a run to a file that other programs read: NumPy, CSV, JSON."""

import csv
import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from torch import Tensor

from attention.core import AttentionSteps
from attention.recording import Call
from attention.tokens import Tokens

STEPS = ("q", "k", "v", "scores", "scaled", "masked", "weights", "output")


def tensors(calls: Sequence[Call], part_of: Callable[[Call], str]) -> dict[str, Tensor]:
    """Give q, k, v, x, z, mask and weights of every call, named by part and layer."""
    found: dict[str, Tensor] = {}
    numbers: Counter[str] = Counter()
    for call in calls:
        named = {name: getattr(call, name) for name in ("q", "k", "v", "x", "output", "mask")}
        named["weights"] = call.steps().weights
        part = part_of(call)
        place = f"{part}_{numbers[part]}"
        numbers[part] += 1
        known = {name: tensor for name, tensor in named.items() if tensor is not None}
        found |= {f"{place}.{name}": tensor[0] for name, tensor in known.items()}
    return found


def to_npz(path: str | Path, model: str, tokens: Tokens, tensors: Mapping[str, Tensor]) -> None:
    """Write named tensors, with the ids and labels of the tokens."""
    arrays: dict[str, Any] = {name: tensor.cpu().numpy() for name, tensor in tensors.items()}
    about = {"model": model, "ids": tokens.ids, "labels": tokens.labels}
    arrays |= {name: np.array(value) for name, value in about.items()}
    np.savez_compressed(path, **arrays)


def to_csv(path: str | Path, tokens: Tokens, steps: AttentionSteps) -> None:
    """Write one row for each pair: positions, labels, weight; masked pairs have an empty weight."""
    labels = tokens.labels
    with Path(path).open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["query", "query_label", "key", "key_label", "weight"])
        for query, row in enumerate(steps.weights.tolist()):
            for key, weight in enumerate(row):
                masked = steps.mask is not None and not steps.mask[query, key]
                shown = "" if masked else repr(weight)
                writer.writerow([query, labels[query], key, labels[key], shown])


def to_json(
    path: str | Path, about: Mapping[str, str | int], tokens: Tokens, steps: AttentionSteps
) -> None:
    """Write the steps of one head; −∞ of masked pairs becomes null."""
    record = {
        **about,
        "tokens": [vars(token) for token in tokens],
        "scale": steps.scale,
        **{name: finite(getattr(steps, name).tolist()) for name in STEPS},
    }
    text = json.dumps(record, ensure_ascii=False, allow_nan=False, indent=1)
    Path(path).write_text(text, encoding="utf-8")


def finite(value: list[Any] | float) -> list[Any] | float | None:
    """Replace −∞ by None, which JSON can say."""
    if isinstance(value, list):
        return [finite(item) for item in value]
    return None if value == float("-inf") else value
