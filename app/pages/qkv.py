"""Where q, k and v come from: x · W + b, one head cut out, one number taken apart."""

from html import escape
from typing import get_args

import streamlit as st

from app import callbacks, levels, notices, projection, saved_views, saving, shell
from app.chosen import chosen
from app.components.qkv import qkv
from app.i18n import prose
from app.switches import switch
from attention import projection_views
from attention.projection_views import Name

page = shell.begin("qkv", pick=("layer", "head"), parts=True)
t, selection, reading = page.t, page.selection, page.reading
trace, line = reading.trace, page.line
layer, number = selection.layer, selection.head

row = chosen(page)
query, key = row.query, row.key
if levels.lacks(page, "matrices"):
    st.stop()

with shell.guard(t):
    view = projection_views.projection_view(trace, layer, number, selection.matrix)
    role = "query" if selection.matrix == "q" else "key"
    token = getattr(row, role)
    read = line if role == "query" else line.keys
    dim = projection.dimension(view.d_head, selection, t)
    with st.container(key="open_head", horizontal=True, vertical_alignment="center"):
        st.html(f"<h2>{escape(t('heads.open', layer=layer, head=number))}</h2>")
        names = label = "projection.matrix"
        switch("matrix", get_args(Name), selection, t, label=t(label), names=names)
    projection.said(view, read.labels[token], token, t)
    is_four_bit = projection.is_four_bit(selection.model)
    words = projection.words_for(trace, selection.matrix, t)
    qkv(
        view,
        read,
        token,
        dim,
        words,
        n_heads=trace.n_heads,
        on_cell=callbacks.fields(selection, role, "dim"),
        on_head=callbacks.fields(selection, "head"),
        is_four_bit=is_four_bit,
        key="qkv",
    )
    saving.menu(saved_views.projection(page, row, view), t)
    projection.walk_on(selection, t)
    projection.turned(trace, selection, (query, key), line, t)
    projection.alike(trace, selection, (query, key), line, t)
    projection.on_plane(trace, selection, query, line, t)
    with st.expander(t("projection.remember")):
        st.markdown(prose("qkv", t.lang)["remember"])
    notices.caption(t("projection.rounded"))
