"""What every page shares: cached models and runs, the guard around errors, its beginning."""

import gc
import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from textwrap import shorten

import streamlit as st

import attention
from app import notices, state, topbar
from app.choice import default_query
from app.i18n import Words, words
from app.selection import Selection, model_for
from app.settings import Settings
from app.topbar import Pick
from attention import views
from attention.errors import AttentionError
from attention.models import Model
from attention.trace import Trace
from attention.views import HeadGrid, NextToken, TokenLine

RUNS_AT_ONCE = 2
LONG = 600  # characters


@dataclass(frozen=True, eq=False)
class Reading:
    """Hold one run and the view data that do not depend on what is open."""

    trace: Trace
    line: TokenLine
    grid: HeadGrid
    next_tokens: tuple[NextToken, ...]


@dataclass(frozen=True, eq=False)
class Page:
    """Hold what a page draws from: words, the view that was asked for, the run behind it."""

    t: Words
    selection: Selection
    reading: Reading

    @property
    def query(self) -> int:
        """Return the chosen query, or the page's own choice."""
        chosen = self.selection.query
        return default_query(self.reading.trace.tokens) if chosen is None else chosen


@st.cache_resource(max_entries=3, show_spinner=False)
def model(source: str) -> Model:
    """Give a loaded model; all visitors share it."""
    loaded = attention.load(source, device=Settings.from_environ().device)
    # Streamlit collects garbage after every run, and with a model in memory that takes 200 ms.
    gc.collect()
    gc.freeze()
    return loaded


@st.cache_resource(max_entries=16, ttl=1800, show_spinner=False)
def reading(source: str, text: str, max_tokens: int) -> Reading:
    """Give the run of a text through a model, and its view data; nobody may change them."""
    return _run(source, text, max_tokens)


@st.cache_resource(max_entries=3, ttl=1800, show_spinner=False)
def long_reading(source: str, text: str, max_tokens: int) -> Reading:
    """Give the same for a long text: 512 tokens in SmolLM2 take 130 MB, so few are kept."""
    return _run(source, text, max_tokens)


def _run(source: str, text: str, max_tokens: int) -> Reading:
    with _turns():
        trace = attention.trace(model(source), text, max_tokens=max_tokens)
        return Reading(
            trace=trace,
            line=views.token_line(trace.tokens),
            grid=views.head_grid(trace),
            next_tokens=views.next_tokens(trace),
        )


@st.cache_resource(show_spinner=False)
def _turns() -> threading.Semaphore:
    """Bound the runs at one time: more of them only make each other slower."""
    return threading.Semaphore(RUNS_AT_ONCE)


def begin(page: str, pick: tuple[Pick, ...] = ()) -> Page:
    """Draw what stands above every exploring page, run the model, and say what must be said.

    ``pick`` names what the page's top bar also offers to choose. A view that can't be had is
    explained in one sentence; the session's last good one stays.
    """
    notices.style()
    asked = state.read()
    t = words(asked.lang)
    topbar.header(asked, t, page)
    picks = topbar.controls(asked, t)
    lost = state.lost(asked)
    found = _read(asked, t)
    if found is None:
        found = _instead(asked, t)
        topbar.pickers(picks, pick, found.selection, t, found.reading.trace.model)
        return found
    trace = found.trace
    selection, stale = state.settle(asked, trace.model, trace.tokens)
    topbar.pickers(picks, pick, selection, t, trace.model)
    topbar.facts(selection, t, trace.model)
    notices.of_link(lost, stale, selection, t)
    notices.of_tokens(trace.tokens, selection, t)
    return Page(t, selection, found)


def _instead(asked: Selection, t: Words) -> Page:
    """Give the session's last good view, or the same text in its usual model, or the start."""
    usual = replace(asked, model=model_for(asked.text))
    known = state.last_good() or (usual if usual.model != asked.model else None)
    others = (known, Selection.start(asked.lang))
    page = next(filter(None, (_other(other, asked, t) for other in others if other)), None)
    if page is None:
        notices.plain(t("errors.no_model"), "error")
        st.stop()
    return page


def _other(selection: Selection, asked: Selection, t: Words) -> Page | None:
    """Show a view that was not asked for, and say so; the address keeps what was asked."""
    found = _read(selection, t)
    if found is None:
        return None
    trace = found.trace
    shown = replace(selection, lang=asked.lang, theme=asked.theme)
    shown, _ = state.fit(shown, trace.n_layers, trace.n_heads, trace.n_tokens)
    name, text = notices.model_name(shown.model, t), shorten(shown.text, 80, placeholder=" …")
    notices.plain(t("notice.instead", model=name, text=text), "note")
    topbar.facts(shown, t, trace.model)
    return Page(t, shown, found)


def _read(selection: Selection, t: Words) -> Reading | None:
    """Run the model of a view on its text, or say why not."""
    settings = Settings.from_environ()
    name = notices.model_name(selection.model, t)
    with guard(t, name):
        source = settings.source(selection.model)
        with st.spinner(t("waiting.model", model=name)):
            model(source)
        with st.spinner(t("waiting.trace", model=name)):
            run = long_reading if len(selection.text) > LONG else reading
            return run(source, selection.text, settings.max_tokens)
    return None


@contextmanager
def guard(t: Words, name: str = "") -> Iterator[None]:
    """Turn what goes wrong inside into one sentence; the rest of the page is drawn all the same.

    ``name`` is what people call the model: an error may know it only as a folder.
    """
    try:
        yield
    except AttentionError as error:
        fields = {**error.fields, **({"model": name} if name else {})}
        notices.plain(t(error.message_key, **fields), "error")
        if error.__cause__ is not None:
            notices.folded(t("errors.details"), error.__cause__)
    except Exception:
        logging.getLogger(__name__).exception("a part of the page could not be drawn")
        notices.plain(t("errors.unexpected"), "error")
