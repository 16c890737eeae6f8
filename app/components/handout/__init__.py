"""A link to hand out: its address to copy, and its code to scan or print."""

from collections.abc import Mapping
from typing import Final

from app.components import register
from app.components.wire import chosen, pack
from app.desk.qr import Code

WORDS: Final = frozenset(
    {
        "lang", "address", "copy", "copied", "copy_failed", "print", "code_alt", "open",
    },
)  # fmt: skip

_mount = register(
    "handout", "shared/dom", "shared/mount", "shared/clipboard", "shared/code", "handout/view"
)


def handout(
    url: str, title: str, code: Code | None, note: str, words: Mapping[str, str], *, key: str
) -> None:
    """Show a link with its code and a note on it. `title` stands above the code on paper."""
    head = {
        "url": url,
        "title": title,
        "code": code_data(code),
        "note": note,
        "words": chosen(words, WORDS),
    }
    _mount(key=key, data=pack(head))


def code_data(code: Code | None) -> dict[str, object] | None:
    """Give a code as JSON can carry it."""
    return code and {"side": code.side, "path": code.path}
