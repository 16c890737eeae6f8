"""Lesson 1: how far words are from each other in an RNN, in a CNN and in attention."""

from app import saving
from app.components.paths import paths
from app.lessons.bars import Column, bars
from app.lessons.lesson import Lesson, Steps
from app.lessons.quiz import quiz
from attention.experiments.paths import KINDS, Kind, growth, path
from attention.questions.words import distant

MOST = 40  # tokens that are drawn
# How each grows, in the order of ``KINDS``; the paper's table 1.
ORDERS = {
    "work": ("O(n·d²)", "O(k·n·d²)", "O(n²·d)"),
    "in_a_row": ("O(n)", "O(1)", "O(1)"),
    "longest": ("O(n)", "O(logₖ n)", "O(1)"),
}


def chain(lesson: Lesson) -> None:
    """Follow a word along the chain of an RNN."""
    early, late = distant(lesson.place)
    names = {"early": ("key", lesson.names[early]), "late": ("query", lesson.names[late])}
    lesson.say("chain", **names)
    if quiz(lesson, "hops"):
        race(lesson, "rnn")
        lesson.say("chain_after", **names)


def windows(lesson: Lesson) -> None:
    """See how a CNN shortens the way."""
    lesson.say("windows")
    race(lesson, "rnn", "cnn")
    lesson.say("windows_after")


def at_once(lesson: Lesson) -> None:
    """See attention do it in one step, and all rows at the same time."""
    lesson.say("at_once", n=lesson.trace.n_tokens)
    if quiz(lesson, "at_once"):
        race(lesson, *KINDS)
        lesson.say("at_once_after")


def costs(lesson: Lesson) -> None:
    """Compare work, steps in a row and longest path as texts grow."""
    t, n, d = lesson.t, lesson.trace.n_tokens, lesson.trace.model.d_model
    lesson.say("costs", n=n, d=d)
    found = [growth(kind, n, d) for kind in KINDS]
    counts = {
        "work": [float(one.work) for one in found],
        "in_a_row": [float(one.in_a_row) for one in found],
        "longest": [float(one.longest) for one in found],
    }
    columns = [
        Column(t(f"course.{name}"), values, "ink", None, 0, ORDERS[name])
        for name, values in counts.items()
    ]
    names = [t(f"paths.{kind}") for kind in KINDS]
    caption = t("course.growth", n=n, d=d)
    lesson.show(bars(names, columns, caption, first=t("course.network")))
    lesson.say("costs_after", n=n, d=d)


def origin(lesson: Lesson) -> None:
    """Tell where attention came from."""
    lesson.say("origin")


def summary(lesson: Lesson) -> None:
    """Sum up, and look at a whole map."""
    lesson.say("summary")
    lesson.say("try")
    lesson.link("heads", lesson.t("course.try_lines"), view="lines")


def race(lesson: Lesson, *kinds: Kind) -> None:
    """Draw the ways between the two words, cut out of a long text."""
    early, late = distant(lesson.place)
    late = min(late, early + MOST - 1)
    first = max(0, min(early - 1, late - MOST + 1))
    labels = lesson.line.labels[first : max(late + 2, first + 1)][:MOST]
    ways = [path(kind, early - first, late - first) for kind in kinds]
    key = f"paths_{len(kinds)}"
    paths(ways, labels, lesson.t.group("paths"), key=key)
    saving.menu(saving.of_view(key, (key,), lesson.selection, lesson.t, head=False), lesson.t)


STEPS: Steps = {
    "chain": chain,
    "windows": windows,
    "at_once": at_once,
    "costs": costs,
    "origin": origin,
    "summary": summary,
}
