"""A page whose run takes as long as its test wants: `?run=a&lang=en`, and `?end=a` ends it."""

import threading

import streamlit as st

from app import notices, waiting
from app.i18n import language_of, words


@st.cache_resource(show_spinner=False)
def end(name: str) -> threading.Event:
    """Give what a run waits for."""
    return threading.Event()


@st.cache_resource(show_spinner=False)
def run(name: str) -> str:
    """Hold a turn until the run is ended."""
    with waiting.turn():
        end(name).wait(120)
    return name


query = st.query_params.to_dict()
notices.style()
waiting.place(words(language_of(query.get("lang")) or "en"))
st.title("The title stays where it is")
for name in query.get("end", "").split():
    end(name).set()
if "run" in query:
    st.write(f"shown: {run(query['run'])}")
st.write("ready")
