"""One query token of one head, walked from its input to the layer's output."""

from dataclasses import asdict, replace
from functools import partial

import streamlit as st

from app import callbacks, levels, notices, projection, saved_views, saving, shell
from app.chosen import chosen
from app.components.steps import Walked, steps
from app.worksheets import section
from attention.step_views import step_view

page = shell.begin("steps", pick=("layer", "head"), parts=True)
t, selection, reading = page.t, page.selection, page.reading
trace, line = reading.trace, page.line

row = chosen(page)
if levels.lacks(page, "steps"):
    levels.row(page, row)
    st.stop()

with shell.guard(t):
    numbers = step_view(trace, selection.layer, selection.head, row.query, row.key)
    if selection.stage not in numbers.stages:
        notices.stale_stage(selection.stage, t)
        selection = replace(selection, stage=numbers.stages[0])
    width = numbers.matrices[selection.matrix].shape[-1]
    selection = replace(selection, dim=projection.dimension(width, selection, t))
    at = Walked(
        selection.stage, row.query, row.key, selection.matrix, selection.dim, selection.rows
    )
    start = Walked("x", row.query, 0)
    place = replace(selection, **asdict(start), theme=None, lang="en")
    steps(
        numbers,
        line,
        at,
        repr(place),
        t.group("steps"),
        on_walk=callbacks.read(selection, asdict),
        on_number=callbacks.leave("qkv", selection),
        key="steps",
    )
    with st.container(horizontal=True):
        saving.menu(saved_views.steps(page, row), t)
        section.menu(partial(section.section, page), t)
