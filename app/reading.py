"""One run, and the view data of it that do not depend on what is open."""

from dataclasses import dataclass
from functools import cached_property

from attention import links, views
from attention.links import BaseRate
from attention.pattern_views import Habits, habits
from attention.places import Part
from attention.trace import Trace
from attention.views import HeadGrid, NextToken, TokenLine


@dataclass(frozen=True, eq=False)
class Reading:
    """Hold one run and the view data that do not depend on what is open."""

    trace: Trace
    line: TokenLine
    grid: HeadGrid
    next_tokens: tuple[NextToken, ...]

    def at(self, part: Part | None) -> "Reading":
        """Return the same run seen at one of its parts; None is the usual one."""
        if part is None or part == self.trace.shown_part or part not in self.trace.model.parts:
            return self
        if part not in self._parts:
            self._parts[part] = reading_of(self.trace.at(part))
        return self._parts[part]

    @cached_property
    def _parts(self) -> dict[Part, "Reading"]:
        return {}

    @cached_property
    def habits(self) -> Habits:
        """Return what all heads are in the habit of; computed for the first who asks."""
        return habits(self.trace)

    @cached_property
    def base_rate(self) -> BaseRate | None:
        """Return how high the best head is for a pair of words of this text."""
        trace = self.trace
        return links.base_rate(trace.layers(), trace.queries, trace.others)


def reading_of(trace: Trace) -> Reading:
    """Give a run with the view data that do not depend on what is open."""
    reads_only = trace.model.is_encoder_decoder and trace.shown_part == "encoder"
    return Reading(
        trace=trace,
        line=views.token_line(trace.queries, trace.others),
        grid=views.head_grid(trace),
        # An encoder's own attention has no next token; that is the decoder's.
        next_tokens=() if reads_only else views.next_tokens(trace),
    )
