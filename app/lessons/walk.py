"""The walk of one row inside a lesson: only as far as the lesson has come."""

from dataclasses import asdict, replace

from app import saved_views, saving, shell, state
from app.components.steps import Walked, steps
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
    # A mask that hides nothing is none of the four steps.
    left_out = {"mask"} if view.looks == "everywhere" else set()
    kept: list[Stage] = [one for one in view.stages if one in stages and one not in left_out]
    # What the row would be without the scale is a question of another lesson.
    matrices = {name: m for name, m in view.matrices.items() if name != "unscaled"}
    view = replace(view, stages=tuple(kept), matrices=matrices)
    stage: Stage = selection.stage if len(kept) > 1 and selection.stage in kept else kept[-1]
    at = Walked(stage, row.query, token, selection.matrix, selection.dim, selection.rows)
    start = Walked("x", row.query, 0)
    place = repr(replace(selection, **asdict(start), theme=None, lang="en"))
    line, words = lesson.page.line, lesson.t.group("steps")
    # A single stage is no choice of the reader's: the next picture opens at its own last one.
    key = f"walk_{'_'.join(kept)}"
    own = {} if len(kept) > 1 else {"stage": selection.stage}
    steps(
        view,
        line,
        at,
        place,
        words,
        on_walk=lambda walked: state.change(selection, **asdict(walked) | own),
        on_number=lambda walked: shell.leave("qkv", replace(selection, **asdict(walked))),
        is_part=True,
        key=key,
    )
    saving.menu(saved_views.steps(lesson.page, row, key), lesson.t)
