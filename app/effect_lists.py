"""Attention is not explanation, as a test: tokens by weight beside tokens by effect."""

from collections.abc import Sequence
from html import escape

import streamlit as st

from app import runs, state
from app.chosen import Chosen
from app.i18n import Words, decimals, plain, prose
from app.selection import Selection
from app.tables import Markup, Row, meters, table
from attention.effects import MAX_RUNS, Effect, rank_correlation
from attention.trace import Trace
from attention.views import TokenLine

LISTED = 10


def effect_lists(
    trace: Trace, row: Chosen, selection: Selection, line: TokenLine, t: Words
) -> None:
    """Offer the test for the chosen row, and show its result once it was asked for."""
    texts = prose("what_if", t.lang)
    st.html(f"<h2>{escape(t('effects.title'))}</h2>")
    st.caption(texts["effects"])
    n = min(MAX_RUNS, int((~row.head.masked[row.query]).sum()) - 1)
    if n < 1:
        st.caption(t("effects.alone"))
        return
    if not selection.effects:
        st.button(
            t("effects.run", n=n, query=plain(line.labels[row.query])),
            key="run_effects",
            on_click=state.change,
            args=(selection,),
            kwargs={"effects": True},
        )
        return
    with st.spinner(t("effects.running", n=n)):
        found = runs.effects(trace, selection.layer, selection.head, row.query)
    st.html(_said(found, row, line, t))
    st.html(_lists(found, line, t))
    st.caption(texts["limits"])


def _said(found: Sequence[Effect], row: Chosen, line: TokenLine, t: Words) -> str:
    heaviest = max(found, key=lambda one: one.weight)
    missed = max(found, key=lambda one: one.effect)
    alike = rank_correlation(found)
    said = t.html(
        "effects.same" if heaviest == missed else "effects.other",
        query=("query", line.labels[row.query]),
        key=("key", line.labels[heaviest.key]),
        weight=("weight", decimals(heaviest.weight, 3)),
        effect=("", decimals(heaviest.effect, 4)),
        other=("key", line.labels[missed.key]),
        most=("", decimals(missed.effect, 4)),
        given=("weight", decimals(missed.weight, 3)),
    )
    orders = t.html("effects.alike", alike=("", decimals(alike, 2))) if alike is not None else ""
    return f'<p class="spoken">{said}</p><p class="share">{orders}</p>'


def _lists(found: Sequence[Effect], line: TokenLine, t: Words) -> str:
    by_weight = sorted(found, key=lambda one: (-one.weight, one.key))
    by_effect = sorted(found, key=lambda one: (-one.effect, one.key))
    weights = [(one, one.weight, 3, by_effect.index(one)) for one in by_weight[:LISTED]]
    effects = [(one, one.effect, 4, by_weight.index(one)) for one in by_effect[:LISTED]]
    most = max(by_effect[0].effect, 1e-12)
    return (
        '<div class="rankings">'
        + _ranking(t("effects.by_weight"), "weight", 1.0, weights, line, t)
        + _ranking(t("effects.by_effect"), "effect", most, effects, line, t)
        + "</div>"
    )


def _ranking(
    title: str,
    kind: str,
    most: float,
    rows: Sequence[tuple[Effect, float, int, int]],
    line: TokenLine,
    t: Words,
) -> str:
    listed = (
        Row(
            (
                str(rank),
                Markup(f"{escape(line.labels[one.key])}<small> {one.key}</small>"),
                decimals(value, places),
                meters(value, most=most, kinds=(kind,)),
                Markup(f"<small>{other + 1}</small>"),
            )
        )
        for rank, (one, value, places, other) in enumerate(rows, start=1)
    )
    columns = ("rank", "token", kind, "", "elsewhere")
    names = [t(f"effects.{name}") if name else "" for name in columns]
    return table(names, listed, kind="ranking", caption=title, heading=1)
