"""The top of every page: name, pages and tools; sentence, examples and model."""

from collections.abc import Iterator, Mapping
from html import escape
from itertools import groupby
from typing import Literal, cast

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from app import state
from app.components.composer import composer
from app.components.toolbar import toolbar
from app.examples import Example, holds, library
from app.i18n import LANGUAGES, Lang, Words, plain
from app.notices import model_name
from app.parsers import MAX_CHARS, Theme
from app.selection import Selection
from app.settings import Settings
from attention import weights
from attention.models import Model

Pick = Literal["layer", "head"]

PAGES = (
    "heads",
    "steps",
    "qkv",
    "many_heads",
    "what_if",
    "compare",
    "from_scratch",
    "course",
)
UNITS: Mapping[Lang, tuple[int, int]] = {"en": (10**6, 10**9), "zh-CN": (10**4, 10**8)}


def header(selection: Selection, t: Words, page: str) -> list[DeltaGenerator]:
    """Draw the name of the app, the way to its pages, and the tools of every page.

    Give the places of the ways: only the run knows which tokens a new sentence keeps.
    """
    with st.container(key="header", horizontal=True, vertical_alignment="center"):
        st.html(f'<p class="brand">{escape(t("app.name"))}</p>', width="content")
        with st.container(key="nav", horizontal=True, width="stretch"):
            ways = [st.empty() for _ in PAGES]
        lead(ways, selection, t, page)
        clicked = toolbar(
            t.group("toolbar"),
            t.lang,
            on_theme=lambda theme: state.choose_theme(selection, cast("Theme", theme)),
            key="toolbar",
        )
    if clicked in LANGUAGES and clicked != selection.lang:
        state.go(selection, lang=clicked)
    return ways


def lead(ways: list[DeltaGenerator], selection: Selection, t: Words, page: str) -> None:
    """Lead to every page with a view."""
    for way, name in zip(ways, PAGES, strict=True):
        way.page_link(
            f"app/pages/{name}.py",
            label=t(f"nav.{name}"),
            disabled=name == page,
            query_params=selection.to_query(),
        )


def controls(selection: Selection, t: Words) -> DeltaGenerator:
    """Draw the sentence, the examples and the model; whatever is chosen opens at once.

    Give the place behind them, for what can be chosen only when the model is known.
    """
    with st.container(key="topbar", horizontal=True, vertical_alignment="bottom"):
        with st.container(key="sentence_box", width="stretch"):
            text = composer(
                selection.text, t.group("composer"), max_chars=MAX_CHARS, key="composer"
            )
        _examples(selection, t)
        _model(selection, t)
        picks = st.container(key="picks", horizontal=True, width="content")
    if text is not None and text != selection.text:
        state.go(selection, text=text)
    return picks


def pickers(
    place: DeltaGenerator, pick: tuple[Pick, ...], selection: Selection, t: Words, model: Model
) -> None:
    """Offer the layers and heads of a model, counted from 0."""
    limits: dict[Pick, int] = {"layer": model.n_layers, "head": model.n_heads}
    with place:
        for name in pick:
            st.selectbox(
                t(f"bar.{name}"),
                range(limits[name]),
                key=state.bound(name, getattr(selection, name)),
                on_change=state.pick,
                args=(selection, name),
                width=88,
            )


def _examples(selection: Selection, t: Words) -> None:
    """Offer the library; it is built only when somebody opens it."""
    popover = st.popover(t("bar.examples"), key=state.EXAMPLES, on_change="rerun")
    if not popover.open:
        return
    with popover, st.container(height=480, border=False, gap=None):
        st.html(f"<h2>{escape(t('bar.examples_title'))}</h2>")
        for kind, examples in _by_kind(t):
            st.html(f"<h3>{escape(t(f'kinds.{kind}'))}</h3>")
            for example in examples:
                _example(example, selection, t)


def _by_kind(t: Words) -> Iterator[tuple[str, list[Example]]]:
    """Give the offered examples by kind, those in the reader's language first in each."""
    settings = Settings.from_environ()
    offered = [e for e in library(settings.examples) if e.model in settings.usable]
    kinds = list(dict.fromkeys(example.kind for example in offered))
    offered.sort(key=lambda example: (kinds.index(example.kind), example.language != t.lang))
    for kind, examples in groupby(offered, key=lambda example: example.kind):
        yield (kind if t.has(f"kinds.{kind}") else "other"), list(examples)


def _example(example: Example, selection: Selection, t: Words) -> None:
    place = {name: getattr(example, name) for name in ("layer", "head", "query", "key")}
    st.button(
        plain(example.text),
        key=f"example_{example.id}",
        type="tertiary",
        on_click=state.open_example,
        args=(selection,),
        kwargs={"text": example.text, "model": example.model, **place},
    )
    line = model_name(example.model, t)
    if holds(example):
        line = t("bar.example", model=line, caption=example.caption[t.lang])
    st.html(f'<p class="facts">{escape(line)}</p>')


def _model(selection: Selection, t: Words) -> None:
    offered = list(Settings.from_environ().usable)
    if selection.model not in offered:
        offered.append(selection.model)
    st.selectbox(
        t("bar.model"),
        offered,
        key=state.bound("model", selection.model),
        format_func=lambda model: _about(model, t),
        on_change=state.pick,
        args=(selection, "model"),
        width=260,
    )


def _about(model: str, t: Words) -> str:
    key = f"models.{model}.about"
    return t(key) if t.has(key) else model  # options are plain text, no Markdown


def facts(selection: Selection, t: Words, model: Model) -> None:
    """Say how large a model is, its weights' licence, and how much of it can be shown."""
    size = {
        "layers": model.n_layers,
        "heads": model.n_heads,
        "parameters": amount(model.n_parameters, t),
    }
    if selection.model in weights.EMBEDDED:
        info = weights.info(selection.model)
        megabytes = round(info.folder_bytes / 1e6)
        line = t("bar.facts", **size, size=megabytes, licence=info.licence)
        if info.source == "hub":
            line += t("bar.facts_hub", id=info.hub_id)
    else:
        line = t("bar.facts_other", **size)
    line += t(f"level.{model.why}")
    st.html(f'<p class="facts model">{escape(line)}</p>')


def amount(n: int, t: Words) -> str:
    """Say a large number to three figures, in the units a language counts in.

    >>> from app.i18n import words
    >>> amount(22_713_216, words("en")), amount(117_653_760, words("zh-CN"))
    ('22.7 million', '约 1.18 亿')
    """
    smaller, larger = UNITS[t.lang]
    name, unit = ("larger", larger) if n >= larger else ("smaller", smaller)
    return t(f"bar.{name}_unit", n=f"{float(f'{n:.3g}') / unit:g}")
