"""Score the heads' patterns over the probe texts: `python -m bench.probe_patterns`.

It writes assets/patterns.npz, which the app reads to say whether a head does elsewhere what it
does here. Everyday sentences repeat nothing, so that induction and repeated tokens are measured on
each text written twice.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np
import torch

import attention
from attention import patterns
from attention.models import Model
from attention.patterns.probes import FILE, Probed, packed
from bench.probe_statistics import MEASURED, sentences

REPEATED: tuple[patterns.Name, ...] = ("induction", "duplicate")
BETWEEN = {"en": " ", "zh": ""}


def score(model: Model, texts: Iterable[str]) -> list[patterns.Scores]:
    """Score every head on every text."""
    traces = (attention.trace(model, text) for text in texts)
    return [patterns.scores(t.layers(), t.tokens) for t in traces]


def together(found: list[patterns.Scores]) -> Probed:
    """Sum up the scores of many texts; one with too few rows for a pattern does not count there."""
    enough = np.stack([patterns.enough(one) for one in found])  # text, pattern, layer
    raw = np.stack([one.raw for one in found])
    raw = np.where(enough[..., None], raw, np.nan)
    some = enough.any((0, 2))
    median, least = np.full(raw.shape[1:], np.nan), np.full(raw.shape[1:], np.nan)
    median[some], least[some] = np.nanmedian(raw[:, some], 0), np.nanmin(raw[:, some], 0)
    n_named = np.sum([patterns.shown(one) for one in found], 0)
    return Probed(median, least, n_named, enough.any(2).sum(0))


def measure(name: str, language: str) -> Probed:
    """Score one model over the texts of one language, for repetition over each said twice."""
    model, texts = attention.load(name), sentences(language)
    once = together(score(model, texts))
    twice = together(score(model, (BETWEEN[language].join((text, text)) for text in texts)))
    for pattern in map(patterns.NAMES.index, REPEATED):
        for field in ("median", "least", "n_named", "n_texts"):
            getattr(once, field)[pattern] = getattr(twice, field)[pattern]
    return once


def main() -> None:
    """Measure every model and write the file."""
    torch.set_num_threads(1)
    arrays: dict[str, Any] = {
        f"{name}.{language}.{field}": values
        for name, language in MEASURED
        for field, values in packed(measure(name, language)).items()
    }
    np.savez_compressed(FILE, **arrays)


if __name__ == "__main__":
    main()
