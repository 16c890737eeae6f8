"""A view fitted to a model and a sentence: what they don't have gives way, and is told."""

from dataclasses import dataclass, replace
from typing import Any, Literal

from app.parsers import written
from app.selection import Selection
from attention.models import Model
from attention.sides import is_second
from attention.trace import Trace

Index = Literal["layer", "head", "query", "key"]
Bounded = Literal[Index, "paint", "dim", "step", "part", "between"]


@dataclass(frozen=True)
class Stale:
    """Hold what a parameter names that does not exist here, and the largest index that does."""

    name: Bounded
    value: int | str
    last: int


def fit(
    selection: Selection, n_layers: int, n_heads: int, n_tokens: int, n_keys: int | None = None
) -> tuple[Selection, list[Stale]]:
    """Put back to its default every index that the model or the sentence does not have.

    Of painted cells those that the sentence has are kept. ``n_keys`` counts the tokens looked at,
    where they are of another text.
    """
    n_keys = n_tokens if n_keys is None else n_keys
    limits: dict[Index, int] = {
        "layer": n_layers,
        "head": n_heads,
        "query": n_tokens,
        "key": n_keys,
    }
    values: dict[Index, int | None] = {name: getattr(selection, name) for name in limits}
    stale = [
        Stale(name, value, limits[name] - 1)
        for name, value in values.items()
        if value is not None and value >= limits[name]
    ]
    changes: dict[str, Any] = {one.name: _default(one.name) for one in stale}
    outside = tuple((q, k) for q, k in selection.paint if q >= n_tokens or k >= n_keys)
    if outside:
        stale.append(Stale("paint", written(outside), n_tokens - 1))
        changes["paint"] = tuple(cell for cell in selection.paint if cell not in outside)
    return replace(selection, **changes), stale


def fit_run(selection: Selection, trace: Trace) -> tuple[Selection, list[Stale]]:
    """Fit a view to one part of a run."""
    selection, gone = fit_part(selection, trace.model)
    selection, mixed = fit_between(selection, trace)
    sizes = trace.n_layers, trace.n_heads, len(trace.queries), len(trace.keys)
    selection, stale = fit(selection, *sizes)
    return selection, gone + mixed + stale


def fit_part(selection: Selection, model: Model) -> tuple[Selection, list[Stale]]:
    """Put back to its default a part that the model does not have; the usual one is not named."""
    part = selection.part
    if part is None or (part in model.parts and part != model.main_part):
        return selection, []
    stale = [] if part == model.main_part else [Stale("part", part, 0)]
    return replace(selection, part=None), stale


def fit_between(selection: Selection, trace: Trace) -> tuple[Selection, list[Stale]]:
    """Show all pairs of tokens where the queries or the keys cannot be told apart as A and B."""
    is_told = all(is_second(tokens).any() for tokens in (trace.queries, trace.keys))
    if selection.between == "all" or is_told:
        return selection, []
    return replace(selection, between="all"), [Stale("between", selection.between, 0)]


def _default(name: str) -> int | None:
    return 0 if name in ("layer", "head") else None
