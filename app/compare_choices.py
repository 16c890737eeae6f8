"""What a comparison offers to choose: its kind, a measured one, and its other side."""

from dataclasses import replace
from html import escape
from typing import get_args

import streamlit as st

from app import notices, pairs, state
from app.components.composer import composer
from app.i18n import Words, plain
from app.offered import about
from app.other_side import offered_models
from app.parsers import MAX_CHARS, Kind
from app.selection import Selection
from app.settings import Settings
from app.switches import switch
from attention.models import Model


def kinds(selection: Selection, t: Words) -> None:
    """Offer what can be compared, and the comparisons that were measured."""
    # Another kind has another side: layers and heads of the old one would mislead.
    afresh = replace(selection, other_model=None, other_layer=None, other_head=None)
    switch("kind", get_args(Kind), afresh, t, label=t("compare.kind"), names="compare.kind")
    popover = st.popover(t("compare.ready"), key=state.PAIRS, on_change="rerun")
    if not popover.open:
        return
    usable = Settings.from_environ().usable
    offered = [pair for pair in pairs.library() if pair.models <= set(usable)]
    offered.sort(key=lambda pair: pair.language != t.lang)
    with popover, st.container(height=480, border=False, gap=None):
        st.html(f"<h2>{escape(t('compare.ready_title'))}</h2>")
        for kind in get_args(Kind):
            st.html(f"<h3>{escape(t(f'compare.kind_{kind}'))}</h3>")
            for pair in (pair for pair in offered if pair.kind == kind):
                _ready(pair, selection, t)


def _ready(pair: pairs.Pair, selection: Selection, t: Words) -> None:
    view = pair.view
    label = view["text"] if pair.kind != "text" else f"{view['text']} → {view['other_text']}"
    st.button(
        plain(label),
        key=f"example_{pair.id}",
        type="tertiary",
        on_click=state.open_example,
        args=(selection,),
        kwargs=dict(view),
    )
    line = " / ".join(notices.model_name(model, t) for model in sorted(pair.models))
    if pair.holds:
        line = t("bar.example", model=line, caption=pair.caption[t.lang])
    st.html(f'<p class="facts">{escape(line)}</p>')


def other_sentence(selection: Selection, t: Words) -> None:
    """Offer a box for the other sentence."""
    words = t.group("composer") | {"label": t("compare.other_text")}
    shown, room = selection.other_text or selection.text, room_of(selection)
    if len(shown) > room:
        said = "compare.room" if room else "compare.no_room"
        taken = MAX_CHARS - room
        notices.plain(t(said, limit=MAX_CHARS, taken=taken, room=room), "note")
    if not room:
        return
    composer(
        shown,
        words,
        on_submit=lambda text: state.change(selection, other_text=text),
        max_chars=room,
        key="other_composer",
    )


def room_of(selection: Selection) -> int:
    """Give how many characters a link has left for the other sentence."""
    return max(0, MAX_CHARS - len(selection.text) - len(selection.pair))


def other_head(selection: Selection, t: Words, model: Model) -> None:
    """Offer the other side's model, layer and head; what was shown is kept in the address."""
    choices: dict[str, tuple[str, list[str] | range, int]] = {
        "other_layer": (t("compare.other_layer"), range(model.n_layers), 110),
        "other_head": (t("compare.other_head"), range(model.n_heads), 110),
    }
    if selection.kind == "model":
        offered = offered_models(selection)
        if selection.other_model not in offered:
            offered.append(str(selection.other_model))
        choices = {"other_model": (t("compare.other_model"), offered, 260), **choices}
    for field, (label, options, width) in choices.items():
        st.selectbox(
            label,
            options,
            key=state.bound(field, getattr(selection, field)),
            format_func=lambda option: _name(option, t),
            on_change=_pick_other,
            args=(selection, field),
            width=width,
        )


def _pick_other(selection: Selection, field: str) -> None:
    """Ask for another other side; a model's layers and heads say nothing about another model's."""
    fresh = {"other_layer": None, "other_head": None} if field == "other_model" else {}
    state.change(selection, **fresh, **{field: st.session_state[field]})


def _name(option: object, t: Words) -> str:
    return about(option, t) if isinstance(option, str) else str(option)
