"""The walk of one row inside a lesson: only as far as the lesson has come."""

from dataclasses import asdict, replace

import streamlit as st

from app import saved_views, saving, state
from app.components.steps import Opened, Walked, steps
from app.lessons.lesson import Lesson
from attention.step_views import Stage, step_view

SOFTMAX: tuple[Stage, ...] = ("softcap", "bias", "mask", "sink", "shifted", "exp", "weights")


def walk(lesson: Lesson, *stages: Stage) -> None:
    """Walk the chosen row through some stages; it opens at the last of them."""
    selection, row = lesson.selection, lesson.row
    # Before the scores are seen, the key of largest weight must not stand out.
    told = row.query if stages in (("x",), ("qkv",)) else row.key
    token = told if selection.key is None else selection.key
    view = step_view(lesson.trace, selection.layer, selection.head, row.query, token)
    kept: list[Stage] = [stage for stage in view.stages if stage in stages]
    # What the row would be without the scale is a question of another lesson.
    matrices = {name: m for name, m in view.matrices.items() if name != "unscaled"}
    view = replace(view, stages=tuple(kept), matrices=matrices)
    stage: Stage = selection.stage if len(kept) > 1 and selection.stage in kept else kept[-1]
    at = Walked(stage, row.query, token, selection.matrix, selection.dim, selection.rows)
    start = Walked("x", row.query, 0)
    place = repr(replace(selection, **asdict(start), theme=None, lang="en"))
    line, words = lesson.page.reading.line, lesson.t.group("steps")
    key = f"walk_{'_'.join(kept)}"
    walked = steps(view, line, at, place, words, is_part=True, key=key)
    if isinstance(walked, Opened):
        number = replace(selection, **asdict(walked))
        st.switch_page("app/pages/qkv.py", query_params=number.to_query())
    elif walked is not None:
        # A single stage is no choice of the reader's: the next picture opens at its own last one.
        stops = asdict(walked) if len(kept) > 1 else asdict(walked) | {"stage": selection.stage}
        state.go(selection, **stops)
    saving.menu(saved_views.steps(lesson.page, row, key), lesson.t)
