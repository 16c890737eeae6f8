"""What stands behind a title: built only when somebody opens it."""

from collections.abc import Callable

import streamlit as st


def fold(label: str, key: str, draw: Callable[[], object]) -> None:
    """Offer something behind a title; ``draw`` is called only while it is open."""
    folded = st.expander(label, key=key, on_change="rerun")
    if folded.open:
        with folded:
            draw()
