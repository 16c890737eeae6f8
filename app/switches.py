"""A choice between few things that an address names: buttons side by side."""

import streamlit as st

from app import state
from app.i18n import Words
from app.selection import Selection


def switch(
    field: str,
    options: tuple[str, ...],
    selection: Selection,
    t: Words,
    *,
    label: str,
    names: str,
    titled: bool = False,
) -> None:
    """Offer the values of a field; ``names`` is the locale key before an option's own id."""
    st.segmented_control(
        label,
        options,
        key=state.bound(field, getattr(selection, field)),
        format_func=lambda option: t(f"{names}_{option}"),
        required=True,
        label_visibility="visible" if titled else "collapsed",
        on_change=state.pick,
        args=(selection, field),
    )
