"""Lesson 7: what attention is not: words, order, meaning in every weight, an explanation, all."""

import numpy as np

from app import notices
from app.i18n import decimals
from app.lessons import measured
from app.lessons.bars import Column, bars, tiny
from app.lessons.lesson import Lesson, Steps
from app.lessons.quiz import quiz
from attention.experiments.order import can_forget_positions
from attention.questions.heads import sink_share, sinks
from attention.trace import Trace

STRONG = 0.3


def pieces(lesson: Lesson) -> None:
    """Count tokens, which are not words."""
    lesson.say("pieces")
    if quiz(lesson, "n_tokens"):
        t, tokens = lesson.t, lesson.trace.tokens
        rows = [t("course.piece_at", label=token.label, piece=token.piece) for token in tokens]
        column = Column(t("course.weight"), lesson.place.row("weights").tolist())
        caption = t("course.pieces", n=len(tokens), query=lesson.query)
        lesson.show(bars(rows, [column], caption, first=t("course.piece"), sums=True))
        lesson.say("pieces_after")


def order(lesson: Lesson) -> None:
    """Shuffle the words with and without positions."""
    lesson.say("order")
    if not can_forget_positions(lesson.trace):
        lesson.say("order_causal")
        lesson.link(
            "course", lesson.t("course.with_encoder"), model="minilm", layer=0, head=0, query=None,
            key=None, lesson=lesson.number, step=2,
        )  # fmt: skip
        return
    if not quiz(lesson, "shuffled"):
        return
    t, place = lesson.t, lesson.place
    without = place.shuffled
    own = measured.shuffled(lesson.trace, place.layer, positions=True)
    at = (place.head, place.query)
    columns = [
        Column(t("course.no_positions"), without.weights[at].tolist()),
        Column(t("course.shuffled"), without.back[at].tolist()),
        Column(t("course.positions"), own.weights[at].tolist()),
        Column(t("course.shuffled"), own.back[at].tolist()),
    ]
    text = " ".join(lesson.line.labels[i] for i in without.order)
    caption = t("course.shuffles", query=lesson.query, text=text)
    lesson.table(columns, caption, sums=True)
    lesson.note("course.not_own")
    lesson.say(
        "order_after",
        without=tiny(without.difference),
        own=decimals(own.difference, 3),
    )


def resting(lesson: Lesson) -> None:
    """See how much attention rests where there is no meaning."""
    lesson.say("resting")
    if not quiz(lesson, "sink"):
        return
    t, trace = lesson.t, lesson.trace
    where = t.listed(dict.fromkeys(lesson.line.labels[i] for i in sinks(trace)))
    query = lesson.row.query if lesson.row.query > 1 else trace.n_tokens - 1
    shares = [
        float(trace.weights(layer)[:, query][:, sinks(trace)].sum(-1).mean())
        for layer in range(trace.n_layers)
    ]
    names = [t("course.layer_at", layer=layer) for layer in range(trace.n_layers)]
    caption = t("course.sink_layers", query=lesson.names[query], where=where)
    lesson.show(bars(names, [Column(t("course.share"), shares)], caption, first=t("course.layer")))
    lesson.say(
        "resting_after",
        where=where,
        share=decimals(sink_share(trace, query), 3),
        **value_lengths(lesson),
    )


def value_lengths(lesson: Lesson) -> dict[str, str]:
    """Give the average length of the values at the sinks of the open layer, and elsewhere."""
    v = lesson.trace.call(lesson.place.layer).v[0].norm(dim=-1).double().mean(dim=0)
    there = v[sinks(lesson.trace)]
    elsewhere = v[[i for i in range(len(v)) if i not in sinks(lesson.trace)]]
    return {
        "there": decimals(float(there.mean()), 3),
        "elsewhere": decimals(float(elsewhere.mean()), 3) if len(elsewhere) else "–",
    }


def explanation(lesson: Lesson) -> None:
    """Rank keys by weight, then by what happens without them."""
    lesson.say("explanation")
    if int(lesson.place.seen.sum()) < 2:
        lesson.note("course.too_short")
        return
    if not quiz(lesson, "effect"):
        return
    t, found = lesson.t, lesson.place.effects
    by_change = sorted(found, key=lambda one: -one.effect)
    columns = [
        Column(t("course.weight"), [one.weight for one in found]),
        Column(t("course.change"), [one.effect for one in found], "ink", None, 3),
        Column(t("course.rank"), [by_change.index(one) + 1.0 for one in found], None, places=0),
    ]
    caption = t("course.effects", query=lesson.query, n=len(found))
    names = [lesson.names[one.key] for one in found]
    lesson.show(bars(names, columns, caption, first=t("course.key")))
    count, total = strong_heads(lesson.trace, lesson.place.query, lesson.place.key)
    lesson.say("explanation_after", count=count, total=total, strong=STRONG)


def strong_heads(trace: Trace, query: int, key: int) -> tuple[int, int]:
    """Count the heads in which a query gives a key a large weight, and all heads."""
    weights = [trace.weights(layer)[:, query, key].numpy() for layer in range(trace.n_layers)]
    every = np.concatenate(weights)
    return int((every >= STRONG).sum()), len(every)


def rest(lesson: Lesson) -> None:
    """Put the attention output beside the residual it is added to."""
    lesson.say("rest")
    t, place = lesson.t, lesson.place
    chosen = lesson.selection
    known = measured.lengths(lesson.trace.model.id, chosen.text, place.query, lesson.trace)
    if known is None:
        lesson.note("course.no_residual", model=notices.model_name(chosen.model, t))
        return
    most = max(one.residual for one in known)
    columns = [
        Column(t("course.attention_length"), [one.attention for one in known], "ink", most, 2),
        Column(t("course.residual_length"), [one.residual for one in known], "ink", most, 2),
    ]
    names = [t("course.layer_at", layer=layer) for layer in range(len(known))]
    caption = t("course.lengths", query=lesson.query)
    lesson.show(bars(names, columns, caption, first=t("course.layer"), chosen=(place.layer,)))
    lesson.say("rest_after")


def summary(lesson: Lesson) -> None:
    """Sum up the course, and go on."""
    lesson.say("summary")
    lesson.say("try")
    lesson.link("heads", lesson.t("course.try_rescale"), special="rescale")
    place = lesson.place
    lesson.link("what_if", lesson.t("course.try_what_if"), off=((place.layer, place.head),))


STEPS: Steps = {
    "pieces": pieces,
    "order": order,
    "resting": resting,
    "explanation": explanation,
    "rest": rest,
    "summary": summary,
}
