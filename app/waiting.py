"""The queue as a visitor sees it: one line, "3 before you", while there is anybody to wait for."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar, copy_context
from html import escape

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from app.i18n import Words
from app.turns import Turns

AFTER = 0.5  # seconds: on a quiet server nothing is ever said

SAY: ContextVar[Callable[[int], None]] = ContextVar("SAY", default=lambda n: None)


@st.cache_resource(show_spinner=False)
def turns() -> Turns:
    """Give the one queue of this server."""
    return Turns()


def place(t: Words) -> None:
    """Keep a place on the page for the line; it stands above the page and moves nothing in it."""
    # What is drawn within a cached function is kept with its result and drawn again for the next
    # visitor; the context of the page is outside of all of them.
    slot, page = st.empty(), copy_context()

    def say(n: int) -> None:
        sentence = escape(t("waiting.before", n=n))
        said = f'<p class="waiting" role="status">{sentence}</p>'
        page.run(slot.html, said) if n else page.run(slot.empty)

    SAY.set(say)


@contextmanager
def turn(*, is_long: bool = False) -> Iterator[None]:
    """Hold one of the server's turns to run a model, after saying how many are before.

    Whoever leaves or asks for something else gives up the place.
    """
    context = get_script_run_ctx(suppress_warning=True)
    visitor = context.session_id if context else f"thread {threading.get_ident()}"
    check = context.yield_check if context else lambda: None
    say, since, said = SAY.get(), time.monotonic(), 0

    def look(n: int) -> None:
        nonlocal said
        check()
        if n != said and time.monotonic() - since >= AFTER:
            say(n)
            said = n

    with turns().turn(visitor, is_long=is_long, look=look):
        check()
        if said:
            say(0)
        yield
