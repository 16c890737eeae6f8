"""Experiments that run the model: done once for a sentence, and a few at a time."""

from functools import partial

import streamlit as st

from app import runs
from attention.experiments import effect, order
from attention.experiments.effect import Effect, Lengths
from attention.experiments.order import Shuffled
from attention.questions import Place
from attention.trace import Trace

Key = tuple[str, str, int, int, int]  # model, text, layer, head, query


def place(trace: Trace, text: str, layer: int, head: int, query: int, key: int) -> Place:
    """Give where questions are asked; what takes a run of the model is looked up."""
    known = (trace.model.id, text, layer, head, query)
    return Place(trace, layer, head, query, key, partial(_effects, known, trace))


@st.cache_data(max_entries=200, ttl=1800, show_spinner=False)
def _effects(key: Key, _trace: Trace) -> tuple[Effect, ...]:
    with runs.turns("run"):
        return effect.effects(_trace, *key[2:])


@st.cache_data(max_entries=200, ttl=1800, show_spinner=False)
def lengths(model: str, text: str, query: int, _trace: Trace) -> tuple[Lengths, ...] | None:
    """Give the lengths of attention outputs and residuals of a token, layer by layer."""
    with runs.turns("run"):
        return effect.lengths(_trace, query)


def shuffles(trace: Trace, layer: int) -> tuple[Shuffled, Shuffled]:
    """Shuffle the words of a text without positions, and with them."""
    with runs.turns("run"):
        return (
            order.shuffle(trace, layer, positions=False),
            order.shuffle(trace, layer, positions=True),
        )
