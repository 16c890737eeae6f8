"""The chosen pair summed up over heads and layers, each way by its name."""

from collections.abc import Iterator

import streamlit as st
import torch

from app.folds import fold
from app.i18n import Words, decimals
from app.open_head import OpenHead
from app.reading import Reading
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
    }
    if (
        not trace.is_cross
    ):  # rollout goes on from layer to layer within one text, as a distance does
        maps[t("summary.rollout")] = metrics.rollout(_maps(trace))
    query, key = head.names
    caption = t("summary.caption", query=query, key=key)
    sinks = parked(trace)
    columns = ("weight", "entropy", "distance", "sinks")
    shown = [name for name in columns if name != "distance" or not trace.is_cross]
    names = [t(f"summary.column_{name}") for name in ("map", *shown)]
    rows = (
        Row((name, *(numbers[column] for column in shown)))
        for name, one in maps.items()
        for numbers in (_numbers(one, head, sinks),)
    )
    st.html(table(names, rows, kind="habits", caption=caption, label=caption))
    st.caption(f"{t('summary.warning', n=trace.n_heads)} {t('summary.sink')}")
    _words(own[view.head], head, reading, t)


def _maps(trace: Trace) -> Iterator[torch.Tensor]:
    """Give the layers' weights one after another, so that a long text never needs all at once."""
    return (weights for weights, _ in trace.layers())


def _numbers(weights: torch.Tensor, head: OpenHead, sinks: torch.Tensor) -> dict[str, str]:
    row = head.query
    numbers = {
        "weight": (float(weights[row, head.key]), 4),
        "entropy": (float(metrics.entropy(weights)[row]), 2),
        "distance": (float(metrics.distance(weights)[row]), 2),
        "sinks": (float(metrics.share(weights, sinks)[row]), 4),
    }
    return {name: decimals(value, places) for name, (value, places) in numbers.items()}


def _words(weights: torch.Tensor, head: OpenHead, reading: Reading, t: Words) -> None:
    """Say the pair's weight between whole words, where one of the two is a piece of a word."""
    trace = reading.trace
    asking, seen = words.groups(trace.queries), words.groups(trace.keys)
    query, key = (
        next(word for word, places in enumerate(groups) if token in places)
        for groups, token in ((asking, head.query), (seen, head.key))
    )
    if max(len(asking[query]), len(seen[key])) == 1:
        return
    weight = float(metrics.by_word(weights, asking, seen)[query, key])
    names = (
        ("query", said(surfaces.label(trace.queries, asking[query]), t)),
        ("key", said(surfaces.label(trace.keys, seen[key]), t)),
    )
    line = t.html(
        "summary.words", query=names[0], key=names[1], weight=("weight", decimals(weight, 4))
    )
    st.html(f'<p class="share">{line}</p>')
