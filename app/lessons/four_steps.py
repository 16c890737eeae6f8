"""Lesson 3: score, scale, softmax, weighted sum, each guessed before it is shown."""

import numpy as np

from app.i18n import decimals
from app.lessons.bars import Column
from app.lessons.lesson import Lesson, Steps
from app.lessons.quiz import quiz
from app.lessons.walk import SOFTMAX, walk


def scores(lesson: Lesson) -> None:
    """Guess which key fits, see the dot products, then what length does to them."""
    lesson.say("scores")
    marks = dict.fromkeys(token.label for token in lesson.trace.tokens if token.is_special)
    if marks:
        lesson.note("course.marks", names=lesson.t.listed(marks))
    if not quiz(lesson, "largest_score"):
        walk(lesson, "qkv")
        return
    walk(lesson, "qkv", "scores")
    lesson.say("scores_after")
    if quiz(lesson, "longer_key"):
        place = lesson.place
        key = int(np.where(place.seen, place.row("scores"), -np.inf).argmax())
        q, k = place.matrix("q")[place.query], place.matrix("k")[key]
        shown = lengths_shown(q, k)
        lesson.say(
            "scores_length",
            best=("key", lesson.names[key]),
            q_length=("query", shown["q_length"]),
            k_length=("key", shown["k_length"]),
            cosine=shown["cosine"],
            score=shown["score"],
        )


def scale(lesson: Lesson) -> None:
    """Divide by the root of the width of one head."""
    place = lesson.place
    lesson.say("scale", d_head=place.d_head, d_model=lesson.trace.model.d_model)
    if not place.scale_is_root:
        lesson.note("course.other_scale", scale=decimals(place.steps.scale, 4))
    if quiz(lesson, "divide"):
        walk(lesson, "scores", "scaled")
        lesson.say("scale_after")


def softmax(lesson: Lesson) -> None:
    """Guess a ratio of weights, and what a constant changes."""
    lesson.say("softmax")
    if quiz(lesson, "ratio"):
        lesson.say("softmax_after")
        if quiz(lesson, "constant"):
            walk(lesson, "scaled", *SOFTMAX)
            lesson.say("softmax_spoken", **spoken(lesson))


def rows(lesson: Lesson) -> None:
    """See that rows add up to 1 and columns to anything."""
    lesson.say("rows")
    if quiz(lesson, "column"):
        weights = lesson.place.matrix("weights")
        t, n = lesson.t, lesson.trace.n_tokens
        columns = [
            Column(t("course.row_sum"), list(weights.sum(axis=1)), "weight", None),
            Column(t("course.column_sum"), list(weights.sum(axis=0)), "key", None),
        ]
        caption = t("course.sums", n=n)
        lesson.table(columns, caption, sums=True)
        lesson.say("rows_after", n=n)


def mixing(lesson: Lesson) -> None:
    """Shrink each value by its weight and add them up."""
    lesson.say("mixing")
    if quiz(lesson, "product", "z_width"):
        walk(lesson, "weights", "sum")
        values = lesson.place.matrix("v")[lesson.place.by_weight[0]]
        lesson.say("mixing_after", dim=int(np.abs(values).argmax()))


def summary(lesson: Lesson) -> None:
    """Say it all in one line, and send the reader off to another row."""
    lesson.say("summary")
    lesson.say("try")
    lesson.link("steps", lesson.t("course.try_steps"), stage="scores")
    lesson.link("heads", lesson.t("course.try_heads"))


def lengths_shown(q: np.ndarray, k: np.ndarray) -> dict[str, str]:
    """Write a score as two lengths and a cosine, with digits enough to find it on a calculator."""
    q_length, k_length = (float(np.linalg.norm(vector)) for vector in (q, k))
    score = float(q @ k)
    return {
        "q_length": decimals(q_length, 4),
        "k_length": decimals(k_length, 4),
        "cosine": decimals(score / (q_length * k_length), 5),
        "score": decimals(score, 2),
    }


def spoken(lesson: Lesson) -> dict[str, object]:
    """Give the values of the sentence that says a weight in words."""
    weight = float(lesson.place.row("weights")[lesson.place.key])
    return {"weight": ("weight", decimals(weight, 3))}


STEPS: Steps = {
    "scores": scores,
    "scale": scale,
    "softmax": softmax,
    "rows": rows,
    "mixing": mixing,
    "summary": summary,
}
