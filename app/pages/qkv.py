"""Where q, k and v come from: x · W + b, one head cut out, one number taken apart."""

from html import escape

import streamlit as st

from app import notices, projection, shell, state
from app.choice import top_key
from app.components.qkv import qkv
from app.components.sentence import sentence
from app.i18n import prose
from attention import projection_views, views

page = shell.begin("qkv", pick=("layer", "head"))
t, selection, reading = page.t, page.selection, page.reading
trace, line = reading.trace, reading.line
layer, number, query = selection.layer, selection.head, page.query

head = views.head_map(trace, layer, number)
key = top_key(head.weights, query) if selection.key is None else selection.key

with shell.guard(t):
    row = views.thousandths(head.weights[query], head.masked[query]).tobytes()
    chosen = sentence(line, row, query, key, t.group("sentence"), key="sentence")
    if chosen is not None:
        role, index = chosen
        state.go(selection, **{role: index})

with shell.guard(t):
    view = projection_views.projection_view(trace, layer, number, selection.matrix)
    token = query if selection.matrix == "q" else key
    dim = projection.dimension(view, selection, t)
    with st.container(key="open_head", horizontal=True, vertical_alignment="center"):
        st.html(f"<h2>{escape(t('heads.open', layer=layer, head=number))}</h2>")
        projection.switch(selection, t)
    projection.said(view, line.labels[token], token, t)
    picked = qkv(view, line, token, dim, t.group("qkv"), n_heads=trace.n_heads, key="qkv")
    if picked is not None:
        projection.follow(picked, selection)
    projection.turned(trace, selection, (query, key), line, t)
    projection.on_plane(trace, selection, query, line, t)
    with st.expander(t("projection.remember")):
        st.markdown(prose("qkv", t.lang)["remember"])
    notices.caption(t("projection.rounded"))
