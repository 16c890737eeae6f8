"""The small bar at the top: link, language, light or dark, keys."""

from collections.abc import Callable, Mapping
from typing import Final

from app.components import register
from app.components.wire import chosen, telling

WORDS: Final = frozenset(
    {
        "label", "copy", "copied", "copy_failed", "to_dark", "to_light", "other_lang",
        "other_language", "help", "help_title", "help_lines", "close",
    },
)  # fmt: skip

_mount = register(
    "toolbar",
    "shared/dom",
    "shared/clipboard",
    "shared/mount",
    "toolbar/theme",
    "toolbar/again",
    "toolbar/view",
)


def toolbar(
    words: Mapping[str, str],
    lang: str,
    *,
    on_lang: Callable[[str], object],
    on_theme: Callable[[str], object],
    key: str,
) -> None:
    """Show the bar; `on_lang` is told the language that is asked for.

    The theme is the browser's affair and is remembered there. A change comes here too, to
    `on_theme`, for pictures whose colours are chosen in Python and for a link that names a theme.
    A browser whose connection comes back asks for its view again through the bar.
    """
    data = {"words": {**chosen(words, WORDS), "lang": lang}}
    other = words["other_lang"]

    def of(*known: str) -> Callable[[object], tuple[str] | None]:
        return lambda value: (value,) if isinstance(value, str) and value in known else None

    _mount(
        key=key,
        data=data,
        on_lang_change=telling(key, "lang", of(other), on_lang),
        on_theme_change=telling(key, "theme", of("light", "dark"), on_theme),
        on_again_change=lambda: None,
    )
