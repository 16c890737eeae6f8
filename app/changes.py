"""From the switches of a link to a ``WhatIf`` that fits the model and the text. No Streamlit."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from app.parsers import MAX_ITEMS, written
from app.selection import Selection
from attention.errors import AttentionError
from attention.pattern_views import Habits
from attention.plan import check
from attention.trace import Trace
from attention.what_if import WhatIf

# The switches of an address, and what they are called in a WhatIf.
SWITCHES: Mapping[str, str] = MappingProxyType(
    {
        "off": "heads_off",
        "uniform": "uniform_heads",
        "block": "block",
        "block_layers": "block_layers",
        "scale": "scale",
        "temperature": "temperature",
        "causal": "causal",
    }
)
UNCHANGED: Mapping[str, Any] = MappingProxyType(
    {name: Selection.__dataclass_fields__[name].default for name in SWITCHES}
)


@dataclass(frozen=True)
class Wrong:
    """Hold what one switch of a link asked for in vain.

    ``parts`` are those of a list that do not exist here; it is empty where the switch is one value.
    """

    name: str
    parts: tuple[str, ...]
    reason: AttentionError


def fitted(selection: Selection, trace: Trace) -> tuple[Selection, list[Wrong]]:
    """Drop what this model or text does not have, and name it, switch by switch."""
    found_wrong: list[Wrong] = []
    for name in SWITCHES:
        value = getattr(selection, name)
        parts = [(item,) for item in value] if isinstance(value, tuple) else [value]
        found = [(part, _wrong(name, part, trace)) for part in parts]
        wrong = [(part, error) for part, error in found if error is not None]
        if not wrong:
            continue
        is_list = isinstance(value, tuple)
        parts = tuple(written(part) for part, _ in wrong) if is_list else ()
        found_wrong.append(Wrong(name, parts, wrong[0][1]))
        right = tuple(part[0] for part, error in found if error is None and part)
        kept = right if is_list else UNCHANGED[name]
        selection = replace(selection, **{name: kept})
    return selection, found_wrong


def _wrong(name: str, value: object, trace: Trace) -> AttentionError | None:
    """Say what is wrong with the value of one switch, or None."""
    try:
        check(trace.model, WhatIf(**{SWITCHES[name]: value}), trace.n_tokens)
    except AttentionError as error:
        return error
    return None


def what_if_of(selection: Selection) -> WhatIf:
    """Give what a fitted selection changes; blocked in no layer by name means in all."""
    values = {field: getattr(selection, name) for name, field in SWITCHES.items()}
    return WhatIf(**{**values, "block_layers": selection.block_layers or None})


def presets(selection: Selection, trace: Trace, habits: Habits) -> dict[str, dict[str, Any] | None]:
    """Give the experiments of one click, by name: what each of them sets, from nothing changed.

    None keeps the place of one that this head does not offer.
    """
    place = (selection.layer, selection.head)
    model = trace.model
    offered: dict[str, dict[str, Any] | None] = {}
    if model.level == "A" and trace.factor(selection.layer) != 1:
        offered["unscaled"] = {"scale": "none"}
    offered["head"] = {"off": (place,)}
    alike = _alike(selection, habits)
    offered["pattern"] = {"off": alike} if 1 < len(alike) <= MAX_ITEMS else None
    offered["even"] = {"uniform": (place,)}
    if trace.n_tokens > 1:
        offered["first"] = {"block": (0,)}
    if model.level == "A" or not model.is_causal:
        offered["lift" if model.is_causal else "causal"] = {"causal": not model.is_causal}
    return {
        name: None if values is None else {**UNCHANGED, **values}
        for name, values in offered.items()
    }


def _alike(selection: Selection, habits: Habits) -> tuple[tuple[int, int], ...]:
    """Give all heads that clearly show the pattern of the open one; none where it has no name."""
    name = habits.named(selection.layer, selection.head)
    return habits.heads(name) if name else ()
