"""Some heads in order, each with two numbers: a table whose rows open heads."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from app.components import register
from app.components.wire import as_index, chosen

WORDS: Final = frozenset({"lang", "rank", "head", "name", "none"})

_mount = register("ranking", "shared/dom", "shared/mount", "ranking/view")


@dataclass(frozen=True)
class Ranked:
    """Hold one head of the list; ``beside`` is what its number is held against, None if nothing."""

    layer: int
    head: int
    value: float
    beside: float | None


def ranking(
    heads: Sequence[Ranked],
    opened: tuple[int, int],
    columns: tuple[str, str],
    caption: str,
    words: Mapping[str, str],
    *,
    key: str,
) -> tuple[int, int] | None:
    """List heads with 4 decimals, the open one marked; give the layer and head of one just clicked.

    `columns` names the two numbers, `caption` what is listed. The numbers lie between 0 and 1.
    """
    data = {
        "rows": [[one.layer, one.head, one.value, one.beside] for one in heads],
        "open": list(opened),
        "columns": list(columns),
        "caption": caption,
        "words": chosen(words, WORDS),
    }
    value = _mount(key=key, data=data, on_open_change=lambda: None).get("open")
    place = as_index(value, len(heads))
    return None if place is None else (heads[place].layer, heads[place].head)
