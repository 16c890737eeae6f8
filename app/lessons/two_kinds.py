"""Lesson 6: masks, encoders and causal models, and a temperature that is not the scale."""

from typing import Literal

import numpy as np
import streamlit as st

from app import state, tables
from app.i18n import decimals
from app.lessons.bars import Column
from app.lessons.board import mask_board
from app.lessons.lesson import Lesson, Steps
from app.lessons.quiz import quiz
from attention.experiments.masking import causal_row, nothing_to_see
from attention.experiments.temperature import next_tokens, row_at
from attention.questions.masks import half_masked

DRAWN = 16  # tokens of a board

TEMPERATURES = (0.5, 1.0, 2.0, 4.0)  # an address may name any


def kinds(lesson: Lesson) -> None:
    """See who may look at whom in the two kinds of model."""
    lesson.say("kinds")
    if not quiz(lesson, "keys_seen"):
        return
    lesson.show(mask_board(lesson.names[:DRAWN], lesson.row.query, lesson.t))
    own = "kinds_causal" if lesson.trace.model.is_causal else "kinds_encoder"
    lesson.say(own)
    if quiz(lesson, "pairs"):
        lesson.say("kinds_after")


def before(lesson: Lesson) -> None:
    """Mask before softmax, and after it on purpose."""
    lesson.say("before")
    row = next(half_masked(lesson.place), None) or causal_row(lesson.place.steps, lesson.row.query)
    if not quiz(lesson, "right_way", "wrong_sum"):
        return
    t, query = lesson.t, lesson.names[row.query]
    columns = [
        Column(t("course.unmasked"), row.free.tolist()),
        Column(t("course.mask_before"), row.before.tolist()),
        Column(t("course.mask_after"), row.after.tolist()),
    ]
    caption = t("course.masked_row", query=query)
    lesson.table(columns, caption, sums=True)
    lesson.note("course.only_row")
    lesson.say("before_after", left=decimals(row.left, 3))


def nothing(lesson: Lesson) -> None:
    """Mask a whole row, with −∞ and with −10⁹."""
    lesson.say("nothing")
    t, found = lesson.t, nothing_to_see(lesson.place.steps, lesson.row.query)
    columns = [
        Column(t("course.infinite"), found.infinite.tolist(), None),
        Column(t("course.huge"), found.huge.tolist()),
        Column(t("course.zeroed"), found.zeroed.tolist()),
    ]
    caption = t("course.all_masked", query=lesson.query)
    lesson.table(columns, caption, sums=True)
    lesson.say("nothing_after", share=decimals(1 / lesson.trace.n_tokens, 4))


def temperature(lesson: Lesson) -> None:
    """Keep apart the scale inside attention and the temperature of sampling."""
    lesson.say("temperature")
    t, place = lesson.t, lesson.place
    warmth = dial(lesson, "temperature")
    columns = [
        Column(t("course.own_row"), place.row("weights").tolist()),
        Column(
            t("course.warm_row", value=f"{warmth:g}"),
            row_at(place.steps, place.query, warmth).tolist(),
        ),
    ]
    caption = t("course.warm", query=lesson.query)
    lesson.table(columns, caption)
    lesson.note("course.only_here_temperature")
    lesson.say("temperature_sampling")
    if not lesson.trace.model.is_causal:
        lesson.note("course.no_next")
        lesson.link(
            "course", t("course.with_smollm2"), model="smollm2", layer=0, head=0, query=None,
            key=None, lesson=lesson.number, step=4,
        )  # fmt: skip
        return
    with st.container(key="sampling_box"):
        tables.next_tokens(next_tokens(lesson.trace, dial(lesson, "sampling")), t)
    lesson.say("temperature_after")


def dial(lesson: Lesson, field: Literal["temperature", "sampling"]) -> float:
    """Offer some temperatures; give the chosen one, which a link may set to any above 0."""
    chosen = getattr(lesson.selection, field)
    st.segmented_control(
        lesson.t(f"course.{field}"),
        TEMPERATURES,
        key=state.bound(field, chosen if chosen in TEMPERATURES else None),
        format_func=lambda value: f"{value:g}",
        required=chosen in TEMPERATURES,
        on_change=state.pick,
        args=(lesson.selection, field),
    )
    return chosen


def summary(lesson: Lesson) -> None:
    """Sum up, and look at a causal map."""
    lesson.say("summary")
    lesson.say("try", n_masked=int(np.sum(~lesson.place.seen)))
    lesson.link("steps", lesson.t("course.try_mask"), stage="mask", temperature=1.0)
    lesson.link(
        "heads", lesson.t("course.try_causal"), model="smollm2", layer=0, head=0, query=None,
        key=None, temperature=1.0,
    )  # fmt: skip


STEPS: Steps = {
    "kinds": kinds,
    "before": before,
    "nothing": nothing,
    "temperature": temperature,
    "summary": summary,
}
