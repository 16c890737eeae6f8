"""All heads of one layer for one token: split, attend, concat, W_O, and the sum checked."""

import streamlit as st

from app import callbacks, head_count, levels, notices, saved_views, saving, shell
from app.chosen import chosen
from app.components.many_heads import many_heads
from app.i18n import prose
from attention import head_views

page = shell.begin("many_heads", pick=("layer",), parts=True)
t, selection, reading = page.t, page.selection, page.reading
trace, line, layer = reading.trace, page.line, selection.layer
texts = prose("many_heads", t.lang)

row = chosen(page)

lacks = levels.lacks(page, "output")
with shell.guard(t):
    if not lacks and head_views.has_output_projection(trace, layer):
        view = head_views.many_heads(trace, layer, row.query)
        words = t.group("many_heads")
        many_heads(
            view,
            line,
            selection.head,
            words,
            on_open=callbacks.fields(selection, "head"),
            key="many_heads",
        )
        with st.container(horizontal=True):
            for name, label in (("heads", "concat.open"), ("steps", "concat.walk")):
                shell.way(name, t(label, layer=layer, head=selection.head), selection)
            saving.menu(saved_views.layer(page, row), t)
        st.caption(texts["after"])
        st.caption(texts["lengths"])
    elif not lacks:
        name = notices.model_name(selection.model, t)
        notices.plain(t("concat.missing", model=name, layer=layer), "note")

with shell.guard(t), st.container(key="head_count"):
    head_count.title(t)
    st.caption(texts["count"])
    left, right = st.columns(2, gap="large")
    with left:
        head_count.paper(len(trace.queries), t)
    with right:
        # Without its keys the sizes of its matrices are not known; across, two lengths would count.
        if not lacks and not trace.is_cross:
            head_count.own(trace.model, len(trace.queries), t)
    st.caption(texts["grows"])
    if trace.model.n_kv_heads < trace.model.n_heads:
        st.caption(texts["grouped"])
