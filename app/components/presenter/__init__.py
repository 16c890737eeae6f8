"""The bar of a presentation: back and on through prepared links, their code, the way out."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from app.components import register
from app.components.handout import code_data
from app.components.wire import alone, as_index, check_index, chosen, pack, telling
from app.desk.qr import Code

WORDS: Final = frozenset(
    {
        "lang", "label", "at", "named", "back", "next", "code", "code_title", "code_alt",
        "too_long", "leave", "close", "keys",
    },
)  # fmt: skip

_mount = register(
    "presenter", "shared/dom", "shared/mount", "shared/code", "presenter/keys", "presenter/view"
)


def presenter(
    names: Sequence[str],
    place: int,
    title: str,
    url: str,
    code: Code | None,
    words: Mapping[str, str],
    *,
    on_ask: Callable[[int | None], object],
    key: str,
) -> None:
    """Show the bar; tell `on_ask` the place just gone to, from 1, or None when it is left.

    `place` is 0 where what is shown is none of the list; `title` names what is shown.
    """
    check_index("place", place, len(names) + 1)
    head = {
        "names": list(names),
        "place": place,
        "title": title,
        "url": url,
        "code": code_data(code),
        "words": chosen(words, WORDS),
    }
    n_links = len(names)
    _mount(
        key=key,
        data=pack(head),
        on_ask_change=telling(key, "ask", lambda value: asked(value, n_links), on_ask),
    )


def asked(value: object, n_links: int) -> tuple[int | None] | None:
    """Give what came from the browser: a place of the list, from 1, None to leave it; or None."""
    return (None,) if value == "leave" else alone(as_index(value, n_links + 1) or None)
