"""The chosen pair summed up over heads and layers, each way by its name."""

from collections.abc import Iterator

import streamlit as st
import torch

from app.folds import fold
from app.i18n import Words, decimals
from app.open_head import OpenHead
from app.runs import Reading
from app.tables import Row, table
from app.token_words import said
from attention import metrics, surfaces, words
from attention.pattern_views import parked
from attention.trace import Trace


def summaries(head: OpenHead, reading: Reading, t: Words) -> None:
    """Show the pair in this head, in means over heads, and in rollout, if somebody opens it.

    At 512 tokens it takes a third of a second, which nobody should wait for unseen.
    """
    fold(t("summary.title"), "summaries", lambda: _summaries(head, reading, t))


def _summaries(head: OpenHead, reading: Reading, t: Words) -> None:
    trace, view = reading.trace, head.view
    own = trace.weights(view.layer)
    n_heads = trace.n_layers * trace.n_heads
    maps = {
        t("summary.head", layer=view.layer, head=view.head): own[view.head],
        t("summary.layer", n=trace.n_heads, layer=view.layer): metrics.mean_of_heads([own]),
        t("summary.all", n=n_heads): metrics.mean_of_heads(_maps(trace)),
        t("summary.rollout"): metrics.rollout(_maps(trace)),
    }
    query, key = head.names
    caption = t("summary.caption", query=query, key=key)
    sinks = parked(trace)
    columns = ("map", "weight", "entropy", "distance", "sinks")
    names = [t(f"summary.column_{name}") for name in columns]
    rows = (Row((name, *_numbers(one, head, sinks))) for name, one in maps.items())
    st.html(table(names, rows, kind="habits", caption=caption, label=caption))
    st.caption(f"{t('summary.warning', n=trace.n_heads)} {t('summary.sink')}")
    _words(own[view.head], head, reading, t)


def _maps(trace: Trace) -> Iterator[torch.Tensor]:
    """Give the layers' weights one after another, so that a long text never needs all at once."""
    return (weights for weights, _ in trace.layers())


def _numbers(weights: torch.Tensor, head: OpenHead, sinks: torch.Tensor) -> list[str]:
    row = head.query
    numbers = (
        (float(weights[row, head.key]), 4),
        (float(metrics.entropy(weights)[row]), 2),
        (float(metrics.distance(weights)[row]), 2),
        (float(metrics.share(weights, sinks)[row]), 4),
    )
    return [decimals(value, places) for value, places in numbers]


def _words(weights: torch.Tensor, head: OpenHead, reading: Reading, t: Words) -> None:
    """Say the pair's weight between whole words, where one of the two is a piece of a word."""
    tokens = reading.trace.tokens
    groups = words.groups(tokens)
    query, key = (
        next(word for word, places in enumerate(groups) if token in places)
        for token in (head.query, head.key)
    )
    if max(len(groups[query]), len(groups[key])) == 1:
        return
    weight = float(metrics.by_word(weights, groups)[query, key])
    names = (
        ("query", said(surfaces.label(tokens, groups[query]), t)),
        ("key", said(surfaces.label(tokens, groups[key]), t)),
    )
    line = t.html(
        "summary.words", query=names[0], key=names[1], weight=("weight", decimals(weight, 4))
    )
    st.html(f'<p class="share">{line}</p>')
