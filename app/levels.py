"""What can be shown of a model whose attention is seen from outside only, and what can't."""

from html import escape

import streamlit as st

from app import notices, tables
from app.chosen import Chosen
from app.shell import Page
from attention.errors import Lacking, LevelTooLow


def lacks(page: Page, lacking: Lacking, *, needs: str = "A") -> bool:
    """Say in one sentence what a page can't show of a model; give False where it can."""
    model = page.reading.trace.model
    if model.level <= needs:
        return False
    error = LevelTooLow(notices.model_name(page.selection.model, page.t), model.level, lacking)
    notices.plain(page.t(error.message_key, **error.fields), "note")
    return True


def row(page: Page, chosen: Chosen) -> None:
    """List what is seen of a row: its weights, and what entered the softmax where that is seen."""
    t, line, trace = page.t, page.line, page.reading.trace
    seen = trace.glimpse(page.selection.layer)
    logits = None if seen is None or seen.logits is None else seen.logits[page.selection.head]
    key = "level.row_weights" if logits is None else "level.row"
    said = escape(t(key, query=line.labels[chosen.query]))
    st.html(f'<p class="share">{said}</p>')
    tables.row_table(chosen, line, t, None if logits is None else logits[chosen.query].tolist())
