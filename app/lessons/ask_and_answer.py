"""Lesson 2: who asks, who answers, what is passed on; what is learned and what is computed."""

from app import runs, shell
from app.i18n import decimals
from app.lessons.bars import Column, bars
from app.lessons.lesson import Lesson, Steps
from app.lessons.quiz import quiz
from app.lessons.walk import walk
from app.settings import Settings
from attention.trace import Trace

SHOWN = 4  # numbers of W that are quoted


def roles(lesson: Lesson) -> None:
    """Meet the three roles that every token plays."""
    lesson.say("roles")
    walk(lesson, "x")
    lesson.say("roles_after")


def vectors(lesson: Lesson) -> None:
    """Make q, k and v of one x."""
    lesson.say("vectors")
    if quiz(lesson, "width"):
        walk(lesson, "qkv")
        model = lesson.trace.model
        lesson.say("vectors_after", d_model=model.d_model, d_head=lesson.place.d_head)


def mirror(lesson: Lesson) -> None:
    """Exchange who asks and who answers."""
    lesson.say("mirror")
    if quiz(lesson, "mirror"):
        t, place = lesson.t, lesson.place
        scores = place.matrix("scores")[place.query, :], place.matrix("scores")[:, place.query]
        columns = [
            Column(t("course.asks", query=lesson.query), scores[0].tolist(), None, places=3),
            Column(t("course.asked", query=lesson.query), scores[1].tolist(), None, places=3),
        ]
        caption = t("course.mirror", query=lesson.query)
        lesson.table(columns, caption)
        lesson.say("mirror_after")


def learned(lesson: Lesson) -> None:
    """Change the sentence and see what stays."""
    lesson.say("learned")
    if not quiz(lesson, "learned"):
        return
    other = shorter(lesson)
    W_q = lesson.trace.projection(lesson.selection.layer).W_q
    if other is not None and W_q is not None:
        lesson.show(both(lesson, other, [float(x) for x in W_q[0, :SHOWN]]))
    lesson.say("learned_after")


def both(lesson: Lesson, other: Trace, quoted: list[float]) -> str:
    """Put the numbers of two sentences side by side: those of W, and those of a row."""
    t, place = lesson.t, lesson.place
    W_q = other.projection(lesson.selection.layer).W_q
    again = [] if W_q is None else [float(x) for x in W_q[0, :SHOWN]]
    query = min(place.query, other.n_tokens - 2)
    rows = [
        run.steps(place.layer, place.head).weights[query].tolist() for run in (lesson.trace, other)
    ]
    keys = [i for i in range(min(map(len, rows))) if i <= query or not place.trace.model.is_causal]
    names = [t("course.of_w", i=i) for i in range(SHOWN)]
    names += [t("course.weight_of", key=lesson.names[key]) for key in keys]
    columns = [
        Column(t("course.this_sentence"), quoted + [rows[0][key] for key in keys], None),
        Column(t("course.shorter"), again + [rows[1][key] for key in keys], None),
    ]
    caption = t("course.two_runs", text=other.tokens.text, query=lesson.names[query])
    return bars(names, columns, caption, first=t("course.number"))


def shorter(lesson: Lesson) -> Trace | None:
    """Run the same text without its last token, as another sentence that anybody's can be."""
    own = [token for token in lesson.trace.tokens if not token.is_special and token.span]
    if len(own) < 3 or own[-1].span is None:
        return None
    text = lesson.selection.text[: own[-1].span[0]].rstrip()
    settings = Settings.from_environ()
    with shell.guard(lesson.t):
        source = settings.source(lesson.selection.model)
        return runs.reading(source, text, settings.max_tokens).trace
    return None


def summary(lesson: Lesson) -> None:
    """Sum up, and take one number of q apart."""
    numbers = ", ".join(decimals(float(x), 4) for x in lesson.place.row("q")[:SHOWN])
    lesson.say("summary")
    lesson.say("try", numbers=("query", numbers))
    lesson.link("qkv", lesson.t("course.try_qkv"), matrix="q", dim=0)


STEPS: Steps = {
    "roles": roles,
    "vectors": vectors,
    "mirror": mirror,
    "learned": learned,
    "summary": summary,
}
