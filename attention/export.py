"""Write numbers of a run to a file that other programs read: NumPy, CSV, JSON."""

import csv
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import numpy as np
from jaxtyping import Bool, Float
from torch import Tensor

from attention.core import AttentionSteps
from attention.places import Place
from attention.recording import Call
from attention.softmax_tap import Glimpse
from attention.tokens import Tokens

CALL = ("q", "k", "v", "x", "memory", "output", "mask")
STEPS = ("q", "k", "v", "scores", "scaled", "masked", "weights", "output")

# What makes a spreadsheet read a cell as a formula; East Asian ones read the wide signs too.
FORMULA = tuple("=+-@\t\r＝＋－＠")


def to_npz(
    path: str | Path,
    about: Mapping[str, str],
    tokens: Tokens,
    target: Tokens | None,
    calls: Sequence[Call | Glimpse],
    places: Sequence[Place],
) -> None:
    """Write what every call received and its weights, with the ids and labels of the tokens."""
    named: dict[str, Any] = {**about, "ids": tokens.ids, "labels": tokens.labels}
    if target is not None:
        named |= {"target_ids": target.ids, "target_labels": target.labels}
    arrays = {name: np.array(value) for name, value in named.items()}
    for call, place in zip(calls, places, strict=True):
        arrays |= {
            f"{place.part}_{place.layer}.{name}": tensor.cpu().numpy()
            for name, tensor in seen(call).items()
            if tensor is not None
        }
    np.savez_compressed(path, **cast("Any", arrays))


def seen(call: Call | Glimpse) -> dict[str, Tensor | None]:
    """Give all that is known of one call, without the axis of the batch."""
    if isinstance(call, Glimpse):
        return {"masked": call.logits, "mask": call.mask, "weights": call.weights}
    found = {name: getattr(call, name) for name in CALL} | {"weights": call.steps().weights}
    return {name: None if tensor is None else tensor[0] for name, tensor in found.items()}


def steps_to_npz(path: str | Path, labels: Sequence[str], steps: AttentionSteps) -> None:
    """Write every step of one head, with the labels of its words."""
    arrays: dict[str, Any] = {name: getattr(steps, name).numpy() for name in STEPS}
    np.savez_compressed(path, **cast("Any", arrays | {"labels": np.array(labels)}))


def to_csv(
    path: str | Path,
    about: Mapping[str, Any],
    labels: Sequence[str],
    weights: Float[Tensor, "query key"],
    mask: Bool[Tensor, "query key"] | None,
    keys: Sequence[str] | None = None,
) -> None:
    """Write one row for each pair: positions, labels, weight; masked pairs have an empty weight.

    ``keys`` are the labels of the keys, where they are others than those of the queries.

    Every row ends with what all of them are ``about``, such as the model, so that no row can be
    taken for one of another run; what is not text or a number is JSON. The file is for
    spreadsheets: it begins with the mark by which Excel knows UTF-8, and a text that would be a
    formula there has an apostrophe in front. JSON and NPZ have every label as it is.
    """
    same = [x if isinstance(x, int) else harmless(written(x)) for x in about.values()]
    shown_labels = [harmless(label) for label in labels]
    shown_keys = shown_labels if keys is None else [harmless(label) for label in keys]
    with Path(path).open("w", newline="", encoding="utf-8-sig") as file:
        writer = csv.writer(file)
        writer.writerow(["query", "query_label", "key", "key_label", "weight", *about])
        for query, row in enumerate(weights.tolist()):
            for key, weight in enumerate(row):
                masked = mask is not None and not mask[query, key]
                shown = "" if masked else repr(weight)
                pair = (query, shown_labels[query], key, shown_keys[key])
                writer.writerow([*pair, shown, *same])


def written(value: object) -> str:
    """Give text as it is, anything else as JSON."""
    return value if isinstance(value, str) else json.dumps(value)


def harmless(text: str) -> str:
    """Keep a spreadsheet from computing what somebody wrote.

    >>> harmless("=1+1"), harmless("animal")
    ("'=1+1", 'animal')
    """
    return f"'{text}" if text.startswith(FORMULA) else text


def to_json(
    path: str | Path,
    about: Mapping[str, Any],
    tokens: Sequence[Any],
    steps: AttentionSteps,
    keys: Sequence[Any] | None = None,
) -> None:
    """Write the steps of one head; −∞ of masked pairs becomes null.

    ``keys`` are the tokens of the keys, where they are others than those of the queries.
    """
    record = {
        **about,
        "tokens": list(tokens),
        **({} if keys is None else {"key_tokens": list(keys)}),
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
