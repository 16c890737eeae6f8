"""The sentence box: type, press Enter, see it."""

from collections.abc import Mapping
from typing import Final

from app.components import register
from app.components.wire import chosen

WORDS: Final = frozenset(
    {"lang", "label", "placeholder", "show", "keys", "count", "too_long"},
)

_mount = register("composer", "shared/dom", "shared/mount", "composer/view")


def composer(text: str, words: Mapping[str, str], *, max_chars: int, key: str) -> str | None:
    """Show the sentence box; give a text that was just submitted, once.

    Enter submits, also where an input method is at hand but not composing; Shift+Enter breaks the
    line; Escape goes back to the text that is shown. What a person is typing survives a rerun.
    """
    data = {"text": text, "max_chars": max_chars, "words": chosen(words, WORDS)}
    result = _mount(key=key, data=data, on_submit_change=lambda: None)
    sent = result.get("submit")
    return sent if isinstance(sent, str) and len(sent) <= max_chars else None
