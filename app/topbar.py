"""The top of every page: name, pages and tools; sentence, examples and model."""

from collections.abc import Mapping
from dataclasses import replace
from html import escape
from typing import Literal, cast

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from app import example_list, notices, present, state
from app.components.composer import composer
from app.components.toolbar import toolbar
from app.desk import address
from app.i18n import Lang, Words
from app.offered import about, offered
from app.parsers import MAX_CHARS, Theme
from app.selection import Selection
from app.settings import Settings
from attention import weights
from attention.models import Model
from attention.sizes import readable
from attention.trace import Trace

Pick = Literal["layer", "head"]

PAGES = (*address.PAGES, "teach")
UNITS: Mapping[Lang, tuple[int, int]] = {"en": (10**6, 10**9), "zh-CN": (10**4, 10**8)}


def header(selection: Selection, t: Words, page: str) -> list[DeltaGenerator]:
    """Draw the name of the app, the way to its pages, and the tools of every page.

    Give the places of the ways: only the run knows which tokens a new sentence keeps.
    """
    with st.container(key="header", horizontal=True, vertical_alignment="center"):
        ways = _name_and_ways(selection, t, page)
        toolbar(
            t.group("toolbar"),
            t.lang,
            on_lang=lambda lang: state.change(selection, lang=lang),
            on_theme=lambda theme: state.choose_theme(selection, cast("Theme", theme)),
            key="toolbar",
        )
    present.rest(selection, t)
    return ways


def _name_and_ways(selection: Selection, t: Words, page: str) -> list[DeltaGenerator]:
    """Draw what stands before the tools; a lesson that is presented has its own."""
    if selection.present:
        present.bar(selection, t, page)
        return []
    skip = f'<a class="skip" href="#content">{escape(t("bar.skip"))}</a>'
    st.html(f'{skip}<p class="brand">{escape(t("app.name"))}</p>', width="content")
    with st.container(key="nav", horizontal=True, width="stretch"):
        ways = [] if "nav" in selection.hide else [st.empty() for _ in PAGES]
    lead(ways, selection, t, page)
    return ways


def lead(ways: list[DeltaGenerator], selection: Selection, t: Words, page: str) -> None:
    """Lead to every page with a view."""
    for way, name in zip(ways, PAGES, strict=False):
        is_desk = name == "teach" and page in address.PAGES
        view = replace(selection, page=page if is_desk else None, given=())
        way.page_link(
            f"app/pages/{name}.py",
            label=t(f"nav.{name}"),
            disabled=name == page,
            query_params=view.to_query(),
        )


def controls(selection: Selection, t: Words) -> DeltaGenerator:
    """Draw the sentence, the examples and the model; whatever is chosen opens at once.

    Give the place behind them, for what can be chosen only when the model is known.
    """
    with st.container(key="topbar", horizontal=True, vertical_alignment="bottom"):
        if "sentence" not in selection.hide:
            with st.container(key="sentence_box", width="stretch"):
                composer(
                    selection.text,
                    t.group("composer"),
                    on_submit=lambda text: state.change(selection, text=text),
                    max_chars=MAX_CHARS,
                    key="composer",
                )
            example_list.offer(selection, t)
        if "pickers" not in selection.hide:
            _model(selection, t)
        return st.container(key="picks", horizontal=True, width="content")


def pickers(
    place: DeltaGenerator, pick: tuple[Pick, ...], selection: Selection, t: Words, trace: Trace
) -> None:
    """Offer the layers and heads of a model, counted from 0."""
    limits: dict[Pick, int] = {"layer": trace.n_layers, "head": trace.n_heads}
    if "pickers" in selection.hide:
        return
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


def _model(selection: Selection, t: Words) -> None:
    models = offered(Settings.from_environ())
    if selection.model not in models:
        models.append(selection.model)
    st.selectbox(
        t("bar.model"),
        models,
        key=state.bound("model", selection.model),
        format_func=lambda model: about(model, t),
        on_change=state.pick,
        args=(selection, "model"),
        width=260,
    )


def facts(selection: Selection, t: Words, model: Model, notes: str) -> None:
    """Say how large a model is, under which licence its weights come, how it reads this text.

    On a phone the line is folded.
    """
    size = {
        "layers": model.n_layers,
        "heads": model.n_heads,
        "parameters": amount(model.n_parameters, t),
    }
    if selection.model in weights.EMBEDDED:
        info = weights.info(selection.model)
        amounts = {"size": readable(info.folder_bytes), "licence": info.licence}
        line = t("bar.facts", **size, **amounts)
        if info.source == "hub":
            line += t("bar.facts_hub", id=info.hub_id)
    else:
        line = t("bar.facts_other", **size)
    line = " · ".join(filter(None, (line, t(f"level.{model.why}"), notes)))
    notices.fold("model_facts", t("bar.about"))
    with st.container(key="model_facts"):
        st.html(f'<p class="facts model">{escape(line)}</p>')
    notices.content()


def amount(n: int, t: Words) -> str:
    """Say a large number to three figures, in the units a language counts in.

    >>> from app.i18n import words
    >>> amount(22_713_216, words("en")), amount(117_653_760, words("zh-CN"))
    ('22.7 million', '约 1.18 亿')
    >>> amount(20_192, words("en"))
    '20,200'
    """
    smaller, larger = UNITS[t.lang]
    if n < smaller:
        return f"{float(f'{n:.3g}'):,.0f}"
    name, unit = ("larger", larger) if n >= larger else ("smaller", smaller)
    return t(f"bar.{name}_unit", n=f"{float(f'{n:.3g}') / unit:g}")
