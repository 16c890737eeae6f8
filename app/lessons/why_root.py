"""Lesson 4: why scores are divided by √d_k, on random numbers and then on the reader's row."""

from math import log2, sqrt

import streamlit as st

from app import head_count, state
from app.figures.histogram import ridge, ridges
from app.i18n import decimals
from app.lessons.bars import Column, bars, visible
from app.lessons.lesson import Lesson, Steps
from app.lessons.quiz import quiz
from app.switches import switch
from attention.experiments.random_scores import N_KEYS, N_PAIRS, N_ROWS, SIZES, saturation
from attention.experiments.random_scores import spread as spread_of
from attention.questions.scaling import without_scale

DRAWN = {4, 16, 64, 256, 1024}
REACH = 100.0
VARIANCE_PLACES = 3  # enough for a calculator to find its root and its share as shown


def spread(lesson: Lesson) -> None:
    """Guess how wide random scores spread, then draw them."""
    lesson.say("spread")
    if not quiz(lesson, "spread"):
        return
    t, seed = lesson.t, lesson.selection.seed
    found = [spread_of(d_k, seed) for d_k in SIZES]
    rows = [
        (
            t("course.ridge", d_k=one.d_k, variance=decimals(one.variance, 1)),
            ridge(one.scores, REACH, t("course.ridge_alt", d_k=one.d_k, n=N_PAIRS)),
        )
        for one in found
        if one.d_k in DRAWN | {lesson.place.d_head}
    ]
    axis = (decimals(-REACH, 0), "q · k = 0", decimals(REACH, 0))
    lesson.show(ridges(rows, axis, t("course.ridges", n=f"{N_PAIRS:,}")))
    columns = [
        Column(t("course.variance"), [one.variance for one in found], None, 1.0, VARIANCE_PLACES),
        Column(t("course.deviation"), [sqrt(one.variance) for one in found], None, places=2),
        Column("√dₖ", [sqrt(one.d_k) for one in found], None, places=2),
        Column(t("course.divided"), [one.variance / one.d_k for one in found], "ink", None, 3),
    ]
    names = [str(one.d_k) for one in found]
    lesson.show(bars(names, columns, t("course.spread_table", n=f"{N_PAIRS:,}"), first="dₖ"))
    again(lesson)
    lesson.say("spread_after")


def softness(lesson: Lesson) -> None:
    """See softmax become all or nothing as scores spread."""
    lesson.say("softness", n_keys=N_KEYS, even=decimals(1 / N_KEYS, 4))
    t, found = lesson.t, [saturation(d_k, lesson.selection.seed) for d_k in SIZES]
    most = log2(N_KEYS)
    entropies = [one.raw.entropy for one in found], [one.scaled.entropy for one in found]
    columns = [
        Column(t("course.largest_raw"), [one.raw.largest for one in found], places=3),
        Column(t("course.largest_scaled"), [one.scaled.largest for one in found], places=3),
        Column(t("course.entropy_raw"), entropies[0], "ink", most, 2),
        Column(t("course.entropy_scaled"), entropies[1], "ink", most, 2),
    ]
    caption = t("course.softness_table", rows=N_ROWS, keys=N_KEYS)
    lesson.show(bars([str(one.d_k) for one in found], columns, caption, first="dₖ"))
    again(lesson)
    first, last = found[0].raw, found[-1].raw
    lesson.say(
        "softness_after",
        small=decimals(first.largest, 3),
        large=decimals(last.largest, 3),
        bits=decimals(last.entropy, 2),
        most=decimals(most, 0),
    )


def gradient(lesson: Lesson) -> None:
    """See how little is left to learn from where softmax is all or nothing."""
    lesson.say("gradient")
    t, found = lesson.t, [saturation(d_k, lesson.selection.seed) for d_k in SIZES]
    columns = [
        Column(t("course.gradient_raw"), [one.raw.gradient for one in found], "ink", 0.25, 3),
        Column(t("course.gradient_scaled"), [one.scaled.gradient for one in found], "ink", 0.25, 3),
    ]
    caption = t("course.gradient_table", rows=N_ROWS, keys=N_KEYS)
    lesson.show(bars([str(one.d_k) for one in found], columns, caption, first="dₖ"))
    last = found[-1]
    lesson.say(
        "gradient_after",
        d_k=last.d_k,
        raw=decimals(last.raw.gradient, 3),
        scaled=decimals(last.scaled.gradient, 3),
    )


def live(lesson: Lesson) -> None:
    """Switch the division off in the reader's own row."""
    lesson.say("live")
    place, t = lesson.place, lesson.t
    if not (place.is_plain and place.scale_is_root):
        lesson.note("course.other_scale", scale=decimals(place.steps.scale, 4))
        return
    if not quiz(lesson, "unscaled"):
        return
    options = ("model", "none")
    label = t("course.scale")
    switch("scale", options, lesson.selection, t, label=label, names="course.scale", titled=True)
    off = lesson.selection.scale == "none"
    seen = place.seen
    numbers = place.row("scores" if off else "scaled")
    weights = without_scale(place) if off else place.row("weights")
    columns = [
        Column(t("course.enters"), visible(numbers, seen), None, places=3),
        Column(t("course.weight"), visible(weights, seen)),
    ]
    caption = t("course.live_none" if off else "course.live_model", query=lesson.query)
    lesson.table(columns, caption)
    if off:
        lesson.note("course.only_here")
    lesson.say("live_after")


def divisor(lesson: Lesson) -> None:
    """Tell the width of a head from that of the whole vector."""
    model = lesson.trace.model
    lesson.say("divisor", n_heads=model.n_heads, d_model=model.d_model, d_head=model.d_head)
    if quiz(lesson, "divisor"):
        with st.container(key="head_count"):
            head_count.own(model, lesson.trace.n_tokens, lesson.t)
        lesson.say("divisor_after", d_head=model.d_head)


def summary(lesson: Lesson) -> None:
    """Say why, and where to try it."""
    lesson.say("summary")
    lesson.say("try")
    lesson.link("steps", lesson.t("course.try_scaled"), stage="scaled")
    lesson.link("what_if", lesson.t("course.try_what_if"), scale="none")
    lesson.link("many_heads", lesson.t("course.try_count"))


def again(lesson: Lesson) -> None:
    """Offer another draw; the link keeps which."""
    seed = lesson.selection.seed
    st.button(
        lesson.t("course.again", seed=seed),
        key="again",
        on_click=state.change,
        args=(lesson.selection,),
        kwargs={"seed": (seed + 1) % 1000},
    )


STEPS: Steps = {
    "spread": spread,
    "softness": softness,
    "gradient": gradient,
    "live": live,
    "divisor": divisor,
    "summary": summary,
}
