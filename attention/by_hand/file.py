"""A layer by hand as a JSON file: the edited numbers, which no address can carry, and the rest.

A file comes from outside: nothing in it is trusted, and what can't be read is one sentence.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Any, get_args

from torch import Tensor

from attention.by_hand.layer import HandLayer
from attention.by_hand.matrices import Name, shapes
from attention.by_hand.numbers import checked
from attention.by_hand.setting import Preset, Wish, resolve
from attention.errors import AttentionError, ImpossibleLayer

FORMAT = "attention by hand 1"
MAX_BYTES = 500_000


def to_json(layer: HandLayer, text: str) -> str:
    """Write a layer with all its numbers, one matrix on a line."""
    wish = asdict(layer.setting) | {"text": text}
    wish.pop("words")
    numbers = {name: rows(matrix) for name, matrix in layer.matrices.items()}
    lines = [
        f"{json.dumps(name)}: {json.dumps(value, ensure_ascii=False, allow_nan=False)}"
        for name, value in ({"format": FORMAT} | wish | numbers).items()
    ]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def from_json(text: str) -> tuple[Wish, dict[Name, Tensor]]:
    """Read a layer; what it asks for, and its numbers.

    Raises:
        ImpossibleLayer: this is no such file, or its layer is not possible.
    """
    try:
        found = json.loads(text)
        if found["format"] != FORMAT:
            raise ValueError(f"format is {FORMAT!r}, not {found['format']!r}")
        wish = _wish(found)
        setting = resolve(wish)
        return wish, {name: checked(setting, name, found[name]) for name in shapes(setting)}
    except AttentionError:
        raise
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError) as error:
        raise ImpossibleLayer("file") from error


def rows(matrix: Tensor) -> list[list[float]]:
    """Give a matrix with the fewest digits that name each float32."""
    return [[float(str(value)) for value in row] for row in matrix.numpy()]


def _wish(found: Mapping[str, Any]) -> Wish:
    """Take what is asked for out of a file; a number is no switch, and no switch a number."""
    given = {field.name: found[field.name] for field in fields(Wish)}
    kinds = {"text": str, "preset": str} | dict.fromkeys(
        ("projection", "scaling", "w_o", "causal", "positions"), bool
    )
    for name, value in given.items():
        if type(value) is not kinds.get(name, int):
            raise TypeError(f"{name} is {kinds.get(name, int).__name__}, not {value!r}")
    if given["preset"] not in get_args(Preset):
        raise ValueError(f"no preset is called {given['preset']!r}")
    return Wish(**given)
