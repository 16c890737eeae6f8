"""Named habits of heads: which cells they are about, how strong they are, when they have a name."""

from attention.patterns.naming import THRESHOLDS, HeadPattern, closest, enough, patterns, shown
from attention.patterns.probes import Habit, Probed, probed
from attention.patterns.scores import Scores, scores
from attention.patterns.targets import NAMES, SINKS, Name

__all__ = [
    "NAMES",
    "SINKS",
    "THRESHOLDS",
    "Habit",
    "HeadPattern",
    "Name",
    "Probed",
    "Scores",
    "closest",
    "enough",
    "patterns",
    "probed",
    "scores",
    "shown",
]
