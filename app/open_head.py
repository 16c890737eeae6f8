"""The open head: its picture, the sentence that says what it shows, and the numbers behind it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from html import escape
from typing import get_args

import numpy as np
import plotly.graph_objects as go
import streamlit as st

from app import shell, state
from app.components.lines import lines
from app.figures.alone import CONFIG
from app.figures.heatmap import CLICKABLE, clicked, heatmap
from app.figures.large import enlarge
from app.i18n import Words, decimals, plain
from app.parsers import Range
from app.selection import Selection
from app.switches import switch
from attention import views
from attention.head_map import NOTHING
from attention.models import Model
from attention.views import HeadMap, Special, TokenLine

CHART = "map"
# Plotly's colours are chosen in Python, and paper is light: turned round, hues stay what they are.
DARK_ON_PAPER = (
    "<style>@media print { [data-testid=stPlotlyChart] { filter: invert(1) hue-rotate(180deg) } }"
    "</style>"
)


@dataclass(frozen=True, eq=False)
class OpenHead:
    """Hold what is drawn: one head of one run, and the chosen pair of its places.

    A place is a token, or a word; ``firsts`` are the tokens that rows and columns begin with.
    """

    view: HeadMap
    line: TokenLine
    query: int
    key: int
    firsts: tuple[Sequence[int], Sequence[int]] = ((), ())

    def __post_init__(self) -> None:
        """Let every place be a token where nothing else was said."""
        if not self.firsts[0]:
            own = tuple(map(range, self.view.weights.shape))
            object.__setattr__(self, "firsts", own)

    @property
    def names(self) -> tuple[str, str]:
        """Return the labels of the chosen query and key."""
        return self.line.labels[self.query], self.line.keys.labels[self.key]

    @property
    def specials(self) -> list[str]:
        """Return the labels of the special tokens, each once."""
        keys = self.line.keys
        marked = zip(keys.labels, keys.special, strict=True)
        return list(dict.fromkeys(label for label, special in marked if special))


def title(head: OpenHead, model: Model, t: Words) -> None:
    """Name the head, and the heads it shares its keys and values with."""
    layer, number = head.view.layer, head.view.head
    shared, group = "", model.n_heads // model.n_kv_heads
    if group > 1:
        first = number // group * group
        sentence = t("heads.shared", first=first, last=first + group - 1)
        shared = f'<p class="facts">{escape(sentence)}</p>'
    st.html(f"<h2>{escape(t('heads.open', layer=layer, head=number))}</h2>{shared}")


def picture(head: OpenHead, selection: Selection, t: Words) -> go.Figure | None:
    """Draw the head as a map, and give it, or as lines; a click chooses query and key."""
    if selection.view == "map":
        return _map(head, selection, t)
    _lines(head, selection, t)
    return None


def _map(head: OpenHead, selection: Selection, t: Words) -> go.Figure:
    figure = heatmap(
        head.view,
        head.line,
        head.query,
        head.key,
        t,
        theme=state.theme(selection),
        extent=selection.range,
    )
    figure = enlarge(figure) if selection.present else figure
    if state.theme(selection) == "dark":
        st.html(DARK_ON_PAPER)
    alt = spoken(head, t)
    if head.line.longest > CLICKABLE:
        st.plotly_chart(figure, theme=None, config=CONFIG, key=CHART, alt=alt)
        return figure
    st.plotly_chart(
        figure,
        theme=None,
        config=CONFIG,
        key=CHART,
        alt=alt,
        on_select=partial(_pick, selection, head.firsts),
        selection_mode="points",
    )
    return figure


def _pick(selection: Selection, firsts: tuple[Sequence[int], Sequence[int]]) -> None:
    """Choose the pair whose square was clicked."""
    points = st.session_state[CHART]["selection"]["points"]
    if points:
        query, key = clicked(points[0]["point_index"], len(firsts[1]))
        state.change(selection, query=firsts[0][query], key=firsts[1][key])


def _lines(head: OpenHead, selection: Selection, t: Words) -> None:
    view, firsts = head.view, dict(zip(("query", "key"), head.firsts, strict=True))
    lines(
        views.thousandths(view.weights, view.masked).tobytes(),
        head.line,
        head.query,
        head.key,
        view.mode,
        t.group("lines"),
        on_pick=lambda role, index: state.change(selection, **{role: firsts[role][index]}),
        shown=views.drawn(view),
        key="lines",
    )


def spoken(head: OpenHead, t: Words) -> str:
    """Say the chosen weight, the model's own, as a plain sentence."""
    query, key = head.names
    if head.view.masked[head.query, head.key]:
        return t("heads.masked", query=query, key=key)
    weight = decimals(float(head.view.weights[head.query, head.key]), 3)
    return t("heads.spoken", query=query, key=key, weight=weight)


def sentence(head: OpenHead, t: Words) -> None:
    """Say the chosen weight in large type; a rescaled number stands beside it, never for it."""
    query, key = ("query", head.names[0]), ("key", head.names[1])
    if head.view.masked[head.query, head.key]:
        said = t.html("heads.masked", query=query, key=key)
    else:
        weight = decimals(float(head.view.weights[head.query, head.key]), 3)
        said = t.html("heads.spoken", query=query, key=key, weight=("weight", weight))
    shown = float(head.view.shown[head.query, head.key])
    if head.view.mode == "rescale" and shown == shown:
        beside = t.html("heads.rescaled", weight=("", decimals(shown, 3)))
        said = f"{said} <span>{beside}</span>"
    st.html(f'<p class="spoken">{said}</p>')


def walk(selection: Selection, t: Words) -> None:
    """Lead to the row's computation, step by step."""
    shell.way("steps", t("walk.walk"), selection)


def controls(head: OpenHead, selection: Selection, t: Words) -> None:
    """Offer what may be hidden and how colours are scaled, and say what that does to the row."""
    with st.container(horizontal=True, gap="medium", key="controls"):
        if head.specials:
            names = plain(t.listed(head.specials[:4]))
            label = t("heads.special", names=names)
            options = get_args(Special)
            switch(
                "special", options, selection, t, label=label, names="heads.special", titled=True
            )
        if selection.view == "map":
            label, options = t("heads.range"), get_args(Range)
            switch("range", options, selection, t, label=label, names="heads.range", titled=True)
    if head.specials:
        st.html(f'<p class="share">{_share(head, t)}</p>')
    if selection.view == "map" and selection.range == "head":
        largest = decimals(float(np.nanmax(head.view.shown, initial=0)), 4)
        rescaled = head.view.mode == "rescale"
        label = escape(t("heads.legend_rescaled" if rescaled else "heads.legend", largest=largest))
        st.html(f'<p class="legend">0<i></i>{largest}<span>{label}</span></p>')


def _share(head: OpenHead, t: Words) -> str:
    share = float(head.view.hidden_share[head.query])
    key = {"show": "heads.share", "hide": "heads.hidden", "rescale": "heads.divided"}
    nothing_left = head.view.mode == "rescale" and 1 - share <= NOTHING
    return t.html(
        "heads.nothing_left" if nothing_left else key[head.view.mode],
        query=("query", head.names[0]),
        share=("weight", decimals(share, 3)),
        left=("", decimals(1 - share, 3)),
    )
