"""What must be said aloud: errors, cut and unknown tokens, a link that could not be followed.

Everything here may quote what a person typed, so it is written as escaped HTML, never as Markdown.
"""

import re
from collections.abc import Sequence
from html import escape
from typing import Literal

import streamlit as st

from app import state
from app.i18n import ASSETS, Words
from app.selection import MAX_CHARS, Selection
from attention.tokens import Tokens

MANY_UNKNOWN = 0.25
PATH = re.compile(r"(?:[A-Za-z]:)?(?:[\\/]+[^\s\\/'\":]+){2,}[\\/]*")


def style() -> None:
    """Give the page its type, width and colours."""
    st.html(ASSETS / "page.css")


def plain(sentence: str, kind: Literal["error", "note"]) -> None:
    """Say one sentence; errors interrupt a screen reader, notes wait."""
    role = "alert" if kind == "error" else "status"
    st.html(f'<p class="notice {kind}" role="{role}" dir="auto">{escape(sentence)}</p>')


def caption(sentence: str) -> None:
    """Say what may be claimed about the example that is open."""
    st.html(f'<p class="caption">{escape(sentence)}</p>')


def folded(label: str, cause: BaseException) -> None:
    """Offer the first line of a cause, without the places it names."""
    first = (str(cause).strip().splitlines() or [""])[0]
    with st.expander(label):
        st.html(f"<p>{escape(PATH.sub('…', f'{type(cause).__name__}: {first}')[:200])}</p>")


def model_name(model: str, t: Words) -> str:
    """Give what people call a model."""
    key = f"models.{model}.name"
    return t(key) if t.has(key) else model


def of_link(
    lost: Sequence[str], stale: Sequence[state.Stale], selection: Selection, t: Words
) -> None:
    """Say what a link asked for and did not get."""
    name = model_name(selection.model, t)
    for parameter in lost:
        if parameter == "text":
            plain(t("notice.too_long", limit=MAX_CHARS), "note")
        else:
            plain(t("notice.lost", name=parameter), "note")
    for one in stale:
        key = f"notice.stale_{one.name}"
        plain(t(key, model=name, value=one.value, last=one.last), "note")


def of_tokens(tokens: Tokens, selection: Selection, t: Words) -> None:
    """Say what a tokenizer did to a sentence that the labels alone would hide."""
    n_words = sum(not token.is_special for token in tokens)
    if tokens.is_cut:
        plain(t("notice.cut", n=len(tokens), total=tokens.n_total), "note")
    if tokens.n_unknown:
        name = model_name(selection.model, t)
        plain(t("notice.unknown", n=tokens.n_unknown, total=len(tokens), model=name), "note")
    if selection.model != "e5" and tokens.n_unknown > MANY_UNKNOWN * max(1, n_words):
        st.button(
            t("notice.use_e5"),
            key="use_e5",
            on_click=state.change,
            args=(selection,),
            kwargs={"model": "e5"},
        )
    facts = " ".join(t(f"notes.{note}") for note in tokens.notes if t.has(f"notes.{note}"))
    if facts:
        st.html(f'<p class="facts">{escape(facts)}</p>')
