"""What the embedded models' heads do over the probe texts: measured once, read from a file."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from jaxtyping import Float, Int

from attention.patterns.targets import NAMES, Name

FILE = Path(__file__).resolve().parents[2] / "assets" / "patterns.npz"
STEPS = 10_000  # scores are kept to 4 decimals
NOTHING = 65535  # what stands for no score
FIELDS = ("median", "least", "n_named", "n_texts")


@dataclass(frozen=True, eq=False)
class Probed:
    """Hold the scores of a model's heads over the probe texts of one language.

    Attributes:
        median: of the texts' scores, each the mean over a text's rows.
        least: the lowest of the texts' scores.
        n_named: on how many texts the head may be called by the pattern.
        n_texts: how many texts can show the pattern at all.
    """

    median: Float[np.ndarray, "pattern layer head"]
    least: Float[np.ndarray, "pattern layer head"]
    n_named: Int[np.ndarray, "pattern layer head"]
    n_texts: Int[np.ndarray, " pattern"]

    def of(self, name: Name, layer: int, head: int) -> "Habit | None":
        """Give what is known of one head and pattern; None where no text can show it."""
        pattern = NAMES.index(name)
        if not self.n_texts[pattern]:
            return None
        at = (pattern, layer, head)
        return Habit(
            median=float(self.median[at]),
            least=float(self.least[at]),
            n_named=int(self.n_named[at]),
            n_texts=int(self.n_texts[pattern]),
        )


@dataclass(frozen=True)
class Habit:
    """Hold one head's median and lowest score over the probe texts, and how many it is named on."""

    median: float
    least: float
    n_named: int
    n_texts: int


@cache
def probed(model: str, language: str) -> Probed | None:
    """Give what was measured on a model in a language, ``en`` or ``zh``; None where it was not."""
    with np.load(FILE) as file:
        if f"{model}.{language}.median" not in file:
            return None
        found: dict[str, Any] = {name: file[f"{model}.{language}.{name}"] for name in FIELDS}
    scores = {name: _scores(found[name]) for name in ("median", "least")}
    counts = {name: found[name].astype(int) for name in ("n_named", "n_texts")}
    return Probed(**scores, **counts)


def packed(probed: Probed) -> dict[str, np.ndarray]:
    """Give what is written to the file: scores as whole ten-thousandths."""
    scores = {name: np.rint(getattr(probed, name) * STEPS) for name in ("median", "least")}
    small = {
        name: np.nan_to_num(steps, nan=NOTHING).astype("<u2") for name, steps in scores.items()
    }
    return small | {name: getattr(probed, name).astype("u1") for name in ("n_named", "n_texts")}


def _scores(steps: np.ndarray) -> np.ndarray:
    return np.where(steps == NOTHING, np.nan, steps / STEPS)
