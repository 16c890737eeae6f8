"""The chosen pair summed up over heads and layers, each way by its name."""

from html import escape

import streamlit as st
import torch

from app.i18n import Words, decimals
from app.open_head import OpenHead
from app.runs import Reading
from attention import metrics, surfaces
from attention.pattern_views import parked


def summaries(head: OpenHead, reading: Reading, t: Words) -> None:
    """Show the pair in this head, in means over heads, and in rollout, if somebody opens it.

    At 512 tokens it takes a third of a second, which nobody should wait for unseen.
    """
    folded = st.expander(t("summary.title"), key="summaries", on_change="rerun")
    if folded.open:
        with folded:
            _summaries(head, reading, t)


def _summaries(head: OpenHead, reading: Reading, t: Words) -> None:
    trace, view = reading.trace, head.view
    layers = [weights for weights, _ in trace.layers()]
    own = [(view.layer, number) for number in range(trace.n_heads)]
    n_heads = trace.n_layers * trace.n_heads
    maps = {
        t("summary.head", layer=view.layer, head=view.head): layers[view.layer][view.head],
        t("summary.layer", n=trace.n_heads, layer=view.layer): metrics.mean_of_heads(layers, own),
        t("summary.all", n=n_heads): metrics.mean_of_heads(layers),
        t("summary.rollout"): metrics.rollout(layers),
    }
    query, key = head.names
    caption = t("summary.caption", query=query, key=key)
    sinks = parked(trace)
    st.html(_table({name: _numbers(one, head, sinks) for name, one in maps.items()}, caption, t))
    st.caption(f"{t('summary.warning', n=trace.n_heads)} {t('summary.sink')}")
    _words(layers[view.layer][view.head], head, reading, t)


def _numbers(weights: torch.Tensor, head: OpenHead, sinks: torch.Tensor) -> list[str]:
    row = head.query
    numbers = (
        (float(weights[row, head.key]), 4),
        (float(metrics.entropy(weights)[row]), 2),
        (float(metrics.distance(weights)[row]), 2),
        (float(metrics.share(weights, sinks)[row]), 4),
    )
    return [decimals(value, places) for value, places in numbers]


def _table(rows: dict[str, list[str]], caption: str, t: Words) -> str:
    columns = ("map", "weight", "entropy", "distance", "sinks")
    heads = "".join(
        f'<th scope="col">{escape(t(f"summary.column_{name}"))}</th>' for name in columns
    )
    body = "".join(
        f'<tr><th scope="row">{escape(name)}</th>'
        + "".join(f"<td>{number}</td>" for number in numbers)
        + "</tr>"
        for name, numbers in rows.items()
    )
    return (
        f'<div class="wide" role="group" tabindex="0" aria-label="{escape(caption)}">'
        f'<table class="numbers habits"><caption dir="auto">{escape(caption)}</caption>'
        f"<thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def _words(weights: torch.Tensor, head: OpenHead, reading: Reading, t: Words) -> None:
    """Say the pair's weight between whole words, where one of the two is a piece of a word."""
    tokens = reading.trace.tokens
    groups = surfaces.groups(tokens)
    query, key = (
        next(word for word, places in enumerate(groups) if token in places)
        for token in (head.query, head.key)
    )
    if max(len(groups[query]), len(groups[key])) == 1:
        return
    weight = float(metrics.by_word(weights, groups)[query, key])
    names = (
        ("query", surfaces.label(tokens, groups[query])),
        ("key", surfaces.label(tokens, groups[key])),
    )
    said = t.html(
        "summary.words", query=names[0], key=names[1], weight=("weight", decimals(weight, 4))
    )
    st.html(f'<p class="share">{said}</p>')
