"""All heads of a model on one sentence, and one of them open."""

import streamlit as st

from app import notices, open_head, shell, state, tables
from app.choice import top_key
from app.components.grid import grid
from app.components.sentence import sentence
from app.examples import caption_of
from app.i18n import prose
from app.open_head import OpenHead
from app.settings import Settings
from attention import views

page = shell.begin("heads")
t, selection, reading = page.t, page.selection, page.reading
trace, line = reading.trace, reading.line

view = views.head_map(trace, selection.layer, selection.head, selection.special)
key = top_key(view.weights, page.query) if selection.key is None else selection.key
head = OpenHead(view, line, page.query, key)

place = (selection.text, selection.model, selection.layer, selection.head, head.query, key)
caption = caption_of(place, Settings.from_environ().examples)

with shell.guard(t):
    row = views.thousandths(view.weights[head.query], view.masked[head.query]).tobytes()
    chosen = sentence(line, row, head.query, key, t.group("sentence"), key="sentence")
    if chosen is not None:
        role, index = chosen
        state.go(selection, **{role: index})

with st.container(key="stage"):
    left, right = st.columns(2, gap="large")

with left, shell.guard(t):
    opened = grid(reading.grid, line, *place[2:], t.group("grid"), key="grid")
    if opened is not None:
        layer, number = opened
        state.go(selection, layer=layer, head=number)
    st.caption(prose("heads", t.lang)["grid"])

with right, shell.guard(t):
    with st.container(key="open_head", horizontal=True, vertical_alignment="center"):
        open_head.title(head, trace.model, t)
        open_head.switch(selection, t)
    open_head.picture(head, selection, t)
    if selection.view == "map":  # the lines speak for themselves
        open_head.sentence(head, t)
    open_head.walk(selection, t)
    if caption is not None:
        notices.caption(caption[t.lang])
    st.caption(prose("heads", t.lang)[selection.view])
    open_head.controls(head, selection, t)
    with st.expander(t("heads.table")):
        total = float(view.weights[head.query].astype(float).sum())
        tables.row_table(views.row_table(view, line, head.query), key, total, t)
    if reading.next_tokens:
        tables.next_tokens(reading.next_tokens, t)
        st.caption(prose("heads", t.lang)["next"])
