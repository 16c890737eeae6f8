"""One run, and the view data of it that do not depend on what is open."""

from dataclasses import dataclass
from functools import cached_property

import streamlit as st

from app.long_runs import turn_for
from attention import links, views
from attention.links import BaseRate
from attention.pattern_views import Habits, habits
from attention.places import Part
from attention.trace import Trace
from attention.views import HeadGrid, NextToken, TokenLine

Run = tuple[object, ...]  # ids, segments, what the decoder reads, the part looked at


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
            with turn_for(self.trace):
                self._parts[part] = reading_of(self.trace.at(part))
        return self._parts[part]

    @cached_property
    def _parts(self) -> dict[Part, "Reading"]:
        return {}

    @property
    def habits(self) -> Habits:
        """Return what all heads are in the habit of; computed for the first who asks."""
        return habits_of(self.trace.model.id, known_by(self.trace), self.trace)

    @property
    def base_rate(self) -> BaseRate | None:
        """Return how high the best head is for a pair of words of this text."""
        return base_rate_of(self.trace.model.id, known_by(self.trace), self.trace)


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


def known_by(trace: Trace) -> Run:
    """Give what a run is known by: the same ids as one text or as a pair are two runs."""
    target = None if trace.target_tokens is None else trace.target_tokens.ids
    return trace.tokens.ids, trace.tokens.segments, target, trace.part


@st.cache_resource(max_entries=64, ttl=1800, show_spinner=False)
def habits_of(source: str, read: Run, _trace: Trace) -> Habits:
    """Keep the habits of the heads of a run; ``source`` stands for the model."""
    with turn_for(_trace):
        return habits(_trace)


@st.cache_resource(max_entries=64, ttl=1800, show_spinner=False)
def base_rate_of(source: str, read: Run, _trace: Trace) -> BaseRate | None:
    """Keep how high the best head of a run is for its pairs of words."""
    with turn_for(_trace):
        return links.base_rate(_trace.layers(), _trace.queries, _trace.others)
