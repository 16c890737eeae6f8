"""What the server's log may hold: where and why something failed, nothing that a visitor typed."""

import logging
import re
from collections.abc import Iterator
from traceback import TracebackException

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from app import state
from app.parsers import TEXTS

UNCAUGHT = "streamlit.error_util"  # where Streamlit tells of errors that no page has caught
SHORTEST = 3  # letters of a word that could give a sentence away; one sign is enough in Chinese
WORD = re.compile(r"\w+")
LEFT_OUT = "[left out: it may quote the visitor]"
OWN_WORDS = ("_words", "pasted")  # how the keys of widgets end in which people write


def account(error: BaseException) -> str:
    """Tell an error with the way to it, for the log; what it says itself only if that is ours.

    A message may quote the sentence it failed on, whole or in pieces: one that shares a word with
    anything the visitor typed is left out.
    """
    told = TracebackException.from_exception(error)
    private = " ".join(typed()).casefold()
    for one in chain(told):
        if quotes(str(one), private):
            vars(one)["_str"] = LEFT_OUT  # its words have no public name
            one.__notes__ = None
    return "".join(told.format())


def because(error: BaseException) -> str:
    """Tell in a line what an error was raised from."""
    cause, private = error.__cause__, " ".join(typed()).casefold()
    return f"{type(cause).__name__} {LEFT_OUT}" if quotes(str(cause), private) else repr(cause)


def chain(told: TracebackException) -> Iterator[TracebackException]:
    """Give an error, what it was raised from or in, and those of a group."""
    yield told
    for one in (told.__cause__, told.__context__, *(told.exceptions or ())):
        if one is not None:
            yield from chain(one)


def quotes(message: str, private: str) -> bool:
    """Tell whether a message has a word in common with what was typed, or a piece of one.

    >>> quotes("no piece 'tir'", "it was too tired"), quotes("expected 3, got 4", "3 cats, 4 dogs")
    (True, False)
    """
    words = WORD.findall(message.casefold())
    return any(word in private for word in words if len(word) >= SHORTEST or not word.isascii())


def typed() -> Iterator[str]:
    """Give every text that the visitor of this run has typed or brought in a link."""
    if get_script_run_ctx(suppress_warning=True) is None:
        return
    query = state.address()
    yield from (query[name] for name in TEXTS if name in query)
    selection = st.session_state.get(state.SELECTION)
    yield from (getattr(selection, name) for name in TEXTS if selection is not None)
    written = (v for k, v in st.session_state.items() if str(k).endswith(OWN_WORDS))
    yield from (value for value in written if isinstance(value, str))


class Discreet(logging.Filter):
    """Take out of Streamlit's own report what may quote a visitor."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Write the error into the message as it may be told."""
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            record.msg, record.args = f"{record.getMessage()}\n{account(error)}", ()
            record.exc_info = None
        return True


def keep_discreet() -> None:
    """Let Streamlit's reports of errors say no more than ours."""
    log = logging.getLogger(UNCAUGHT)
    if not any(isinstance(one, Discreet) for one in log.filters):
        log.addFilter(Discreet())
