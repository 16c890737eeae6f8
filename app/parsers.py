"""What each parameter of an address may be, and how it is read and written. Nothing raises."""

import re
from collections.abc import Callable, Mapping
from typing import Literal, get_args

from app.desk import prepared
from app.i18n import language_of
from app.page_names import Page
from app.surrogates import whole
from attention.by_hand import Preset
from attention.map_views import Unit
from attention.patterns import NAMES as PATTERNS
from attention.places import Part
from attention.projection_views import Name
from attention.sides import Between
from attention.step_views import Stage
from attention.views import Special

View = Literal["map", "lines"]
Range = Literal["full", "head"]
Theme = Literal["light", "dark"]
Kind = Literal["text", "model", "head"]
Rows = Literal["row", "all"]
Sort = Literal["pattern", "entropy", "distance", "special"]
Hidden = Literal["weights", "sentence", "pickers", "nav"]
Given = Literal["present", "weights", "sentence", "pickers", "nav", "light", "dark", "en", "zh-CN"]

MAX_CHARS = 4000
MAX_NAME = 200
N_LESSONS = 7
LARGEST = 1e6
MAX_ITEMS = 600  # every head of a large model, or every token of the longest text
TEXTS = ("text", "pair", "other_text", "target")  # free text: together at most MAX_CHARS
FILTERS = frozenset({*PATTERNS, "none", "link", "paint"})


def clean(text: str) -> str:
    """Drop halves of surrogate pairs, which no address can carry; end every line alike."""
    return whole(text).replace("\r\n", "\n").replace("\r", "\n")


def read(query: Mapping[str, object]) -> dict[str, object]:
    """Give what can be read of an address, by parameter; free texts share one allowance."""
    given = {name: value for name, value in query.items() if isinstance(value, str)}
    found = {name: parse(given[name]) for name, parse in PARSERS.items() if name in given}
    room = MAX_CHARS
    for name in TEXTS:
        if isinstance(text := found.get(name), str):
            found[name] = text[:room]
            room -= len(text[:room])
    return {name: value for name, value in found.items() if value is not None}


def lost(query: Mapping[str, object]) -> dict[str, str]:
    """Give the parameters of an address that could not be read, each with what it said."""
    readers = {**PARSERS, "lang": language_of}
    return {
        name: value
        for name, parse in readers.items()
        if isinstance(value := query.get(name), str) and parse(value) is None
    }


def is_cut(query: Mapping[str, object]) -> bool:
    """Tell whether an address brings more text than is read."""
    texts = [value for name in TEXTS if isinstance(value := query.get(name), str)]
    return sum(len(clean(text)) for text in texts) > MAX_CHARS


def written(value: object) -> str:
    """Write a value as an address does.

    >>> written(((5, 11), (3, 1))), written((3, 4)), written(False), written(0.5)
    ('5.11,3.1', '3,4', '0', '0.5')
    """
    if isinstance(value, tuple):
        return ",".join(
            written(item) if not isinstance(item, tuple) else _dotted(item) for item in value
        )
    return str(int(value)) if isinstance(value, bool) else str(value)


def _dotted(place: tuple[int, ...]) -> str:
    return ".".join(map(str, place))


def _text(value: str) -> str:
    return clean(value)


def _model(value: str) -> str | None:
    name = clean(value).strip()
    return name if 0 < len(name) <= MAX_NAME else None


def _index(value: str) -> int | None:
    small = value.isascii() and value.isdigit() and len(value) <= 6
    return int(value) if small else None


def _integer(value: str) -> int | None:
    """Read a size that a person typed: also one that is impossible, for the page to answer."""
    return int(value) if re.fullmatch(r"-?[0-9]{1,6}", value) else None


def _indices(value: str) -> tuple[int, ...] | None:
    """Read ``3,4``."""
    found = [_index(part) for part in value.split(",")]
    if len(found) > MAX_ITEMS or None in found:
        return None
    return tuple(sorted({index for index in found if index is not None}))


def _places(value: str) -> tuple[tuple[int, int], ...] | None:
    """Read ``5.11,3.1``: layer and head, or query and key."""
    found = [re.fullmatch(r"([0-9]{1,6})\.([0-9]{1,6})", part) for part in value.split(",")]
    if len(found) > MAX_ITEMS or None in found:
        return None
    return tuple(sorted({(int(one[1]), int(one[2])) for one in found if one}))


def _number(value: str) -> float | None:
    """Read what a float is written as; one so large that it is written longer is none."""
    if not re.fullmatch(r"[0-9]{0,6}\.?[0-9]{0,20}(e-?[0-9]{1,3})?", value):
        return None
    try:
        number = float(value)
    except ValueError:
        return None
    return number if number < LARGEST else None


def _positive(value: str) -> float | None:
    number = _number(value)
    return number if number else None


def _scale(value: str) -> str | float | None:
    return value if value in ("model", "none") else _number(value)


def _switch(value: str) -> bool | None:
    return {"0": False, "1": True}.get(value)


def _lesson(value: str) -> int | None:
    number = _index(value)
    return number if number is not None and 1 <= number <= N_LESSONS else None


def _filter(value: str) -> str | None:
    return value if value in FILTERS else None


def _some_of(choices: object) -> Callable[[str], tuple[str, ...] | None]:
    """Read ``nav,weights``, in the order in which they are offered."""
    allowed = get_args(choices)

    def parse(value: str) -> tuple[str, ...] | None:
        named = value.split(",")
        return tuple(sorted(set(named), key=allowed.index)) if set(named) <= {*allowed} else None

    return parse


def _one_of(choices: object) -> Callable[[str], str | None]:
    allowed = get_args(choices)
    return lambda value: value if value in allowed else None


ONE_OF: Mapping[str, object] = {
    "sort": Sort, "view": View, "range": Range, "special": Special, "unit": Unit,
    "between": Between, "theme": Theme, "stage": Stage, "matrix": Name, "kind": Kind,
    "part": Part, "rows": Rows, "preset": Preset, "page": Page,
}  # fmt: skip
PARSERS: Mapping[str, Callable[[str], object]] = {
    **{name: _one_of(choices) for name, choices in ONE_OF.items()},
    **dict.fromkeys(TEXTS, _text),
    **dict.fromkeys(("model", "other_model"), _model),
    **dict.fromkeys(("layer", "head", "query", "key", "dim", "other_layer", "other_head"), _index),
    "step": _index,
    "lesson": _lesson,
    "filter": _filter,
    **dict.fromkeys(("off", "uniform", "paint"), _places),
    **dict.fromkeys(("block", "block_layers"), _indices),
    "scale": _scale,
    **dict.fromkeys(("temperature", "sampling"), _positive),
    **dict.fromkeys(("causal", "effects", "positions", "scaling", "projection", "w_o"), _switch),
    **dict.fromkeys(("n_heads", "n_kv_heads", "d_model", "d_k"), _integer),
    **dict.fromkeys(("seed", "shuffle", "place"), _index),
    "present": _switch,
    "hide": _some_of(Hidden),
    "given": _some_of(Given),
    "prepared": lambda value: value if prepared.read(value) else None,
}
