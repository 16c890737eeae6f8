"""Some heads in order, each with two numbers: a table whose rows open heads."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from app.components import register
from app.components.wire import as_index, chosen, telling

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
    on_open: Callable[[int, int], object],
    key: str,
) -> None:
    """List heads with 4 decimals, the open one marked; `on_open` is told one that is clicked.

    `columns` names the two numbers, `caption` what is listed. The numbers lie between 0 and 1.
    """
    data = {
        "rows": [[one.layer, one.head, one.value, one.beside] for one in heads],
        "open": list(opened),
        "columns": list(columns),
        "caption": caption,
        "words": chosen(words, WORDS),
    }
    places = [(one.layer, one.head) for one in heads]

    def clicked(value: object) -> tuple[int, int] | None:
        place = as_index(value, len(places))
        return None if place is None else places[place]

    _mount(key=key, data=data, on_open_change=telling(key, "open", clicked, on_open))
