"""What a question is: what it quotes, and choices of which exactly one is right."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

RIGHT = "right"
NEAR = 0.03  # two numbers closer than this part of the larger are not told apart
MOST = 4


@dataclass(frozen=True)
class TokenAt:
    """Stand for a token of the text."""

    index: int


@dataclass(frozen=True)
class HeadAt:
    """Stand for a head of the open layer."""

    index: int


@dataclass(frozen=True)
class Number:
    """Hold a number and the decimals it is shown with; a count has none."""

    value: int | float
    places: int = 0


@dataclass(frozen=True)
class Phrase:
    """Name a fixed answer."""

    id: str


Value = TokenAt | HeadAt | Number | Phrase


@dataclass(frozen=True)
class Choice:
    """Hold one answer, and why it is right, or which misconception leads to it."""

    value: Value
    why: str

    @property
    def is_right(self) -> bool:
        """Tell whether this is the answer."""
        return self.why == RIGHT


@dataclass(frozen=True)
class Question:
    """Hold a question: its name, what its sentences quote, and two to four choices."""

    name: str
    given: Mapping[str, Value]
    choices: tuple[Choice, ...]

    @property
    def right(self) -> int:
        """Return the place of the right choice."""
        return next(i for i, choice in enumerate(self.choices) if choice.is_right)


def question(
    name: str, given: Mapping[str, Value], right: Value, *wrong: tuple[Value | None, str]
) -> Question | None:
    """Put a question together; None where no wrong answer differs clearly from the right one.

    Wrong answers that read like another answer are left out, the later ones first.

    >>> made = question("sum", {}, Number(1), (Number(4), "all"), (Number(1), "same"))
    >>> [choice.why for choice in made.choices]
    ['right', 'all']
    """
    kept = [Choice(right, RIGHT)]
    for value, why in wrong:
        clear = value is not None and not any(alike(value, choice.value) for choice in kept)
        if value is not None and clear and len(kept) < MOST:
            kept.append(Choice(value, why))
    if len(kept) < 2:
        return None
    return Question(name, {**given, RIGHT: right}, tuple(sorted(kept, key=_order)))


def alike(one: Value, other: Value) -> bool:
    """Tell whether two answers can't be told apart, or not without a magnifying glass."""
    if not (isinstance(one, Number) and isinstance(other, Number)):
        return one == other
    apart = abs(one.value - other.value)
    if one.places == other.places == 0:
        return round(one.value) == round(other.value)
    largest = max(abs(one.value), abs(other.value))
    return apart <= max(NEAR * largest, 2.0 * 10.0**-one.places)


def first_clear(candidates: Iterable[Question | None]) -> Question | None:
    """Give the first question that could be made."""
    return next((made for made in candidates if made is not None), None)


def _order(choice: Choice) -> tuple[float, str]:
    """Sort numbers by size and tokens by place, so that the right one stands anywhere."""
    value = choice.value
    if isinstance(value, Number):
        return float(value.value), ""
    if isinstance(value, Phrase):
        return 0.0, value.id
    return float(value.index), ""
