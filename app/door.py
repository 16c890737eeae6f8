"""How many visitors a server takes, and what those beyond read."""

import threading

import streamlit as st
from streamlit import runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx

from app import notices
from app.i18n import Words
from app.settings import Settings

WAS_IN = "was_in"


class Seats:
    """Know who is in; a seat is free again as soon as its visitor's window has closed."""

    def __init__(self) -> None:
        """Begin with nobody in."""
        self._taken: set[str] = set()
        self._lock = threading.Lock()

    def take(self, visitor: str, n_seats: int, *, returns: bool = False) -> bool:
        """Let a visitor in, or tell that every seat is taken; who is in or ``returns`` stays."""
        with self._lock:
            self._taken = {one for one in self._taken if is_here(one)}
            stays = returns or visitor in self._taken
            if not stays and len(self._taken) >= n_seats:
                return False
            self._taken.add(visitor)
            return True

    def are_empty(self) -> bool:
        """Tell whether nobody is in."""
        with self._lock:
            return not any(is_here(one) for one in self._taken)

    def have_emptied(self) -> bool:
        """Tell, once, that visitors were in and all of them have left."""
        with self._lock:
            were_in, self._taken = self._taken, {one for one in self._taken if is_here(one)}
            return bool(were_in) and not self._taken


def is_here(visitor: str) -> bool:
    """Tell whether a visitor's window is open and connected."""
    return runtime.exists() and bool(runtime.get_instance().is_active_session(visitor))


@st.cache_resource(show_spinner=False)
def seats() -> Seats:
    """Give the seats of this server."""
    return Seats()


def is_open(t: Words) -> bool:
    """Let this visitor in, or say in one sentence that there is no room now."""
    context, limit = get_script_run_ctx(suppress_warning=True), Settings.from_environ().visitors
    was_in = bool(st.session_state.get(WAS_IN))  # and whose network failed for a moment
    if context is None or seats().take(context.session_id, limit, returns=was_in):
        st.session_state[WAS_IN] = True
        return True
    notices.style()
    notices.plain(t("door.full", n=limit), "note")
    st.button(t("door.again"), key="door_again")
    return False
