"""A layer by hand as a JSON file: the edited numbers, which no address can carry, and the rest.

A file comes from outside: nothing in it is trusted, and what can't be read is one sentence.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, fields
from typing import Any, get_args, get_type_hints

import torch

from attention.by_hand.layer import HandLayer
from attention.by_hand.matrices import Matrices, Name, shapes
from attention.by_hand.setting import Preset, Setting, Wish, resolve
from attention.errors import AttentionError, ImpossibleLayer

FORMAT = "attention by hand 1"
MAX_BYTES = 500_000
LARGEST = 1_000.0  # of a number that may be typed: sums of products stay far from overflowing


def to_json(layer: HandLayer, text: str) -> str:
    """Write a layer with all its numbers."""
    wish = {**asdict(layer.setting), "text": text}
    wish.pop("words")
    numbers = {name: rows(matrix) for name, matrix in layer.matrices.items()}
    lines = [f" {json.dumps(name)}: {json.dumps(value, ensure_ascii=False, allow_nan=False)}"
             for name, value in {"format": FORMAT, **wish, **numbers}.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"
