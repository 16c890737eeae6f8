"""A page for the printer: open it beside this one, or download it."""

from collections.abc import Mapping
from typing import Final

from app.components import register
from app.components.wire import chosen

WORDS: Final = frozenset({"lang", "label", "open", "download", "blocked"})

_mount = register("sheet", "shared/dom", "shared/hand_over", "shared/mount", "sheet/view")


def sheet(page: str, name: str, words: Mapping[str, str], *, key: str) -> None:
    """Offer ``page``, a whole HTML document without scripts, as a file of some ``name``."""
    data = {"page": page, "name": name, "words": chosen(words, WORDS)}
    _mount(key=key, data=data)
