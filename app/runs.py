"""Models and runs that all visitors share: loaded once, run a few at a time, kept within bounds."""

import json

import streamlit as st

import attention
from app.reading import Reading, reading_of
from app.settings import Settings
from app.shelf import Shelf
from app.turns import turns
from attention import hub, links
from attention.effects import Effect, effects_of_blocking
from attention.errors import ModelUnavailable, UnsupportedModel
from attention.links import Link, Match
from attention.models import Model
from attention.run import again
from attention.tokens import tokenize
from attention.trace import Trace
from attention.what_if import WhatIf

Read = tuple[object, ...]  # ids, segments, what the decoder reads, the part looked at

LARGE = 12_000_000  # bytes: 260 tokens in MiniLM, 48 in SmolLM2
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
    with turns("load"):
        return attention.load(source, device=Settings.from_environ().device)


def forget() -> None:
    """Drop every run that is kept, and so its hold on its model."""
    for kept in (small_readings, large_readings, small_changes, large_changes):
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
    kept = large_readings if n_bytes(loaded, n_tokens) >= LARGE else small_readings
    read = target if loaded.is_encoder_decoder else None
    return kept(source, text, pair, max_tokens, read or "", loaded)


def n_bytes(model: Model, n_tokens: int) -> int:
    """Give what a run keeps: x, q, k, v and z of every token in every layer, as float32."""
    heads = 2 * model.n_heads + 2 * model.n_kv_heads
    return 4 * n_tokens * len(model.places) * (model.d_model + heads * model.d_head)


@st.cache_resource(max_entries=N_SMALL, ttl=1800, show_spinner=False)
def small_readings(
    source: str, text: str, pair: str, max_tokens: int, target: str, _model: Model
) -> Reading:
    """Keep runs of the usual size; ``source`` stands for the model."""
    return _run(_model, text, pair, max_tokens, target)


@st.cache_resource(max_entries=N_LARGE, ttl=1800, show_spinner=False)
def large_readings(
    source: str, text: str, pair: str, max_tokens: int, target: str, _model: Model
) -> Reading:
    """Keep few runs of the others."""
    return _run(_model, text, pair, max_tokens, target)


def _run(model: Model, text: str, pair: str, max_tokens: int, target: str) -> Reading:
    with turns("run"):
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
    large = n_bytes(trace.model, trace.n_tokens) >= LARGE
    kept = large_changes if large else small_changes
    return kept(trace.model.id, _read(trace), json.dumps(what_if.changes()), trace, what_if)


def _read(trace: Trace) -> Read:
    """Give what a run is known by: the same ids as one text or as a pair are two runs."""
    target = None if trace.target_tokens is None else trace.target_tokens.ids
    return trace.tokens.ids, trace.tokens.segments, target, trace.part


@st.cache_resource(max_entries=N_CHANGED, ttl=1800, show_spinner=False)
def small_changes(source: str, read: Read, changes: str, _trace: Trace, _what_if: WhatIf) -> Trace:
    """Keep changed runs of the usual size."""
    with turns("run"):
        return again(_trace, _what_if)


@st.cache_resource(max_entries=1, ttl=1800, show_spinner=False)
def large_changes(source: str, read: Read, changes: str, _trace: Trace, _what_if: WhatIf) -> Trace:
    """Keep one of the others."""
    with turns("run"):
        return again(_trace, _what_if)


def links_of(trace: Trace, query: int, key: int, top: int) -> list[Link]:
    """Give the heads ranked for a pair; every layer is computed for it, so once is enough."""
    return _links(trace.model.id, _read(trace), query, key, top, trace)


@st.cache_resource(max_entries=64, ttl=1800, show_spinner=False)
def _links(source: str, read: Read, query: int, key: int, top: int, _trace: Trace) -> list[Link]:
    return _trace.find_links(query, key, top)


def matches(trace: Trace, painted: tuple[tuple[int, int], ...], top: int) -> list[Match]:
    """Give the heads ranked by how well they match painted cells."""
    return _matches(trace.model.id, _read(trace), painted, top, trace)


@st.cache_resource(max_entries=64, ttl=1800, show_spinner=False)
def _matches(
    source: str, read: Read, painted: tuple[tuple[int, int], ...], top: int, _trace: Trace
) -> list[Match]:
    return links.match(_trace.layers(), painted, top)


def effects(trace: Trace, layer: int, head: int, query: int) -> tuple[Effect, ...]:
    """Give what blocking each token does to a row; up to 24 runs, so only when asked for."""
    return _effects(trace.model.id, _read(trace), layer, head, query, trace)


@st.cache_resource(max_entries=64, ttl=1800, show_spinner=False)
def _effects(
    source: str, read: Read, layer: int, head: int, query: int, _trace: Trace
) -> tuple[Effect, ...]:
    with turns("effects"):
        return effects_of_blocking(_trace, layer, head, query)
