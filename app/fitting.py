"""A view fitted to a model and a sentence: what they don't have gives way, and is told."""

from dataclasses import dataclass, replace
from typing import Any, Literal

from app.parsers import written
from app.selection import Selection

Index = Literal["layer", "head", "query", "key"]
Bounded = Literal[Index, "paint", "dim", "step"]


@dataclass(frozen=True)
class Stale:
    """Hold what a parameter names that does not exist here, and the largest index that does."""

    name: Bounded
    value: int | str
    last: int


def fit(
    selection: Selection, n_layers: int, n_heads: int, n_tokens: int
) -> tuple[Selection, list[Stale]]:
    """Put back to its default every index that the model or the sentence does not have.

    Of painted cells those that the sentence has are kept.
    """
    limits: dict[Index, int] = {
        "layer": n_layers,
        "head": n_heads,
        "query": n_tokens,
        "key": n_tokens,
    }
    values: dict[Index, int | None] = {name: getattr(selection, name) for name in limits}
    stale = [
        Stale(name, value, limits[name] - 1)
        for name, value in values.items()
        if value is not None and value >= limits[name]
    ]
    changes: dict[str, Any] = {one.name: _default(one.name) for one in stale}
    outside = tuple(cell for cell in selection.paint if max(cell) >= n_tokens)
    if outside:
        stale.append(Stale("paint", written(outside), n_tokens - 1))
        changes["paint"] = tuple(cell for cell in selection.paint if cell not in outside)
    return replace(selection, **changes), stale


def _default(name: str) -> int | None:
    return 0 if name in ("layer", "head") else None
