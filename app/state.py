"""The address is the state: the one file that touches ``st.query_params`` and the session.

Every run begins with ``read``. What the user does calls ``change`` before it; the run reads that,
fits it to its model and writes it to the address once, before anything is drawn from it. So reload
and a shared link show the same, and one step back leads to the view before.
"""

from dataclasses import dataclass, replace

import streamlit as st

from app.choice import moved
from app.fitting import Stale, fit_run
from app.i18n import Lang, language_of
from app.parsers import PARSERS, Theme
from app.selection import Selection
from app.settings import Settings
from attention.tokens import Tokens
from attention.trace import Trace

SELECTION = "selection"  # the last view of this session
SHOWN = "shown"  # the last view that could be drawn, the tokens that look, and those looked at
EXAMPLES = "examples"  # whether the list of examples is open
PAIRS = "pairs"  # the same of the comparisons
THEME = "theme"  # what the browser was switched to
SETTLED = "settled"  # the view that was asked for last, and the one it became
LEFT = "left"  # the view that was left last, and its address
ASKED = "asked"  # what was just asked for and is not yet in the address

ROW = ("text", "pair", "target", "part", "model", "layer", "head", "query")
CARRYING = {"text", "target", "model"}  # a new one keeps the chosen tokens


@dataclass(frozen=True, eq=False)
class Asked:
    """Hold an address to be, the one it was asked for at, and whose tokens its indices count."""

    at: dict[str, str]
    query: dict[str, str]
    old: tuple[Tokens, Tokens] | None


def read() -> Selection:
    """Give the view to draw: the address, or this session's last view on a bare address."""
    query = address()
    known = st.session_state.get(SELECTION)
    if known is not None and not (query.keys() & PARSERS.keys()):
        lang = language_of(query.get("lang"))
        return replace(known, lang=lang) if lang else known
    settings = Settings.from_environ()
    return Selection.from_query(query, visitor_language(), settings.usable, settings.examples)


def visitor_language() -> Lang:
    """Give the language of the session so far, else of the browser, else English."""
    known = st.session_state.get(SELECTION)
    return known.lang if known else language_of(st.context.locale) or "en"


def address() -> dict[str, str]:
    """Give the address as it stands, or as what was just asked for is about to make it."""
    asked = _asked()
    return asked.query if asked else st.query_params.to_dict()


def _asked() -> Asked | None:
    """Give what was just asked for, unless the browser has gone elsewhere since."""
    asked = st.session_state.get(ASKED)
    return asked if asked and asked.at == st.query_params.to_dict() else None


def publish(selection: Selection) -> None:
    """Write a view to the address and remember it."""
    st.session_state.pop(ASKED, None)
    st.session_state[SELECTION] = selection
    query = selection.to_query()
    if st.query_params.to_dict() != query:
        st.query_params.from_dict(query)


def change(selection: Selection, **changes: object) -> None:
    """Ask for a view with some of its fields changed; for a callback, which is called before a run.

    A new sentence or model keeps the chosen tokens where they can be found again; which those are
    only the next run knows, so it is the one that writes the address. Of two changes made on the
    same picture the second keeps the first.
    """
    settled = st.session_state.get(SETTLED)
    if settled and settled[0] == selection:  # what was drawn may differ from what was asked for
        selection = settled[1]
    selection = _latest(selection)
    if any(changes.get(name, now) != now for name, now in _row(selection).items()):
        changes = {"effects": False, **changes}  # it runs the model many times: for this row only
    carries = changes.keys() & CARRYING and not changes.keys() & {"query", "key"}
    shown = st.session_state.get(SHOWN) if carries else None
    old = shown[1:] if shown else None
    query = replace(selection, **changes).to_query()
    st.session_state[ASKED] = Asked(st.query_params.to_dict(), query, old)


def _row(selection: Selection) -> dict[str, object]:
    """Give the fields that name one row of one head."""
    return {name: getattr(selection, name) for name in ROW}


def _latest(selection: Selection) -> Selection:
    """Give what a view became by a change whose picture was not drawn yet, else the view itself."""
    left, at = st.session_state.get(LEFT, (None, None))
    st.session_state[LEFT] = (selection, st.query_params.to_dict())
    return read() if left == selection and at != address() else selection


def open_example(selection: Selection, **changes: object) -> None:
    """Ask for an example's view and close the list it was chosen from."""
    st.session_state[EXAMPLES] = st.session_state[PAIRS] = False
    change(selection, **changes)


def settle(selection: Selection, trace: Trace) -> tuple[Selection, list[Stale]]:
    """Fit a view to a run, publish it, and give what had to give way."""
    asked, given = _asked(), selection
    old = asked.old if asked else None
    if old is not None:
        selection = moved(selection, old[0], trace.queries, (old[1], trace.keys))
    selection, stale = fit_run(selection, trace)
    st.session_state[SETTLED] = (given, selection)
    st.session_state[SHOWN] = (selection, trace.queries, trace.keys)
    publish(selection)
    return selection, stale


def give_up(selection: Selection) -> None:
    """Write to the address what was asked for though it can't be drawn, so that it is not lost.

    A link is left as it came.
    """
    if _asked():
        publish(selection)


def last_good() -> Selection | None:
    """Give the last view of this session that could be drawn."""
    return st.session_state.get(SHOWN, (None,))[0]


def theme(selection: Selection) -> Theme:
    """Give the theme to draw in: the link's, else what was switched to, else the browser's."""
    shown = "dark" if st.context.theme.type == "dark" else "light"
    return selection.theme or st.session_state.get(THEME, shown)


def choose_theme(selection: Selection, theme: Theme) -> None:
    """Follow a switch of the theme; a link that names one names the new one."""
    st.session_state[THEME] = theme
    if selection.theme not in (None, theme):
        change(selection, theme=theme)


def bound(field: str, value: object) -> str:
    """Give a widget its value from the address, and the widget's key; ``pick`` is its callback."""
    st.session_state[field] = value
    return field


def pick(selection: Selection, field: str) -> None:
    """Ask for what was chosen in the widget of a field."""
    change(selection, **{field: st.session_state[field]})
