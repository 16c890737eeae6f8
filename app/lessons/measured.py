"""Experiments that run the model: what takes long is done once for a sentence, a few at a time."""

from functools import partial

import streamlit as st

from app import runs
from app.long_runs import turn_for
from attention.experiments import added, order
from attention.experiments.added import Lengths
from attention.questions import Place
from attention.shuffled import Shuffled
from attention.trace import Trace


def place(trace: Trace, layer: int, head: int, query: int, key: int) -> Place:
    """Give where questions are asked; what takes many runs of the model is looked up."""
    effects = partial(runs.effects, trace, layer, head, query)
    without = partial(shuffled, trace, layer, positions=False)
    return Place(trace, layer, head, query, key, effects, without)


@st.cache_data(max_entries=200, ttl=1800, show_spinner=False)
def lengths(model: str, text: str, query: int, _trace: Trace) -> tuple[Lengths, ...] | None:
    """Give the lengths of attention outputs and residuals of a token, layer by layer."""
    with turn_for(_trace):
        return added.lengths(_trace, query)


def shuffled(trace: Trace, layer: int, *, positions: bool) -> Shuffled:
    """Shuffle the words of a text that is read with or without positions: two runs, kept."""
    return _shuffled(trace.model.id, trace.tokens.ids, layer, positions, trace)


@st.cache_resource(max_entries=64, ttl=1800, show_spinner=False)
def _shuffled(
    model: str, ids: tuple[int, ...], layer: int, positions: bool, _trace: Trace
) -> Shuffled:
    with turn_for(_trace, n_runs=2):
        return order.shuffle(_trace, layer, positions=positions)
