"""Experiments that run the model: what takes long is done once for a sentence, a few at a time."""

from functools import partial

import streamlit as st

from app import runs
from attention.experiments import added, order
from attention.experiments.added import Lengths
from attention.questions import Place
from attention.shuffled import Shuffled
from attention.trace import Trace


def place(trace: Trace, layer: int, head: int, query: int, key: int) -> Place:
    """Give where questions are asked; what takes many runs of the model is looked up."""
    return Place(trace, layer, head, query, key, partial(runs.effects, trace, layer, head, query))


@st.cache_data(max_entries=200, ttl=1800, show_spinner=False)
def lengths(model: str, text: str, query: int, _trace: Trace) -> tuple[Lengths, ...] | None:
    """Give the lengths of attention outputs and residuals of a token, layer by layer."""
    with runs.turns("run"):
        return added.lengths(_trace, query)


def shuffles(trace: Trace, layer: int) -> tuple[Shuffled, Shuffled]:
    """Shuffle the words of a text without positions, and with them."""
    with runs.turns("run"):
        return (
            order.shuffle(trace, layer, positions=False),
            order.shuffle(trace, layer, positions=True),
        )
