"""The teacher's desk: a view, how students see it, a link to hand out; a list of such links."""

from functools import partial

import streamlit as st

from app import shell
from app.chosen import chosen
from app.desk import given, lesson, own_examples, told, view
from app.figures.labels import sayable
from app.folds import fold
from app.i18n import ASSETS

st.html(ASSETS / "teach.css")
page = shell.begin("teach", pick=("layer", "head"), above=view.begins)
t, selection = page.t, page.selection
names = sayable(page.line).labels

with shell.guard(t):
    row = chosen(page, pairs=True)
    view.place(page, row, t)
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
    fold(t("worksheet.menu"), "desk_sheet", partial(view.worksheet, page))

with shell.guard(t), st.container(key="desk_examples"):
    own_examples.found(t)
