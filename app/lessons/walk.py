"""The walk of one row inside a lesson: only as far as the lesson has come."""

from dataclasses import replace

from app import state
from app.components.steps import steps
from app.lessons.lesson import Lesson
from attention.step_views import Stage, step_view

SOFTMAX: tuple[Stage, ...] = ("softcap", "bias", "mask", "sink", "shifted", "exp", "weights")


def walk(lesson: Lesson, *stages: Stage) -> None:
    """Walk the chosen row through some stages; it opens at the last of them."""
    selection, row = lesson.selection, lesson.row
    # Before the scores are seen, the key of largest weight must not stand out.
    told = row.query if stages == ("qkv",) else row.key
    token = told if selection.key is None else selection.key
    view = step_view(lesson.trace, selection.layer, selection.head, row.query, token)
    kept: list[Stage] = [stage for stage in view.stages if stage in stages]
    # What the row would be without the scale is a question of another lesson.
    matrices = {name: m for name, m in view.matrices.items() if name != "unscaled"}
    view = replace(view, stages=tuple(kept), matrices=matrices)
    stage: Stage = selection.stage if len(kept) > 1 and selection.stage in kept else kept[-1]
    place = replace(selection, stage="x", key=None, query=row.query, theme=None, lang="en")
    words = lesson.t.group("steps")
    key = f"walk_{'_'.join(kept)}"
    line, name = lesson.page.reading.line, repr(place)
    walked = steps(view, line, stage, token, name, words, is_part=True, key=key)
    if walked is not None:
        stops = {"stage": walked.stage} if len(kept) > 1 else {}
        state.go(selection, query=walked.query, key=walked.key, **stops)
