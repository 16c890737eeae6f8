"""One head before and after a change of the running model, and what follows from it."""

import json
from functools import partial

import streamlit as st

from app import (
    callbacks,
    changes,
    claims,
    consequences,
    experiments,
    levels,
    notices,
    runs,
    saved_views,
    saving,
    shell,
)
from app.chosen import chosen
from app.components.what_if import what_if
from app.effect_lists import effect_lists
from app.figures.labels import sayable
from app.folds import fold
from app.i18n import prose
from attention import what_if_views

page = shell.begin("what_if", pick=("layer", "head"))
t, reading = page.t, page.reading
before, line = reading.trace, page.line
short = sayable(line)
texts = prose("what_if", t.lang)

row = chosen(page)
if levels.lacks(page, "what_if", needs="B"):
    st.stop()
selection, wrong = changes.fitted(page.selection, before)
notices.of_switches(wrong, t)

st.caption(texts["lead"])
with shell.guard(t):
    experiments.presets(selection, reading, short, t)
    experiments.switches(selection, before, short, t)
    levels.lacks(page, "scale")
    if before.model.is_causal:
        levels.lacks(page, "ahead")

after = None
with shell.guard(t):
    wanted = changes.what_if_of(selection)
    after = runs.changed(reading, wanted) if wanted else before
if after is None:  # nothing below may pass the old numbers off as the changed run's
    notices.plain(t("change.failed"), "note")
    st.stop()

with shell.guard(t):
    view = what_if_views.head_change(before, after, selection.layer, selection.head, row.query)
    consequences.spoken(view, after.what_if, selection, short, row.key, t)
    consequences.remarks(view, before, after, selection, short, t)
    stamp = json.dumps(after.what_if.changes())
    hides = claims.hides(after.what_if, selection.layer)
    hidden = after.what_if.block if hides else frozenset[int]()
    words = t.group("what_if")
    what_if(
        view,
        short,
        row.key,
        hidden,
        stamp,
        words,
        on_pick=callbacks.fields(selection, "query", "key"),
        key="what_if",
    )
    saving.menu(saved_views.changed(page, row, after), t)
    st.caption(texts["numbers"])

with shell.guard(t), st.container(key="outcome"):
    left, right = st.columns(2, gap="large")
    with left:
        consequences.outcome(before, after, t)
    with right:
        consequences.redundancy(view, before, after, selection, short, t)

with shell.guard(t), st.container(key="effects"):
    effect_lists(before, row, selection, short, t)

with shell.guard(t):
    draw = partial(consequences.expected, before, selection, row.query, t)
    fold(t("change.expected"), "expected", draw)
