"""What a student answered: kept for this visit only, and hers to take along."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

import streamlit as st

from app.i18n import ASSETS, Words

ANSWERS = "answers"


@dataclass(frozen=True)
class Answer:
    """Hold one answer as it was read and given."""

    lesson: int
    question: str
    place: str
    chosen: int
    said: str
    right: str
    is_right: bool
    own_words: str = ""


def given(key: str) -> Answer | None:
    """Give the answer to a question of this visit."""
    return _all().get(key)


def give(key: str, answer: Answer) -> None:
    """Keep an answer until the page is closed."""
    st.session_state[ANSWERS] = {**_all(), key: answer}


def every() -> list[Answer]:
    """Give all answers of this visit, lesson by lesson."""
    return sorted(_all().values(), key=lambda answer: answer.lesson)


def _all() -> dict[str, Answer]:
    return st.session_state.get(ANSWERS, {})


def as_page(answers: Sequence[Answer], t: Words) -> bytes:
    """Write answers as a page that can be printed, handed in and read without this app."""
    style = (ASSETS / "answers.css").read_text(encoding="utf-8")
    n_right = sum(answer.is_right for answer in answers)
    score = t("course.score", n=len(answers), right=n_right)
    body = "".join(_told(answer, t) for answer in answers)
    title = escape(t("course.export_title"))
    return (
        f'<!doctype html>\n<html lang="{t.lang}"><head><meta charset="utf-8">'
        f"<title>{title}</title><style>{style}</style></head><body><h1>{title}</h1>"
        f'<p class="name">{escape(t("worksheet.name"))}<i></i></p>'
        f"<p><strong>{escape(score)}</strong></p>{body}</body></html>\n"
    ).encode()


def _told(answer: Answer, t: Words) -> str:
    lines = [
        (t("course.you_said"), answer.said),
        (t("course.answer"), answer.right),
        *([(t("course.own_words"), answer.own_words)] if answer.own_words else []),
    ]
    items = "".join(
        f"<dt>{escape(name)}</dt><dd><bdi>{escape(said)}</bdi></dd>" for name, said in lines
    )
    verdict = escape(t("course.right" if answer.is_right else "course.wrong"))
    return (
        f"<section><h2>{escape(t('course.lesson', n=answer.lesson))}</h2>"
        f'<p class="place">{escape(answer.place)}</p><p>{escape(answer.question)}</p>'
        f"<p><strong>{'✓' if answer.is_right else '✗'} {verdict}</strong></p>"
        f"<dl>{items}</dl></section>"
    )
