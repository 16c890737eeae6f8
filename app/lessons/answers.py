"""What a student answered: kept for this visit only, and hers to take along."""

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from app.i18n import Words

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


def as_markdown(answers: Sequence[Answer], t: Words) -> str:
    """Write answers as a text that can be handed in."""
    parts = [f"# {t('course.export_title')}"]
    for answer in answers:
        verdict = t("course.right" if answer.is_right else "course.wrong")
        lines = [
            f"## {t('course.lesson', n=answer.lesson)}",
            answer.place,
            f"**{answer.question}**",
            f"- {t('course.you_said')} {answer.said} ({verdict})",
            f"- {t('course.answer')} {answer.right}",
        ]
        if answer.own_words:
            lines.append(f"- {t('course.own_words')} {answer.own_words}")
        parts.append("\n\n".join(lines[:3]) + "\n\n" + "\n".join(lines[3:]))
    return "\n\n".join(parts) + "\n"
