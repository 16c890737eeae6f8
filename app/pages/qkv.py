"""Where q, k and v come from: x · W + b, one head cut out, one number taken apart."""

from html import escape
from typing import get_args

import streamlit as st

from app import levels, notices, projection, shell
from app.chosen import chosen
from app.components.qkv import qkv
from app.i18n import prose
from app.switches import switch
from attention import projection_views
from attention.projection_views import Name

page = shell.begin("qkv", pick=("layer", "head"))
t, selection, reading = page.t, page.selection, page.reading
trace, line = reading.trace, reading.line
layer, number = selection.layer, selection.head

row = chosen(page)
query, key = row.query, row.key
if levels.lacks(page, "matrices"):
    st.stop()

with shell.guard(t):
    view = projection_views.projection_view(trace, layer, number, selection.matrix)
    token = query if selection.matrix == "q" else key
    dim = projection.dimension(view, selection, t)
    with st.container(key="open_head", horizontal=True, vertical_alignment="center"):
        st.html(f"<h2>{escape(t('heads.open', layer=layer, head=number))}</h2>")
        names = label = "projection.matrix"
        switch("matrix", get_args(Name), selection, t, label=t(label), names=names)
    projection.said(view, line.labels[token], token, t)
    projection.walk_on(selection, t)
    is_four_bit = projection.is_four_bit(selection.model)
    words = t.group("qkv")
    picked = qkv(
        view, line, token, dim, words, n_heads=trace.n_heads, is_four_bit=is_four_bit, key="qkv"
    )
    if picked is not None:
        projection.follow(picked, selection)
    projection.turned(trace, selection, (query, key), line, t)
    projection.on_plane(trace, selection, query, line, t)
    with st.expander(t("projection.remember")):
        st.markdown(prose("qkv", t.lang)["remember"])
    notices.caption(t("projection.rounded"))
