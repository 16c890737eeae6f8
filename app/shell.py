"""What every page shares: its beginning, the view it draws, the guard around errors."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

import streamlit as st

from app import hub_panel, notices, runs, state, topbar, waiting
from app import parts as texts
from app.choice import default_query
from app.fitting import fit_run
from app.i18n import Words, plain, short, words
from app.log import account, because
from app.reading import Reading
from app.selection import Selection, model_for
from app.settings import Settings
from app.token_words import line_in
from app.topbar import Pick
from attention import hub, memory
from attention.errors import AttentionError
from attention.views import TokenLine


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
        return default_query(self.reading.trace.queries) if chosen is None else chosen

    @property
    def line(self) -> TokenLine:
        """Return the tokens as the reader's language has them."""
        return line_in(self.reading.line, self.t)


def begin(
    page: str,
    pick: tuple[Pick, ...] = (),
    *,
    one_text: bool = False,
    parts: bool = False,
    above: Callable[[Selection, Words], None] = lambda selection, t: None,
) -> Page:
    """Draw what stands above every exploring page, run the model, and say what must be said.

    ``pick`` names what the top bar also offers; a page of ``one_text`` does not read sentence B of
    a run and says so; one with ``parts`` also shows models of two texts. ``above`` draws what
    stands before the sentence. A view that can't be had is explained; the last good one stays.
    """
    notices.style()
    asked = state.read()
    t = words(asked.lang)
    waiting.place(t)
    ways = topbar.header(asked, t, page)
    above(asked, t)
    picks = topbar.controls(asked, t)
    address = state.address()
    found = _read(asked, t, reads := Reads(one_text, parts))
    if found is None:
        state.give_up(asked)
        found = _instead(asked, t, reads)
        topbar.pickers(picks, pick, found.selection, t, found.reading.trace)
        return found
    trace = found.trace
    selection, stale = state.settle(asked, trace)
    if selection != asked:
        topbar.lead(ways, selection, t, page)
    topbar.pickers(picks, pick, selection, t, trace)
    texts.bar(selection, trace, t)
    topbar.facts(selection, t, trace.model, notices.notes(trace.tokens, t))
    notices.of_link(address, stale, selection, t)
    if one_text and asked.pair:
        notices.plain(t("notice.one_text", pair=short(asked.pair, 80)), "note")
    notices.of_tokens(trace.tokens, selection, t)
    return Page(t, selection, found)


def _instead(asked: Selection, t: Words, reads: "Reads") -> Page:
    """Give the first other view that can be had."""
    others = (_other(other, asked, t, reads) for other in _others(asked))
    page = next(filter(None, others), None)
    if page is None:
        notices.plain(t("errors.no_model"), "error")
        st.stop()
    return page


def _others(asked: Selection) -> Iterator[Selection]:
    """Give the session's last good view or the same text in its usual model; then the starts."""
    models = Settings.from_environ().usable
    tried = {(asked.model, asked.text, asked.pair)}
    same_text = replace(asked, model=model_for(asked.text, models), pair="", target="", part=None)
    starts = (Selection.start(asked.lang, model, models) for model in (None, *models))
    for other in (state.last_good() or same_text, *starts):
        if (view := (other.model, other.text, other.pair)) not in tried:
            tried.add(view)
            yield other


def _other(selection: Selection, asked: Selection, t: Words, reads: "Reads") -> Page | None:
    """Show a view that was not asked for, and say so; the address keeps what was asked."""
    found = _read(selection, t, reads, aloud=False)
    if found is None:
        return None
    trace = found.trace
    shown = replace(selection, lang=asked.lang, theme=asked.theme)
    shown, _ = fit_run(shown, trace)
    name, text = notices.model_name(shown.model, t), short(shown.text, 80)
    notices.plain(t("notice.instead", model=name, text=text), "note")
    topbar.facts(shown, t, trace.model, notices.notes(trace.tokens, t))
    return Page(t, shown, found)


@dataclass(frozen=True)
class Reads:
    """Say what a page reads: the sentence alone, models of two texts."""

    one_text: bool
    parts: bool


def _read(selection: Selection, t: Words, reads: Reads, *, aloud: bool = True) -> Reading | None:
    """Run the model of a view on its text, or say why not."""
    settings = Settings.from_environ()
    name = notices.model_name(selection.model, t)
    with guard(t, name, aloud=aloud):
        source = settings.source(selection.model)
        if aloud and hub.is_away(source):
            hub_panel.panel(source, t)
            return None
        with st.spinner(t("waiting.model", model=plain(name))):
            runs.model(source)
        with st.spinner(t("waiting.trace", model=plain(name))):
            pair = "" if reads.one_text else selection.pair
            target = selection.target if reads.parts else None
            found = runs.reading(source, selection.text, settings.max_tokens, pair, target)
            return found.at(selection.part)
    return None


def way(page: str, label: str, view: Selection) -> None:
    """Lead to another page in a view."""
    st.page_link(
        f"app/pages/{page}.py",
        label=label,
        icon=":material/arrow_forward:",
        icon_position="right",
        query_params=view.to_query(),
    )


def leave(page: str, view: Selection) -> None:
    """Go to another page in a view; for the callback of a component."""
    st.switch_page(f"app/pages/{page}.py", query_params=view.to_query())


@contextmanager
def guard(t: Words, name: str = "", *, aloud: bool = True) -> Iterator[None]:
    """Turn what goes wrong inside into one sentence; the rest of the page is drawn all the same.

    ``name`` is what people call the model: an error may know it only as a folder. What nobody
    asked for fails without a word, but never without a line in the log.
    """
    log = logging.getLogger(__name__)
    try:
        yield
    except AttentionError as error:
        if error.__cause__ is not None or not aloud:
            log.warning("%s, because of %s", error, because(error))
        if aloud:
            notices.of_error(error, name, t)
    except Exception as error:
        log.error("a part of the page could not be drawn\n%s", account(error))
        if aloud:
            key = "no_memory" if memory.ran_out(error) else "unexpected"
            notices.plain(t(f"errors.{key}"), "error")
