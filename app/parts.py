"""The two texts of an encoder–decoder model, and which of its kinds of attention is looked at."""

import streamlit as st

from app import notices, state
from app.components.composer import composer
from app.i18n import Words, short
from app.parsers import MAX_CHARS
from app.selection import Selection
from attention.trace import Trace

OWN = ("label", "placeholder", "keys")  # words of the box that are not the sentence's
NO_PAIR = {"query": None, "key": None, "paint": ()}  # its tokens are of the part that is left


def bar(selection: Selection, trace: Trace, t: Words) -> None:
    """Offer the target text and the kinds of attention; nothing where a model has one kind.

    What the model makes of the target is said below it; a target that nobody reads is named.
    """
    if len(trace.model.parts) < 2:
        if selection.target:
            notices.plain(t("parts.one_text", target=short(selection.target, 80)), "note")
        return
    with st.container(key="parts", horizontal=True, vertical_alignment="bottom"):
        if "sentence" not in selection.hide:
            with st.container(key="target_box", width="stretch"):
                composer(
                    selection.target,
                    t.group("composer") | {name: t(f"parts.{name}") for name in OWN},
                    on_submit=lambda target: state.change(selection, target=target),
                    max_chars=MAX_CHARS,
                    key="target",
                )
        _switch(selection, trace, t)
    if not selection.target.strip():
        st.html(f'<p class="facts">{t.html("parts.no_target", start=("key", _start(trace)))}</p>')
    if trace.target_tokens is not None:
        notices.of_target(trace.target_tokens, selection, t)


def _start(trace: Trace) -> str:
    return trace.target_tokens[0].label if trace.target_tokens else ""


def _switch(selection: Selection, trace: Trace, t: Words) -> None:
    st.segmented_control(
        t("parts.switch"),
        trace.model.parts,
        key=state.bound("part", trace.shown_part),
        format_func=lambda part: t(f"parts.{part}"),
        required=True,
        on_change=_pick,
        args=(selection, trace.model.main_part),
    )


def _pick(selection: Selection, main: str) -> None:
    part = st.session_state["part"]
    state.change(selection, part=None if part == main else part, **NO_PAIR)
