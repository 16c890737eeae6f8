"""What is said about the layer by hand: its preset, the result to compare with, its program."""

from collections.abc import Mapping
from html import escape

import streamlit as st

from app import notices
from app.i18n import Words, decimals, prose
from app.scratch.asking import Answer
from app.scratch.edits import Table
from attention import by_hand
from attention.by_hand import MAX_WORDS, HandLayer, Name, Wish
from attention.by_hand.numbers import SYMBOLS
from attention.examples import Example, example


def preset(layer: HandLayer, t: Words) -> None:
    """Say what a preset shows, and the result worked out by hand while nothing was changed."""
    name = layer.setting.preset
    st.caption(prose("from_scratch", t.lang)[name])
    found = example(name)
    if found is None or not _is_untouched(layer, found, t):
        return
    numbers = {
        part: f"({', '.join(map(_short, getattr(found, part)))})" for part in ("weights", "output")
    }
    said = t.html(
        "hand.worked",
        word=("query", layer.setting.words[found.row]),
        weights=("weight", numbers["weights"]),
        output=("value", numbers["output"]),
    )
    st.html(f'<p class="facts">{said}</p>')


def _is_untouched(layer: HandLayer, found: Example, t: Words) -> bool:
    """Tell whether the layer is the example's own, to the last number."""
    own = by_hand.resolve(Wish(found.texts[t.lang], layer.setting.preset))
    others = (by_hand.resolve(Wish(text, layer.setting.preset)) for text in found.texts.values())
    if layer.setting not in (own, *others):
        return False
    return all(start.equal(layer.matrices[n]) for n, start in by_hand.matrices(own).items())


def _short(value: float) -> str:
    """Write 4 decimals, fewer where the number ends before.

    >>> _short(0.1385), _short(0.0), _short(2.5)
    ('0.1385', '0', '2.5')
    """
    return decimals(value, 4).rstrip("0").rstrip(".")


def program(layer: HandLayer, t: Words) -> None:
    """Show the program that computes the same layer."""
    st.caption(t("hand.code_about"))
    st.code(by_hand.pytorch_code(layer), language="python", wrap_lines=True)


def refused(answer: Answer, t: Words) -> None:
    """Say why the layer that was asked for can't be, and which one is shown instead."""
    error, setting = answer.refused, answer.setting
    if error is None:
        return
    sizes = {name: getattr(setting, name) for name in ("d_model", "n_heads", "n_kv_heads", "d_k")}
    why = t(error.message_key, **error.fields)
    notices.plain(t("hand.still", why=why, **sizes), "error")


def refused_numbers(tables: Mapping[Name, Table], t: Words) -> None:
    """Say which numbers of the tables can't be used."""
    for table in tables.values():
        if table.refused is not None:
            error = table.refused
            notices.plain(t(error.message_key, **error.fields), "error")


def notes(answer: Answer, lost: list[Name], tables: Mapping[Name, Table], t: Words) -> None:
    """Say what was cut, drawn anew or written by hand."""
    n = len(by_hand.all_words(answer.selection.text))
    if n > MAX_WORDS:
        notices.plain(t("hand.cut", n=n, limit=MAX_WORDS), "note")
    if answer.redrawn:
        notices.plain(t("hand.redrawn"), "note")
    if lost:
        notices.plain(t("hand.lost", names=t.listed(SYMBOLS[name] for name in lost)), "note")
    changed = [SYMBOLS[name] for name, table in tables.items() if table.is_changed]
    if changed:
        said = t("hand.changed", names=t.listed(changed))
        st.html(f'<p class="notice note" role="status">{escape(said)}</p>')
