"""Models and runs that all visitors share: loaded once, run a few at a time, kept within bounds."""

import json
from dataclasses import dataclass

import streamlit as st

import attention
from app.long_runs import Turn, is_long, turn_for
from app.settings import Settings
from app.shelf import Shelf
from app.waiting import turn
from attention import hub, links, views
from attention.effects import MAX_RUNS, Effect, effects_of_blocking
from attention.errors import ModelUnavailable, UnsupportedModel
from attention.links import BaseRate, Link, Match
from attention.models import Model
from attention.pattern_views import Habits, habits
from attention.run import again
from attention.tokens import tokenize
from attention.trace import Trace
from attention.views import HeadGrid, NextToken, TokenLine
from attention.what_if import WhatIf

Read = tuple[tuple[int, ...], tuple[int, ...]]  # ids and segments

N_SMALL, N_LARGE = 16, 3
N_CHANGED = 32


@dataclass(frozen=True, eq=False)
class Reading:
    """Hold one run and the view data that do not depend on what is open."""

    trace: Trace
    line: TokenLine
    grid: HeadGrid
    next_tokens: tuple[NextToken, ...]

    @property
    def habits(self) -> Habits:
        """Return what all heads are in the habit of; computed for the first who asks."""
        return _habits(self.trace.model.id, _read(self.trace), self.trace)

    @property
    def base_rate(self) -> BaseRate | None:
        """Return how high the best head is for a pair of words of this text."""
        return _base_rate(self.trace.model.id, _read(self.trace), self.trace)


def model(source: str) -> Model:
    """Give a loaded model; visitors who wait for the same one wait for one load."""
    return shelf().get(source)


@st.cache_resource(show_spinner=False)
def shelf() -> Shelf:
    """Give the models that are loaded."""
    return Shelf(_load, forget)


def _load(source: str) -> Model:
    if hub.is_away(source):  # nobody waits for a download who has not been told how long it is
        raise ModelUnavailable(source, "away")
    return attention.load(source, device=Settings.from_environ().device)


def forget() -> None:
    """Drop every run that is kept, and so its hold on its model, and what was computed from it."""
    for kept in (small_readings, large_readings, small_changes, large_changes):
        kept.clear()
    for kept in (_habits, _base_rate, _links, _matches, _effects):
        kept.clear()


def reading(source: str, text: str, max_tokens: int, pair: str = "") -> Reading:
    """Give the run of a text through a model, and its view data; nobody may change them.

    ``pair`` is sentence B of the same run.

    Runs are kept for half an hour: 16 of less than 12 MB, and 3 of any size, since 512 tokens in
    SmolLM2 take 130 MB. What counts is tokens, not characters: 600 Chinese ones can be 512 tokens.

    Raises:
        UnsupportedModel: the model has an encoder and a decoder; the page has one text.
    """
    loaded = model(source)
    if loaded.is_encoder_decoder:
        raise UnsupportedModel(source, "encoder_decoder")
    limit = min(max_tokens, loaded.max_positions or max_tokens)
    n_tokens = len(tokenize(loaded.tokenizer, text, pair or None, max_tokens=limit))
    kept = large_readings if is_long(loaded, n_tokens) else small_readings
    return kept(source, text, pair, max_tokens, loaded)


@st.cache_resource(max_entries=N_SMALL, ttl=1800, show_spinner=False)
def small_readings(source: str, text: str, pair: str, max_tokens: int, _model: Model) -> Reading:
    """Keep runs of the usual size; ``source`` stands for the model."""
    return _run(_model, text, pair, max_tokens, turn(is_long=False))


@st.cache_resource(max_entries=N_LARGE, ttl=1800, show_spinner=False)
def large_readings(source: str, text: str, pair: str, max_tokens: int, _model: Model) -> Reading:
    """Keep few runs of the others."""
    return _run(_model, text, pair, max_tokens, turn(is_long=True))


def _run(model: Model, text: str, pair: str, max_tokens: int, own: Turn) -> Reading:
    with own:
        trace = attention.trace(model, text, pair=pair or None, max_tokens=max_tokens)
        return Reading(
            trace=trace,
            line=views.token_line(trace.tokens),
            grid=views.head_grid(trace),
            next_tokens=views.next_tokens(trace),
        )


def changed(reading: Reading, what_if: WhatIf) -> Trace:
    """Give the run of the same tokens through the same model with something changed.

    Kept for half an hour: 32 small ones and one of any size, since all of them are worth less than
    the runs they were changed from.

    Raises:
        NotFinite: the changed model's numbers stop being numbers.
    """
    trace = reading.trace
    kept = large_changes if is_long(trace.model, trace.n_tokens) else small_changes
    return kept(trace.model.id, _read(trace), json.dumps(what_if.changes()), trace, what_if)


def _read(trace: Trace) -> Read:
    """Give what a run is known by: the same ids as one text or as a pair are two runs."""
    return trace.tokens.ids, trace.tokens.segments


@st.cache_resource(max_entries=N_CHANGED, ttl=1800, show_spinner=False)
def small_changes(source: str, read: Read, changes: str, _trace: Trace, _what_if: WhatIf) -> Trace:
    """Keep changed runs of the usual size."""
    with turn_for(_trace):
        return again(_trace, _what_if)


@st.cache_resource(max_entries=1, ttl=1800, show_spinner=False)
def large_changes(source: str, read: Read, changes: str, _trace: Trace, _what_if: WhatIf) -> Trace:
    """Keep one of the others."""
    with turn_for(_trace):
        return again(_trace, _what_if)


@st.cache_resource(max_entries=64, ttl=1800, show_spinner=False)
def _habits(source: str, read: Read, _trace: Trace) -> Habits:
    with turn_for(_trace):
        return habits(_trace)


@st.cache_resource(max_entries=64, ttl=1800, show_spinner=False)
def _base_rate(source: str, read: Read, _trace: Trace) -> BaseRate | None:
    with turn_for(_trace):
        return links.base_rate(_trace.layers(), _trace.tokens)


def links_of(trace: Trace, query: int, key: int, top: int) -> list[Link]:
    """Give the heads ranked for a pair; every layer is computed for it, so once is enough."""
    return _links(trace.model.id, _read(trace), query, key, top, trace)


@st.cache_resource(max_entries=64, ttl=1800, show_spinner=False)
def _links(source: str, read: Read, query: int, key: int, top: int, _trace: Trace) -> list[Link]:
    with turn_for(_trace):
        return _trace.find_links(query, key, top)


def matches(trace: Trace, painted: tuple[tuple[int, int], ...], top: int) -> list[Match]:
    """Give the heads ranked by how well they match painted cells."""
    return _matches(trace.model.id, _read(trace), painted, top, trace)


@st.cache_resource(max_entries=64, ttl=1800, show_spinner=False)
def _matches(
    source: str, read: Read, painted: tuple[tuple[int, int], ...], top: int, _trace: Trace
) -> list[Match]:
    with turn_for(_trace):
        return links.match(_trace.layers(), painted, top)


def effects(trace: Trace, layer: int, head: int, query: int) -> tuple[Effect, ...]:
    """Give what blocking each token does to a row; up to 24 runs, so only when asked for."""
    return _effects(trace.model.id, _read(trace), layer, head, query, trace)


@st.cache_resource(max_entries=64, ttl=1800, show_spinner=False)
def _effects(
    source: str, read: Read, layer: int, head: int, query: int, _trace: Trace
) -> tuple[Effect, ...]:
    with turn_for(_trace, n_runs=min(MAX_RUNS, _trace.n_tokens)):
        return effects_of_blocking(_trace, layer, head, query)
