"""What a lesson link is made of: the view on the desk, and how students are to see it."""

from dataclasses import replace
from typing import cast, get_args

from app.desk import address
from app.i18n import LANGUAGES, Lang
from app.page_names import Page
from app.parsers import Given, Hidden, Theme
from app.selection import Selection

HIDDEN: tuple[str, ...] = get_args(Hidden)
THEMES: tuple[Theme, ...] = get_args(Theme)
ORDER: tuple[str, ...] = get_args(Given)


def page(selection: Selection) -> Page:
    """Give the page a link opens."""
    return selection.page or "heads"


def lang(selection: Selection) -> Lang:
    """Give the language a link speaks: the desk's own, unless another was given."""
    found: Lang | None = next((lang for lang in LANGUAGES if lang in selection.given), None)
    return found or selection.lang


def theme(selection: Selection) -> Theme | None:
    """Give the colours a link asks for, None for those of the student's browser."""
    return next((theme for theme in THEMES if theme in selection.given), None)


def hidden(selection: Selection) -> tuple[str, ...]:
    """Give what a link keeps back."""
    return tuple(name for name in HIDDEN if name in selection.given)


def view(selection: Selection) -> Selection:
    """Give the view that a link of the desk opens."""
    return replace(
        selection.alone(),
        lang=lang(selection),
        theme=theme(selection),
        present="present" in selection.given,
        hide=hidden(selection),
    )


def with_given(selection: Selection, group: tuple[str, ...], chosen: tuple[str, ...]) -> Selection:
    """Give the desk with one of its choices made anew."""
    names = (set(selection.given) - set(group)) | set(chosen)
    return replace(selection, given=tuple(sorted(names, key=ORDER.index)))


def taken_up(selection: Selection, page: str, query: str, models: tuple[str, ...]) -> Selection:
    """Lay a link that was made before on the desk: its view, and how students were to see it."""
    found = address.opened(query, selection, models)
    names = {*found.hide, *filter(None, [found.theme])}
    names |= {"present"} if found.present else set()
    names |= {found.lang} if found.lang != selection.lang else set()
    desk = {"lang": selection.lang, "theme": selection.theme, "prepared": selection.prepared}
    return replace(
        found.alone(),
        **desk,
        hide=(),
        page=cast("Page", page),
        given=tuple(sorted(names, key=ORDER.index)),
    )
