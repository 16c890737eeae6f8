"""What the desk says about the examples this server was given: how many, and what is wrong."""

from html import escape
from textwrap import shorten

import streamlit as st

from app import notices
from app.examples import own
from app.i18n import Words
from app.settings import Settings


def found(t: Words) -> None:
    """Say what was found in the file of examples; nothing is drawn where there is no file."""
    settings = Settings.from_environ()
    st.html(f'<h2 class="desk-step">{escape(t("teach.examples"))}</h2>')
    if settings.examples is None:
        st.caption(t("teach.examples_none"))
        return
    examples, faults = own(settings.examples)
    st.caption(t("teach.examples_found" if faults else "teach.examples_good", n=len(examples)))
    for fault in faults:
        values = {name: _short(value) for name, value in fault.fields.items()}
        notices.plain(t(f"example_faults.{fault.key}", line=fault.line, **values), "error")


def _short(value: object) -> str:
    """Give a value as it may stand in a sentence."""
    return shorten(str(value), 60, placeholder=" …")
