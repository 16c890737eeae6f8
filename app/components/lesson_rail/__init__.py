"""The way through the course: its lessons, the steps of the open one, back and on."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from app.components import register
from app.components.wire import as_pair, check_index, chosen, pack, telling

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
    on_go: Callable[[int, int], object],
    is_end: bool = False,
    key: str,
) -> None:
    """Show where one is; `on_go` is told the lesson and step that one goes to, both from 1.

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
    n_lessons = len(lessons)
    tell = telling(key, "go", lambda value: gone(value, n_lessons), on_go)
    _mount(key=key, data=pack(head), on_go_change=tell)


def gone(value: object, n_lessons: int) -> tuple[int, int] | None:
    """Give a place in the course that came from the browser, or None."""
    place = as_pair(value, n_lessons + 1, 100)
    return place if place is not None and place[0] else None
