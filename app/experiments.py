"""What can be changed on the page of experiments: presets of one click, and every switch."""

from collections.abc import Callable, Sequence
from math import isclose
from typing import Any

import streamlit as st

from app import changes, notices, state
from app.changes import UNCHANGED
from app.i18n import Words, head_name, plain
from app.parsers import MAX_ITEMS
from app.reading import Reading
from app.selection import Selection
from attention.trace import Trace
from attention.views import TokenLine

TEMPERATURES = (0.1, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0)


def presets(selection: Selection, reading: Reading, line: TokenLine, t: Words) -> None:
    """Offer experiments of one click; each begins from nothing changed."""
    now = {name: getattr(selection, name) for name in UNCHANGED}
    offered = changes.presets(selection, reading.trace, reading.habits)
    pattern = reading.habits.named(selection.layer, selection.head)
    names = {
        "layer": selection.layer,
        "head": selection.head,
        "token": line.labels[0],
        "pattern": t(f"grid.pattern_{pattern}") if pattern else "",
        "n": len((offered["pattern"] or UNCHANGED)["off"]),
    }
    with st.container(key="experiments", horizontal=True, gap="small"):
        for name, values in offered.items():
            if values is None:
                _not_offered(name, t)
                continue
            st.button(
                plain(t(f"change.preset_{name}", **names)),
                key=f"preset_{name}",
                type="primary" if now == values else "secondary",
                on_click=state.change,
                args=(selection,),
                kwargs=values,
            )
        st.button(
            t("change.reset"),
            key="reset",
            icon=":material/restart_alt:",
            type="tertiary",
            disabled=now == UNCHANGED,
            on_click=state.change,
            args=(selection,),
            kwargs=dict(UNCHANGED),
        )


def _not_offered(name: str, t: Words) -> None:
    """Keep the place of an experiment that this head does not offer, and say why."""
    st.button(
        t(f"change.preset_{name}_none"),
        key=f"preset_{name}_none",
        disabled=True,
        help=t(f"change.preset_{name}_none_help", most=MAX_ITEMS),
    )


def switches(selection: Selection, trace: Trace, line: TokenLine, t: Words) -> None:
    """Offer every switch; a bold name says that it is not as the model has it."""
    _mark(selection)
    notices.fold("switches", t("change.switches"))
    with st.container(key="switches"):
        with st.container(key="switches_all", horizontal=True):
            if trace.model.level == "A":  # elsewhere the page says why not
                _scale(selection, trace, t)
            _temperature(selection, t)
            _causal(selection, trace, t)
        with st.container(key="switches_some", horizontal=True, vertical_alignment="bottom"):
            heads = [(i, h) for i in range(trace.n_layers) for h in range(trace.n_heads)]
            _some("off", heads, lambda place: head_name(*place), selection, t)
            _some("uniform", heads, lambda place: head_name(*place), selection, t)
            _some(
                "block", range(len(line.labels)), lambda i: f"{line.labels[i]} · {i}", selection, t
            )
            if selection.block:
                _some("block_layers", range(trace.n_layers), str, selection, t)


def _mark(selection: Selection) -> None:
    """Make the names of changed switches bold; in a label itself a screen reader would read it."""
    changed = [name for name in UNCHANGED if getattr(selection, name) != UNCHANGED[name]]
    if changed:
        names = ",".join(f".st-key-{name}" for name in changed)
        st.html(
            f"<style>:is({names}) [data-testid=stWidgetLabel] p {{ font-weight: 650; }}</style>"
        )


def _scale(selection: Selection, trace: Trace, t: Words) -> None:
    factor, d_head = trace.factor(selection.layer), trace.model.d_head
    if factor == 1:
        text = t("change.no_scale")
    elif isclose(factor, d_head**-0.5, rel_tol=1e-5):
        text = t("change.divide", d_head=d_head)
    else:
        text = t("change.multiply", factor=f"{factor:.4g}")
    own = selection.scale
    options = ["model", "none", *([own] if isinstance(own, float) else [])]
    st.segmented_control(
        text,
        options,
        key=state.bound("scale", own),
        format_func=lambda one: t(f"change.scale_{one}") if isinstance(one, str) else f"× {one:g}",
        required=True,
        disabled=factor == 1 and own == "model",
        on_change=state.pick,
        args=(selection, "scale"),
        width="content",
    )


def _temperature(selection: Selection, t: Words) -> None:
    st.select_slider(
        t("change.temperature"),
        sorted({*TEMPERATURES, selection.temperature}),
        key=state.bound("temperature", selection.temperature),
        format_func=lambda one: f"{one:g}",
        help=t("change.temperature_help"),
        on_change=state.pick,
        args=(selection, "temperature"),
        width=300,
    )


def _causal(selection: Selection, trace: Trace, t: Words) -> None:
    own = trace.model.is_causal

    def choose() -> None:
        chosen = st.session_state["causal"]
        state.change(selection, causal=None if chosen == own else chosen)

    st.segmented_control(
        t("change.causal"),
        (True, False),
        key=state.bound("causal", own if selection.causal is None else selection.causal),
        format_func=lambda on: t("change.on" if on else "change.off_switch"),
        required=True,
        disabled=own and trace.model.level != "A" and selection.causal is None,
        on_change=choose,
        width="content",
    )


def _some(
    name: str, options: Sequence[Any], shown: Callable[[Any], str], selection: Selection, t: Words
) -> None:
    def choose() -> None:
        state.change(selection, **{name: tuple(sorted(st.session_state[name]))})

    st.multiselect(
        t(f"change.{name}"),
        options,
        key=state.bound(name, list(getattr(selection, name))),
        format_func=shown,
        placeholder=t(f"change.{name}_none"),
        help=t(f"change.{name}_help") if t.has(f"change.{name}_help") else None,
        on_change=choose,
    )
