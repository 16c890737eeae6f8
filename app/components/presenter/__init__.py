"""The bar of a presentation: back and on through prepared links, their code, the way out."""

from collections.abc import Mapping, Sequence
from typing import Final, Literal

from app.components import register
from app.components.handout import code_data
from app.components.wire import as_index, check_index, chosen, pack
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
    key: str,
) -> int | Literal["leave"] | None:
    """Show the bar; give the place just gone to, from 1, or that the presentation was left, once.

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
    result = _mount(key=key, data=pack(head), on_ask_change=lambda: None)
    asked = result.get("ask")
    return "leave" if asked == "leave" else as_index(asked, len(names) + 1) or None
