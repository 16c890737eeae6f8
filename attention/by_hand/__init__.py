"""The layer by hand: words, small matrices and choices in; every step of every head out.

>>> from attention import by_hand
>>> setting = by_hand.resolve(by_hand.Wish("red blue purple", "hand"))
>>> by_hand.work(setting).head(0).scores[0].tolist()
[0.0, 1.0, 1.0]
"""

from attention.by_hand.code import pytorch_code
from attention.by_hand.file import MAX_BYTES, from_json, to_json
from attention.by_hand.layer import HandLayer, work
from attention.by_hand.matrices import Matrices, Name, depends_on, matrices, shapes
from attention.by_hand.numbers import checked
from attention.by_hand.setting import (
    LIMITS,
    MAX_WORDS,
    Preset,
    Setting,
    Wish,
    all_words,
    is_fixed,
    resolve,
)

__all__ = [
    "LIMITS",
    "MAX_BYTES",
    "MAX_WORDS",
    "HandLayer",
    "Matrices",
    "Name",
    "Preset",
    "Setting",
    "Wish",
    "all_words",
    "checked",
    "depends_on",
    "from_json",
    "is_fixed",
    "matrices",
    "pytorch_code",
    "resolve",
    "shapes",
    "to_json",
    "work",
]
