"""Models and runs that all visitors share: loaded once, run a few at a time, kept within bounds."""

import json

import streamlit as st

import attention
from app.long_runs import Turn, is_long, turn_for
from app.reading import Reading, Run, base_rate_of, habits_of, known_by, reading_of
from app.settings import Settings
from app.shelf import Shelf
from app.waiting import turn
from attention import hub, links
from attention.effects import MAX_RUNS, Effect, effects_of_blocking
from attention.errors import ModelUnavailable, UnsupportedModel
from attention.links import Link, Match
from attention.models import Model
from attention.run import again
from attention.tokens import tokenize
from attention.trace import Trace
from attention.what_if import WhatIf

N_SMALL, N_LARGE = 16, 3
N_CHANGED = 32


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
    for kept in (habits_of, base_rate_of, _links, _matches, _effects):
        kept.clear()


def reading(
    source: str, text: str, max_tokens: int, pair: str = "", target: str | None = None
) -> Reading:
    """Give the run of a text through a model, and its view data; nobody may change them.

    ``pair`` is sentence B of the same run; ``target`` is what a decoder reads beside an encoder,
    None where only one text can be shown.

    Runs are kept for half an hour: 16 of less than 12 MB, and 3 of any size, since 512 tokens in
    SmolLM2 take 130 MB. What counts is tokens, not characters: 600 Chinese ones can be 512 tokens.

    Raises:
        UnsupportedModel: the model has an encoder and a decoder, and there is no ``target``.
    """
    loaded = model(source)
    if loaded.is_encoder_decoder and target is None:
        raise UnsupportedModel(source, "encoder_decoder")
    limit = min(max_tokens, loaded.max_positions or max_tokens)
    n_tokens = len(tokenize(loaded.tokenizer, text, pair or None, max_tokens=limit))
    read = target if loaded.is_encoder_decoder else None
    if read:
        n_tokens = max(n_tokens, len(tokenize(loaded.tokenizer, read, max_tokens=limit)))
    kept = large_readings if is_long(loaded, n_tokens) else small_readings
    return kept(source, text, pair, max_tokens, read or "", loaded)


@st.cache_resource(max_entries=N_SMALL, ttl=1800, show_spinner=False)
def small_readings(
    source: str, text: str, pair: str, max_tokens: int, target: str, _model: Model
) -> Reading:
    """Keep runs of the usual size; ``source`` stands for the model."""
    return _run(_model, text, pair, max_tokens, target, turn(is_long=False))


@st.cache_resource(max_entries=N_LARGE, ttl=1800, show_spinner=False)
def large_readings(
    source: str, text: str, pair: str, max_tokens: int, target: str, _model: Model
) -> Reading:
    """Keep few runs of the others."""
    return _run(_model, text, pair, max_tokens, target, turn(is_long=True))


def _run(model: Model, text: str, pair: str, max_tokens: int, target: str, own: Turn) -> Reading:
    with own:
        given = {"pair": pair or None, "target": target or None, "max_tokens": max_tokens}
        return reading_of(attention.trace(model, text, **given))


def changed(reading: Reading, what_if: WhatIf) -> Trace:
    """Give the run of the same tokens through the same model with something changed.

    Kept for half an hour: 32 small ones and one of any size, since all of them are worth less than
    the runs they were changed from.

    Raises:
        NotFinite: the changed model's numbers stop being numbers.
    """
    trace = reading.trace
    kept = large_changes if is_long(trace.model, trace.n_tokens) else small_changes
    return kept(trace.model.id, known_by(trace), json.dumps(what_if.changes()), trace, what_if)


@st.cache_resource(max_entries=N_CHANGED, ttl=1800, show_spinner=False)
def small_changes(source: str, read: Run, changes: str, _trace: Trace, _what_if: WhatIf) -> Trace:
    """Keep changed runs of the usual size."""
    with turn_for(_trace):
        return again(_trace, _what_if)


@st.cache_resource(max_entries=1, ttl=1800, show_spinner=False)
def large_changes(source: str, read: Run, changes: str, _trace: Trace, _what_if: WhatIf) -> Trace:
    """Keep one of the others."""
    with turn_for(_trace):
        return again(_trace, _what_if)


def links_of(trace: Trace, query: int, key: int, top: int) -> list[Link]:
    """Give the heads ranked for a pair; every layer is computed for it, so once is enough."""
    return _links(trace.model.id, known_by(trace), query, key, top, trace)


@st.cache_resource(max_entries=64, ttl=1800, show_spinner=False)
def _links(source: str, read: Run, query: int, key: int, top: int, _trace: Trace) -> list[Link]:
    with turn_for(_trace):
        return _trace.find_links(query, key, top)


def matches(trace: Trace, painted: tuple[tuple[int, int], ...], top: int) -> list[Match]:
    """Give the heads ranked by how well they match painted cells."""
    return _matches(trace.model.id, known_by(trace), painted, top, trace)


@st.cache_resource(max_entries=64, ttl=1800, show_spinner=False)
def _matches(
    source: str, read: Run, painted: tuple[tuple[int, int], ...], top: int, _trace: Trace
) -> list[Match]:
    with turn_for(_trace):
        return links.match(_trace.layers(), painted, top)


def effects(trace: Trace, layer: int, head: int, query: int) -> tuple[Effect, ...]:
    """Give what blocking each token does to a row; up to 24 runs, so only when asked for."""
    return _effects(trace.model.id, known_by(trace), layer, head, query, trace)


@st.cache_resource(max_entries=64, ttl=1800, show_spinner=False)
def _effects(
    source: str, read: Run, layer: int, head: int, query: int, _trace: Trace
) -> tuple[Effect, ...]:
    with turn_for(_trace, n_runs=min(MAX_RUNS, _trace.n_tokens)):
        return effects_of_blocking(_trace, layer, head, query)
