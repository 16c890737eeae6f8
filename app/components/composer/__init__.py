"""The sentence box: type, press Enter, see it."""

from collections.abc import Callable, Mapping
from typing import Final

from app.components import register
from app.components.wire import chosen, telling

WORDS: Final = frozenset(
    {"lang", "label", "placeholder", "show", "keys", "count", "too_long"},
)

_mount = register("composer", "shared/dom", "shared/mount", "composer/view")


def composer(
    text: str,
    words: Mapping[str, str],
    *,
    on_submit: Callable[[str], object],
    max_chars: int,
    key: str,
) -> None:
    """Show the sentence box; `on_submit` is told a text that is submitted and not yet shown.

    Enter submits, also where an input method is at hand but not composing; Shift+Enter breaks the
    line; Escape goes back to the text that is shown. What a person is typing survives a rerun.
    """
    data = {"text": text, "max_chars": max_chars, "words": chosen(words, WORDS)}

    def sent(value: object) -> tuple[str] | None:
        if not isinstance(value, str) or len(value) > max_chars or value == text:
            return None
        return (value,)

    _mount(key=key, data=data, on_submit_change=telling(key, "submit", sent, on_submit))
