"""What an address asks of the layer by hand, and what is shown: the last good sizes stay.

Impossible sizes stay in the address and in their boxes, where the person who typed them finds them.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, fields, replace

import streamlit as st

from app import state
from app.i18n import Lang
from app.parsers import PARSERS
from app.selection import Selection
from attention.by_hand import Preset, Setting, Wish, resolve
from attention.errors import AttentionError
from attention.examples import example

GOOD = "hand_good"  # the last view of this session whose layer was possible
SIZES = ("preset", "d_model", "n_heads", "n_kv_heads", "d_k", "seed")
START: Preset = "hand"  # for a visitor who brings no words
CHOICES = tuple(
    field.name for field in fields(Wish) if field.name not in ("text", "preset", "seed")
)


@dataclass(frozen=True)
class Answer:
    """Hold the view that is drawn, its layer's setting, and why it is not the one asked for."""

    selection: Selection
    setting: Setting
    refused: AttentionError | None
    redrawn: bool


def read() -> Selection:
    """Give the view that is asked for; without words of one's own it has the preset's."""
    selection, address = state.read(), state.address()
    if "text" in address:
        return selection
    given = address.keys() & PARSERS.keys()
    if not given and state.SELECTION in st.session_state:
        return selection
    preset = selection.preset if "preset" in given or is_own(address) else START
    # The places of an example are those of a model.
    free = {"layer": 0, "head": 0, "query": None, "key": None}
    changes = {name: value for name, value in free.items() if name not in given}
    return replace(selection, preset=preset, text=words_of(preset, selection.lang), **changes)


def is_own(address: Mapping[str, str]) -> bool:
    """Tell whether an address was made for this page, not carried over from another."""
    return bool(address.keys() & {*CHOICES, "preset", "seed", "shuffle"})


def words_of(preset: Preset, lang: Lang) -> str:
    """Give the words that a preset was made for; a rule works with any."""
    found = example(preset) or example(START)
    return found.texts[lang] if found else ""


def wish(selection: Selection) -> Wish:
    """Take what belongs to the layer out of a view."""
    return Wish(**{field.name: getattr(selection, field.name) for field in fields(Wish)})


def answer(asked: Selection) -> Answer:
    """Give the layer that was asked for, or one of the last good sizes and the reason."""
    try:
        setting = resolve(wish(asked))
    except AttentionError as error:
        return _good(asked, error)
    redrawn = setting.preset != asked.preset
    shown = replace(asked, preset=setting.preset)
    st.session_state[GOOD] = shown
    return Answer(shown, setting, None, redrawn)


def _good(asked: Selection, refused: AttentionError) -> Answer:
    """Give what was asked for in the last good sizes, so that words and switches are obeyed.

    Where that can't be either, the last good view stays as it was.
    """
    last = _last(asked)
    for kept in (SIZES, (*SIZES, "projection")):
        view = replace(asked, **{name: getattr(last, name) for name in kept})
        with suppress(AttentionError):
            return Answer(view, resolve(wish(view)), refused, redrawn=False)
    return Answer(last, resolve(wish(last)), refused, redrawn=False)


def _last(asked: Selection) -> Selection:
    """Give the last good view; on a fresh visit, the same words in the preset's own sizes."""
    known: Selection | None = st.session_state.get(GOOD)
    if known is not None:
        return replace(known, lang=asked.lang, theme=asked.theme)
    plain = replace(asked, **dict.fromkeys(CHOICES), seed=0)
    if not plain.text.split():
        plain = replace(plain, preset=START, text=words_of(START, asked.lang))
    return plain
