"""One query token of one head, walked from its input to the layer's output."""

from dataclasses import asdict, replace

import streamlit as st

from app import levels, notices, shell, state
from app.chosen import chosen
from app.components.steps import Opened, Walked, steps
from attention.step_views import step_view

page = shell.begin("steps", pick=("layer", "head"))
t, selection, reading = page.t, page.selection, page.reading
trace, line = reading.trace, reading.line

row = chosen(page)
if levels.lacks(page, "steps"):
    levels.row(page, row)
    st.stop()

with shell.guard(t):
    numbers = step_view(trace, selection.layer, selection.head, row.query, row.key)
    if selection.stage not in numbers.stages:
        notices.plain(t("notice.stale_stage", stage=selection.stage), "note")
        selection = replace(selection, stage=numbers.stages[0])
    at = Walked(
        selection.stage, row.query, row.key, selection.matrix, selection.dim, selection.rows
    )
    start = Walked("x", row.query, 0)
    place = replace(selection, **asdict(start), theme=None, lang="en")
    walked = steps(numbers, line, at, repr(place), t.group("steps"), key="steps")
    if isinstance(walked, Opened):
        number = replace(selection, **asdict(walked))
        st.switch_page("app/pages/qkv.py", query_params=number.to_query())
    elif walked is not None:
        state.go(selection, **asdict(walked))
