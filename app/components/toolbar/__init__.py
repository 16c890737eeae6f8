"""The small bar at the top: link, language, light or dark, keys."""

from collections.abc import Callable, Mapping
from typing import Final

from app.components import register
from app.components.wire import chosen

WORDS: Final = frozenset(
    {
        "label", "copy", "copied", "copy_failed", "to_dark", "to_light", "other_lang",
        "other_language", "help", "help_title", "help_lines", "close",
    },
)  # fmt: skip

_mount = register(
    "toolbar", "shared/dom", "shared/clipboard", "shared/mount", "toolbar/theme", "toolbar/view"
)


def toolbar(
    words: Mapping[str, str],
    lang: str,
    *,
    on_theme: Callable[[str], None] | None = None,
    key: str,
) -> str | None:
    """Show the bar; give the language just asked for, once.

    The theme is the browser's affair and is remembered there. A change comes here too, to
    `on_theme`, for pictures whose colours are chosen in Python and for a link that names a theme.
    """
    data = {"words": {**chosen(words, WORDS), "lang": lang}}
    result = _mount(key=key, data=data, on_lang_change=lambda: None, on_theme_change=lambda: None)
    if on_theme is not None and (theme := result.get("theme")) in ("light", "dark"):
        on_theme(theme)
    return words["other_lang"] if result.get("lang") == words["other_lang"] else None
