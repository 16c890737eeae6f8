"""Take a picture of the page along: as SVG, PNG or a page of its own, and as lines of Python."""

from collections.abc import Mapping, Sequence
from typing import Final

from app.components import register
from app.components.wire import chosen

WORDS: Final = frozenset(
    {
        "lang", "picture", "svg", "png", "page", "copy", "python", "saving", "saved",
        "no_picture", "copied", "copy_failed",
    },
)  # fmt: skip

_mount = register(
    "save",
    "shared/dom", "shared/clipboard", "shared/hand_over", "shared/mount",
    "save/boxes", "save/text", "save/draw", "save/files", "save/live", "save/view",
)  # fmt: skip


def save(
    targets: Sequence[str],
    caption: str,
    name: str,
    code: str,
    words: Mapping[str, str],
    *,
    has_page: bool = False,
    key: str,
) -> None:
    """Offer the parts of the page with the keys of ``targets`` as one picture, made in the browser.

    ``caption`` stands below the picture, ``name`` is the file's without its ending. ``has_page``:
    somebody else offers the page of its own. No targets, or no ``code``: that part is left out.
    """
    data = {
        "targets": list(targets),
        "caption": caption,
        "name": name,
        "code": code,
        "has_page": has_page,
        "words": chosen(words, WORDS),
    }
    _mount(key=key, data=data)
