"""What the desk says about the examples this server was given: how many, and what is wrong."""

from html import escape
from json import dumps

import streamlit as st

from app import notices
from app.examples import own
from app.i18n import Words
from app.settings import Settings

LONGEST = 60


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
        values = dict(fault.fields)
        if "value" in values:
            values["value"] = _short(values["value"])
        notices.plain(t(f"example_faults.{fault.key}", line=fault.line, **values), "error")


def _short(value: object) -> object:
    """Give a value as the file writes it, as far as a sentence has room."""
    written = dumps(value, ensure_ascii=False, default=str)
    return written if len(written) <= LONGEST else f"{written[:LONGEST]}…"
