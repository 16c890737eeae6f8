"""What is told to whoever waits for a model to be set up."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

Stage = Literal["wait", "download", "check", "unpack", "convert", "done", "ready"]


@dataclass(frozen=True)
class Progress:
    """Tell how far one stage is; both counts are 0 where a stage can't be counted.

    wait: another process sets up the same model. done: it has just been set up. ready: it was
    there already.
    """

    model: str
    stage: Stage
    n_bytes: int = 0
    total: int = 0


Report = Callable[[Progress], None]


def silent(step: Progress) -> None:
    """Tell nobody."""
