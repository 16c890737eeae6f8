"""Seven lessons on the reader's own sentence: predict first, then see the model's numbers."""

from functools import partial

import streamlit as st

from app import callbacks, levels, notices, shell
from app.chosen import chosen
from app.components.lesson_rail import lesson_rail
from app.fitting import Stale
from app.i18n import ASSETS
from app.lessons import course
from app.lessons.lesson import Lesson, title

FRESH = {"stage": "x", "rows": "row", "matrix": "q", "dim": 0}  # a new step opens its own picture

page = shell.begin("course", pick=("layer", "head"), one_text=True)
t, selection = page.t, page.selection
st.html(ASSETS / "course.css")

row = chosen(page, weights=False)
if levels.lacks(page, "lessons"):
    st.stop()
lesson = Lesson(selection.lesson, page, row)
steps = course.LESSONS[lesson.number]
names = tuple(steps)
# A step of 0 is the last one, where one comes back from the lesson after.
step = len(names) if selection.step == 0 else min(selection.step, len(names))
if step < selection.step:
    notices.of_stale(Stale("step", selection.step, step), selection.model, t)
lessons = [title(number, "title", t) for number in course.LESSONS]
titles = [title(lesson.number, name, t) for name in names]

rail = partial(
    lesson_rail,
    lesson.number,
    step,
    lessons,
    titles,
    t.group("lesson_rail"),
    on_go=callbacks.fields(selection, "lesson", "step", **FRESH),
)

with shell.guard(t):
    rail(key="lesson_rail")

with st.container(key="lesson"), shell.guard(t):
    course.heading(lesson, names[step - 1])
    steps[names[step - 1]](lesson)
    course.take_along(t)

with shell.guard(t):
    rail(is_end=True, key="lesson_end")
