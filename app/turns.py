"""How much is done at one time for all visitors together."""

import threading
from typing import Literal

import streamlit as st

AT_ONCE = 2


@st.cache_resource(show_spinner=False)
def turns(work: Literal["load", "run", "effects"]) -> threading.Semaphore:
    """Bound the loads and the runs at one time: more of them only make each other slower.

    Each has its own bound, so that nobody's sentence waits for a stranger's load.
    """
    return threading.Semaphore(AT_ONCE)
