"""All heads of a model on one sentence, and one of them open."""

from typing import get_args

import streamlit as st

from app import (
    callbacks,
    claim_card,
    finding,
    habit_card,
    notices,
    open_head,
    saved_views,
    saving,
    seen_as,
    shell,
    summaries,
    tables,
)
from app.chosen import chosen
from app.components.grid import grid
from app.examples import caption_of
from app.figures.labels import sayable
from app.folds import fold
from app.i18n import prose
from app.open_head import OpenHead
from app.parsers import View
from app.settings import Settings
from app.switches import switch

page = shell.begin("heads", parts=True)
t, selection, reading = page.t, page.selection, page.reading
trace, line = reading.trace, page.line

row = chosen(page, selection.special, pairs=finding.mode_of(selection) == "link")
short = sayable(line)  # the table and the sentence have room for a word of any length
head = OpenHead(row.head, short, row.query, row.key)

place = (selection.text, selection.model, selection.layer, selection.head, row.query, row.key)
# A caption is about one text alone: read with a second one, its numbers are others.
caption = None if selection.pair else caption_of(place, Settings.from_environ().examples)

with st.container(key="stage"):
    left, right = st.columns(2, gap="large")

with left, shell.guard(t):
    finding.modes(selection, trace, t)
    search = finding.search(reading, selection, row.query, row.key)
    if search.mode == "paint":  # a model of 30 layers would push the board out of sight
        finding.result(search, head, reading, selection, t)
    grid(
        reading.grid,
        short,
        *place[2:],
        t.group("grid"),
        marks=finding.marks(reading, selection, search),
        on_open=callbacks.fields(selection, "layer", "head"),
        on_choice=callbacks.field(selection),
        key="grid",
    )
    saving.menu(saved_views.grid(page), t)
    if search.mode == "link":
        finding.result(search, head, reading, selection, t)
    st.caption(prose("heads", t.lang)["grid"])

with right, shell.guard(t):
    with st.container(key="open_head", horizontal=True, vertical_alignment="center"):
        open_head.title(head, trace.model, t)
        switch("view", get_args(View), selection, t, label=t("heads.view"), names="heads.view")
    seen = seen_as.seen(head, selection, trace.queries, trace.keys)
    figure = open_head.picture(seen, selection, t)
    if selection.view == "map":  # the lines speak for themselves
        open_head.sentence(seen, t)
    with st.container(key="open_head_ways", horizontal=True, vertical_alignment="center"):
        open_head.walk(selection, t)
        saving.menu(saved_views.open_head(page, row, figure), t)
    seen_as.switches(seen, selection, t, trace.queries, trace.keys)
    if caption is not None:
        notices.caption(caption[t.lang])
    claim_card.card(head, selection, t)
    st.caption(prose("heads", t.lang)[selection.view])
    open_head.controls(seen, selection, t)
    habit_card.card(reading, selection, t)
    summaries.summaries(head, reading, t)
    fold(t("heads.table"), "row_table", lambda: tables.row_table(*seen_as.row(seen, line), t))
    if reading.next_tokens:
        tables.next_tokens(reading.next_tokens, t)
        st.caption(prose("heads", t.lang)["next"])
