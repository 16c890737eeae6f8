"""The seven lessons in order, and what stands around every step."""

from collections.abc import Mapping
from functools import partial
from html import escape

import streamlit as st

from app.i18n import Words
from app.lessons import (
    answers,
    ask_and_answer,
    four_steps,
    limits,
    many,
    two_kinds,
    why_not_rnn,
    why_root,
)
from app.lessons.lesson import Lesson, Steps, title
from app.lessons.markup import lowered

LESSONS: Mapping[int, Steps] = {
    1: why_not_rnn.STEPS,
    2: ask_and_answer.STEPS,
    3: four_steps.STEPS,
    4: why_root.STEPS,
    5: many.STEPS,
    6: two_kinds.STEPS,
    7: limits.STEPS,
}


def heading(lesson: Lesson, step: str) -> None:
    """Name the lesson and the step; a lesson begins with its goal."""
    t = lesson.t
    over = t("course.over", n=lesson.number, title=title(lesson.number, "title", t))
    st.html(
        f'<header class="prose"><p class="over">{escape(over)}</p>'
        f"<h1>{lowered(escape(title(lesson.number, step, t)))}</h1></header>"
    )
    if step == next(iter(LESSONS[lesson.number])):
        st.html(f'<p class="goal"><strong>{escape(t("course.goal"))}</strong></p>')
        lesson.say("goal")


def take_along(t: Words) -> None:
    """Offer what was answered so far as a file; it is kept nowhere else."""
    given = answers.every()
    if not given:
        return
    n_right = sum(answer.is_right for answer in given)
    st.html(f'<p class="aside">{escape(t("course.kept", n=len(given), right=n_right))}</p>')
    st.download_button(
        t("course.export"),
        partial(answers.as_page, given, t),
        file_name="attention-answers.html",
        mime="text/html",
        on_click="ignore",
        key="export_answers",
    )
