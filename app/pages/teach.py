"""The teacher's desk: a view, how students see it, a link to hand out; a list of such links."""

from html import escape

import streamlit as st

from app import shell
from app.chosen import chosen
from app.desk import given, lesson, own_examples, told, view
from app.figures.labels import sayable
from app.i18n import ASSETS
from app.worksheets import section
from attention.step_views import step_view

st.html(ASSETS / "teach.css")
page = shell.begin("teach", pick=("layer", "head"), above=view.begins)
t, selection, trace = page.t, page.selection, page.reading.trace
names = sayable(page.line).labels

with shell.guard(t):
    row = chosen(page, pairs=True)
    stages = step_view(trace, selection.layer, selection.head, row.query, row.key).stages
    view.place(selection, stages, t)
    kind = "teach.own_settings" if given.page(selection) == "from_scratch" else "teach.pick"
    st.caption(t(kind))

    view.step(2, t("teach.step_looks"))
    view.looks(selection, t)
    said = told.students_see(selection, (names[row.query], names[row.key]), t)
    st.html(f'<p class="spoken preview" role="status">{said}</p>')

    view.step(3, t("teach.step_hand_out"))
    lesson.hand_out(selection, t)

with shell.guard(t), st.container(key="desk_list"):
    lesson.prepare(selection, t)

with shell.guard(t), st.container(key="desk_worksheet"):
    st.html(f'<h2 class="desk-step">{escape(t("worksheet.menu"))}</h2>')
    section.section(page)

with shell.guard(t), st.container(key="desk_examples"):
    own_examples.found(t)
