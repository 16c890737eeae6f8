"""Ask, let choose, then tell: the numbers open only when an answer is given."""

from dataclasses import replace
from functools import partial
from hashlib import blake2b
from html import escape

import streamlit as st

from app.i18n import Words, decimals, plain
from app.lessons import answers
from app.lessons.answers import Answer
from app.lessons.lesson import Lesson
from app.lessons.markup import lowered
from attention.questions import HeadAt, Number, Question, TokenAt, Value, ask


def quiz(lesson: Lesson, *names: str) -> bool:
    """Ask questions one by one; tell whether all that this sentence allows are answered."""
    asked = [made for name in names if (made := ask(name, lesson.place)) is not None]
    return all(_one(lesson, made) for made in asked)


def _one(lesson: Lesson, asked: Question) -> bool:
    key = _key(lesson, asked)
    answer = answers.given(key)
    if answer is None:
        _form(lesson, asked, key)
        return False
    st.html(_told(lesson, asked, answer))
    return True


def _key(lesson: Lesson, asked: Question) -> str:
    """Name a question with its numbers, so that another sentence asks anew."""
    here = lesson.selection
    place = (asked, here.text, here.model, here.layer, here.head)
    return f"asked_{blake2b(repr(place).encode('utf-8', 'replace'), digest_size=8).hexdigest()}"


def _form(lesson: Lesson, asked: Question, key: str) -> None:
    t = lesson.t
    options = [shown(lesson, asked, choice.value) for choice in asked.choices]
    said = sentence(lesson, asked, "ask")
    with st.form(key, border=True):
        # A label is Markdown, and the question quotes the sentence: it stands above as text.
        st.html(f'<p class="question">{lowered(escape(said))}</p>')
        st.radio(
            t("course.choices"),
            range(len(options)),
            index=None,
            format_func=lambda i: plain(options[i]),
            key=f"{key}_choice",
            label_visibility="collapsed",
        )
        st.text_input(
            t("course.why"), key=f"{key}_words", max_chars=500, placeholder=t("course.why_hint")
        )
        st.form_submit_button(
            t("course.check"), on_click=partial(_take, _possible(lesson, asked), key)
        )


def _possible(lesson: Lesson, asked: Question) -> tuple[Answer, ...]:
    """Give what each choice would be kept as, the reader's own words left open."""
    here = lesson.selection
    place = {"text": here.text, "model": here.model, "layer": here.layer, "head": here.head}
    return tuple(
        Answer(
            lesson=lesson.number,
            question=sentence(lesson, asked, "ask"),
            place=lesson.t("course.place", **place),
            chosen=i,
            said=shown(lesson, asked, choice.value),
            right=shown(lesson, asked, asked.choices[asked.right].value),
            is_right=i == asked.right,
        )
        for i, choice in enumerate(asked.choices)
    )


def _take(possible: tuple[Answer, ...], key: str) -> None:
    """Keep what was chosen; nothing chosen leaves the question open."""
    chosen = st.session_state.get(f"{key}_choice")
    if chosen is not None:
        own_words = st.session_state.get(f"{key}_words", "").strip()
        answers.give(key, replace(possible[chosen], own_words=own_words))


def _told(lesson: Lesson, asked: Question, answer: Answer) -> str:
    """Give the question, the choices with a mark, and the reason for each."""
    t = lesson.t
    verdict = t("course.right" if answer.is_right else "course.wrong")
    items = "".join(
        f'<li class="{"right" if choice.is_right else "wrong"}'
        f'{" chosen" if i == answer.chosen else ""}">'
        f"<strong>{'✓' if choice.is_right else '✗'} "
        f"<bdi>{escape(shown(lesson, asked, choice.value))}</bdi></strong>{_mine(i, answer, t)}"
        f" <span>{lowered(escape(sentence(lesson, asked, f'because_{choice.why}')))}</span></li>"
        for i, choice in enumerate(asked.choices)
    )
    own = f"{t('course.own_words')} {answer.own_words}" if answer.own_words else ""
    words = f'<p class="own">{escape(own)}</p>' if own else ""
    return (
        f'<section class="told" role="status">'
        f'<p class="question">{lowered(escape(answer.question))}</p>'
        f'<p class="verdict">{escape(verdict)}</p>{words}<ul>{items}</ul></section>'
    )


def _mine(i: int, answer: Answer, t: Words) -> str:
    return f" <em>{escape(t('course.yours'))}</em>" if i == answer.chosen else ""


def sentence(lesson: Lesson, asked: Question, part: str) -> str:
    """Give one of a question's sentences with its values put in."""
    values = {name: shown(lesson, asked, value) for name, value in asked.given.items()}
    return lesson.t(f"quiz.{asked.name}.{part}", **values)


def shown(lesson: Lesson, asked: Question, value: Value) -> str:
    """Write a value as a reader sees it."""
    if isinstance(value, Number):
        whole = f"{round(value.value):,}"
        return decimals(value.value, value.places) if value.places else whole
    if isinstance(value, TokenAt):
        return lesson.names[value.index]
    if isinstance(value, HeadAt):
        return lesson.t("course.head", head=value.index)
    values = {
        name: shown(lesson, asked, one)
        for name, one in asked.given.items()
        if isinstance(one, Number | TokenAt)
    }
    return lesson.t(f"quiz.{asked.name}.say_{value.id}", **values)
