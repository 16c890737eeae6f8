"""The way through the course: its lessons, the steps of the open one, back and on."""

from collections.abc import Mapping, Sequence
from typing import Final

from app.components import register
from app.components.wire import as_index, check_index, chosen, pack

WORDS: Final = frozenset(
    {
        "lang",
        "label",
        "steps",
        "lesson",
        "step",
        "back",
        "next",
        "back_lesson",
        "next_lesson",
        "keys", "named",
    },
)  # fmt: skip

_mount = register("lesson_rail", "shared/dom", "shared/mount", "lesson_rail/view")


def lesson_rail(
    lesson: int,
    step: int,
    lessons: Sequence[str],
    steps: Sequence[str],
    words: Mapping[str, str],
    *,
    is_end: bool = False,
    key: str,
) -> tuple[int, int] | None:
    """Show where one is; give the lesson and step that was just gone to, both from 1, once.

    Step 0 is the last one of a lesson. `is_end` draws the buttons that end a page, no more.
    """
    check_index("lesson", lesson - 1, len(lessons))
    check_index("step", step - 1, len(steps))
    head = {
        "lesson": lesson,
        "step": step,
        "lessons": list(lessons),
        "steps": list(steps),
        "is_end": is_end,
        "words": chosen(words, WORDS),
    }
    result = _mount(key=key, data=pack(head), on_go_change=lambda: None)
    return gone(result.get("go"), len(lessons))


def gone(value: object, n_lessons: int) -> tuple[int, int] | None:
    """Give a place in the course that came from the browser, or None."""
    if not isinstance(value, list) or len(value) != 2:
        return None
    lesson, step = as_index(value[0], n_lessons + 1), as_index(value[1], 100)
    return None if not lesson or step is None else (lesson, step)
