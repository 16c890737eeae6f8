"""What must be said aloud: errors, cut and unknown tokens, a link that could not be followed.

Everything here may quote what a person typed, so it is written as escaped HTML, never as Markdown.
"""

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from html import escape
from pathlib import Path
from typing import Literal

import streamlit as st

from app import state
from app.changes import Wrong
from app.fitting import Stale
from app.i18n import ASSETS, Words, short
from app.parsers import MAX_CHARS, PARSERS, is_cut, lost, written
from app.selection import Selection
from app.settings import Settings
from attention.errors import AttentionError, InvalidSwitch, UnknownModel
from attention.tokens import Tokens

STYLE = ("page", "phone", "contrast", "waiting", "print")
MANY_UNKNOWN = 0.25
ALIKE = 0.7  # of a name that a link brings: hed is head, fbclid is nothing
SHOWN_CHARS = 60  # of a value that a link brings


def style() -> None:
    """Give the page its type, width and colours."""
    for sheet in STYLE:
        st.html(ASSETS / f"{sheet}.css")


def plain(sentence: str, kind: Literal["error", "note"]) -> None:
    """Say one sentence; errors interrupt a screen reader, notes wait."""
    role = "alert" if kind == "error" else "status"
    st.html(f'<p class="notice {kind}" role="{role}" dir="auto">{escape(sentence)}</p>')


def caption(sentence: str) -> None:
    """Say what may be claimed about the example that is open."""
    st.html(f'<p class="caption">{escape(sentence)}</p>')


def of_error(error: AttentionError, name: str, t: Words) -> None:
    """Say what went wrong in one sentence, the kind of its cause folded away.

    A cause's own words may name a path, an address or a version: they belong in the log.
    """
    fields = dict(error.fields)
    if "model" in fields:  # who knows it only as a folder must not say where that lies
        fields["model"] = name or Path(str(fields["model"])).name
    for field, group in (("feature", "features"), ("what", "indices")):
        if field in fields:
            fields[field] = t(f"{group}.{fields[field]}")
    if isinstance(error, InvalidSwitch):
        fields["value"] = written(error.fields["value"])
    hub = isinstance(error, UnknownModel) and Settings.from_environ().hub
    plain(t("errors.unknown_model_hub" if hub else error.message_key, **fields), "error")
    if error.__cause__ is not None:
        with st.expander(t("errors.details")):
            kind = type(error.__cause__).__name__
            st.html(f"<p>{escape(t('errors.cause', kind=kind))}</p>")


def model_name(model: str, t: Words) -> str:
    """Give what people call a model."""
    key = f"models.{model}.name"
    return t(key) if t.has(key) else model


def of_link(
    address: Mapping[str, str], stale: Sequence[Stale], selection: Selection, t: Words
) -> None:
    """Say what a link asked for and did not get: one sentence for each of its parameters."""
    for name, value in lost(address).items():
        _of_parameter("lost", name, value, t)
    needed = {"block_layers": ("idle", selection.block), "between": ("idle_pair", selection.pair)}
    for name, (what, there) in needed.items():
        if name in address and not there and name not in lost(address):
            _of_parameter(what, name, address[name], t)
    for name, near in _mistyped(address).items():
        plain(t("notice.mistyped", name=_short(name), near=near), "note")
    if is_cut(address):
        plain(t("notice.too_long", limit=MAX_CHARS), "note")
    for one in stale:
        of_stale(one, selection.model, t)


def _mistyped(address: Mapping[str, str]) -> dict[str, str]:
    """Give the names that a link misspells, each with the nearest one there is.

    A name like no other is somebody else's, such as a mail program's, and nobody's mistake.
    """
    unknown = [name for name in address if name not in PARSERS and name != "lang"]
    near = {name: get_close_matches(name.lower(), PARSERS, 1, ALIKE) for name in unknown}
    return {name: found[0] for name, found in near.items() if found}


def of_stale(one: Stale, model: str, t: Words, shown: int = 0) -> None:
    """Say that a link names what does not exist here, and what is shown instead."""
    said = {"part": "parts.", "between": "seen.between_"}.get(one.name)
    value = str(one.value) if said is None else t(f"{said}{one.value}")
    values = {"value": _short(value), "last": one.last, "shown": shown}
    plain(t(f"notice.stale_{one.name}", model=model_name(model, t), **values), "note")


def of_switches(wrong: Iterable[Wrong], t: Words) -> None:
    """Say which switches of a link this model or sentence does not have."""
    for one in wrong:
        if one.parts:
            _of_parameter("absent", one.name, ",".join(one.parts), t)
        else:
            of_error(one.reason, "", t)


def _of_parameter(what: str, name: str, value: str, t: Words) -> None:
    """Name a parameter as readers know it and as the link writes it, with what it says."""
    known = t(f"parameters.{name}")
    plain(t(f"notice.{what}", what=known, name=name, value=_short(value)), "note")


def _short(value: str) -> str:
    return value if len(value) <= SHOWN_CHARS else f"{value[:SHOWN_CHARS]} …"


def stale_stage(stage: str, t: Words) -> None:
    """Say that a walk has no such stage; the three stages of softmax share its name."""
    key = f"steps.name_{stage}"
    name = t(key if t.has(key) else "steps.name_softmax")
    plain(t("notice.stale_stage", stage=name), "note")


def of_tokens(tokens: Tokens, selection: Selection, t: Words) -> None:
    """Say what a tokenizer did to a sentence that the labels alone would hide."""
    n_words = sum(not token.is_special for token in tokens)
    if tokens.pair is not None:
        pair = short(tokens.pair, 200)
        plain(t("notice.pair", pair=pair), "note")
    if tokens.is_cut:
        plain(t("notice.cut", n=len(tokens), total=tokens.n_total), "note")
    if tokens.n_unknown:
        name = model_name(selection.model, t)
        plain(t("notice.unknown", n=tokens.n_unknown, total=len(tokens), model=name), "note")
    e5_helps = selection.model != "e5" and "e5" in Settings.from_environ().usable
    if e5_helps and tokens.n_unknown > MANY_UNKNOWN * max(1, n_words):
        st.button(
            t("notice.use_e5"),
            key="use_e5",
            on_click=state.change,
            args=(selection,),
            kwargs={"model": "e5"},
        )


def of_target(tokens: Tokens, selection: Selection, t: Words) -> None:
    """Say the same of what a decoder reads."""
    if tokens.is_cut:
        plain(t("parts.cut", n=len(tokens), total=tokens.n_total), "note")
    if tokens.n_unknown:
        name = model_name(selection.model, t)
        plain(t("parts.unknown", n=tokens.n_unknown, total=len(tokens), model=name), "note")


def notes(tokens: Tokens, t: Words) -> str:
    """Say what a tokenizer always does to a text, where it did so here; empty if nothing."""
    return " ".join(t(f"notes.{note}") for note in tokens.notes if t.has(f"notes.{note}"))


def content() -> None:
    """Mark where the page's own content begins, for who skips what stands on every page."""
    st.html('<div id="content" tabindex="-1"></div>')


def fold(name: str, label: str) -> None:
    """On a phone, keep the container of that key below this line folded until it is opened.

    The browser does it alone, by style: on a wider screen the line is not there.
    """
    st.html(f'<details class="fold {name}"><summary>{escape(label)}</summary></details>')
