"""Small layers worked out by hand: their words, vectors and matrices, and what comes out.

The pages show these numbers and the tests compute them again. Rows are inputs: x · W.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, get_args

Rows = tuple[tuple[float | int, ...], ...]
Worked = Literal["hand", "journey", "noun"]


@dataclass(frozen=True)
class Example:
    """Hold a layer whose every number is given, with one row of its result.

    Attributes:
        texts: the words by language; ``vectors`` gives x of each of them.
        matrices: W_q, W_k, W_v, W_o; a name that is missing is not used.
        scaling: whether scores are divided by √d_k.
        row: the word whose result is known: ``weights`` and ``output``, to 4 decimals.
    """

    texts: Mapping[str, str]
    vectors: Mapping[str, tuple[float | int, ...]]
    d_model: int
    d_k: int
    row: int
    weights: tuple[float, ...]
    output: tuple[float, ...]
    matrices: Mapping[str, Rows] = field(default_factory=dict)
    scaling: bool = True


# Three colours; the third is the sum of the first two.
HAND = Example(
    texts={"en": "red blue purple", "zh-CN": "红 蓝 紫"},
    vectors={
        **dict.fromkeys(("red", "红"), (1, 0)),
        **dict.fromkeys(("blue", "蓝"), (0, 1)),
        **dict.fromkeys(("purple", "紫"), (1, 1)),
    },
    d_model=2,
    d_k=2,
    matrices={"W_q": ((1, 0), (0, 2)), "W_k": ((0, 1), (1, 0)), "W_v": ((1, 2), (3, 4))},
    row=0,
    weights=(0.1978, 0.4011, 0.4011),
    output=(3.0056, 4.4067),
)

# The example many courses begin with: nothing but dot products and a softmax. Its six vectors are
# those of S. Raschka, Build a Large Language Model (From Scratch), chapter 3.
JOURNEY_TEXT = "Your journey starts with one step"
JOURNEY_VECTORS = (
    (0.43, 0.15, 0.89),
    (0.55, 0.87, 0.66),
    (0.57, 0.85, 0.64),
    (0.22, 0.58, 0.33),
    (0.77, 0.25, 0.10),
    (0.05, 0.80, 0.55),
)
JOURNEY = Example(
    texts=dict.fromkeys(("en", "zh-CN"), JOURNEY_TEXT),
    vectors=dict(zip(JOURNEY_TEXT.split(), JOURNEY_VECTORS, strict=True)),
    d_model=3,
    d_k=3,
    scaling=False,
    row=1,
    weights=(0.1385, 0.2379, 0.2333, 0.1240, 0.1082, 0.1581),
    output=(0.4419, 0.6515, 0.5683),
)

# Four features: is a thing, stands for a thing, is a doing, is none of these.
THING, STAND_IN, DOING, OTHER = (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)
NOUN = Example(
    texts={"en": "kittens slept because they dreamed", "zh-CN": "小猫 睡了 因为 它 做梦"},
    vectors={
        **dict.fromkeys(("kittens", "小猫"), THING),
        **dict.fromkeys(("they", "它"), STAND_IN),
        **dict.fromkeys(("slept", "dreamed", "睡了", "做梦"), DOING),
        **dict.fromkeys(("because", "因为"), OTHER),
    },
    d_model=4,
    d_k=2,
    matrices={
        "W_q": ((0, 3), (6, 0), (4, 0), (0, 0)),
        "W_k": ((1, 0), (0, 0), (0, 1), (0, 0)),
        "W_v": ((1, 0), (0, 0), (0, 1), (0, 0)),
        "W_o": ((2, 0, 0, 0), (0, 0, 2, 0)),
    },
    row=3,
    weights=(0.9456, 0.0136, 0.0136, 0.0136, 0.0136),
    output=(1.8913, 0.0, 0.0544, 0.0),
)

EXAMPLES: Mapping[Worked, Example] = {"hand": HAND, "journey": JOURNEY, "noun": NOUN}


def example(preset: str) -> Example | None:
    """Give the example of this name, None where a name stands for a rule instead."""
    return next((EXAMPLES[name] for name in get_args(Worked) if name == preset), None)
