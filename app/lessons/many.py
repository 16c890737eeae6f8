"""Lesson 5: split, attend, concat, W_O, with the heads of one layer of the real model."""

import streamlit as st
import torch

from app import head_count, notices
from app.components.many_heads import many_heads
from app.i18n import decimals
from app.lessons.bars import Column, bars, tiny
from app.lessons.lesson import Lesson, Steps
from app.lessons.quiz import quiz
from attention import head_views
from attention.trace import Trace


def split(lesson: Lesson) -> None:
    """Cut the columns of x · W, not the vector x."""
    model, place = lesson.trace.model, lesson.place
    facts = {"n_heads": model.n_heads, "d_model": model.d_model, "d_head": place.d_head}
    lesson.say("split", **facts)
    if not quiz(lesson, "concat"):
        return
    error = two_ways(lesson.trace, place.layer, place.head)
    lesson.say("split_paper", **facts)
    if error is not None:
        lesson.say("split_after", error=tiny(error), **facts)


def two_ways(trace: Trace, layer: int, head: int) -> float | None:
    """Give the difference between cutting x · W_Q and multiplying x with the head's own columns."""
    x, W_q = trace.call(layer).x, trace.projection(layer).W_q
    if x is None or W_q is None or W_q.shape[0] != x.shape[-1]:
        return None
    width = W_q.shape[1] // trace.n_heads
    columns = slice(head * width, (head + 1) * width)
    with torch.inference_mode():
        return float(((x[0] @ W_q)[:, columns] - x[0] @ W_q[:, columns]).abs().max())


def attend(lesson: Lesson) -> None:
    """See what the heads of one layer do for the same token."""
    lesson.say("attend", layer=lesson.selection.layer)
    t, place = lesson.t, lesson.place
    weights = lesson.trace.weights(place.layer)[:, place.query]
    top = weights.argmax(dim=-1).tolist()
    names = [t("course.head_to", head=head, key=lesson.names[key]) for head, key in enumerate(top)]
    columns = [Column(t("course.top_weight"), weights.amax(dim=-1).tolist())]
    caption = t("course.heads_of", layer=place.layer, query=lesson.query)
    lesson.show(bars(names, columns, caption, first=t("course.head_and_key"), chosen=(place.head,)))
    lesson.say("attend_after", n=len(set(top)))
    lesson.link("heads", t("course.try_heads"))


def mix(lesson: Lesson) -> None:
    """Let W_O mix the heads; the longest need not be the surest."""
    lesson.say("mix")
    place, t = lesson.place, lesson.t
    if not head_views.has_output_projection(lesson.trace, place.layer):
        name = notices.model_name(lesson.selection.model, t)
        lesson.note("concat.missing", model=name, layer=place.layer)
        return
    if quiz(lesson, "longest"):
        view = head_views.many_heads(lesson.trace, place.layer, place.query)
        many_heads(view, lesson.line, place.head, t.group("many_heads"), key="lesson_heads")
        lesson.say("mix_after", error=tiny(view.error))


def cost(lesson: Lesson) -> None:
    """See that more heads cost no more."""
    lesson.say("cost")
    if quiz(lesson, "same_size"):
        with st.container(key="head_count"):
            head_count.own(lesson.trace.model, lesson.trace.n_tokens, lesson.t)
        lesson.say("cost_after")


def summary(lesson: Lesson) -> None:
    """Sum up, and open all heads at once."""
    lesson.say("summary")
    length = decimals(float(lesson.place.steps.output[lesson.place.query].norm()), 3)
    lesson.say("try", length=length)
    lesson.link("many_heads", lesson.t("course.try_many"))


STEPS: Steps = {"split": split, "attend": attend, "mix": mix, "cost": cost, "summary": summary}
