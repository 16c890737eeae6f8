"""Questions made from the numbers of one run, with the right answer computed and none to doubt."""

from collections.abc import Callable, Mapping

from attention.questions import heads, masks, scaling, steps, words
from attention.questions.place import Place
from attention.questions.record import Choice, HeadAt, Number, Phrase, Question, TokenAt, Value

__all__ = [
    "ASKED", "Choice", "HeadAt", "Number", "Phrase", "Place", "Question", "TokenAt", "Value", "ask",
]  # fmt: skip

Maker = Callable[[Place], Question | None]

# The questions of each lesson, in the order in which it asks them.
ASKED: Mapping[int, tuple[Maker, ...]] = {
    1: (words.hops, words.at_once),
    2: (words.learned, words.mirror, words.width),
    3: (
        steps.largest_score, steps.longer_key, steps.divide, steps.ratio, steps.constant,
        steps.column, steps.product, steps.z_width,
    ),
    4: (scaling.spread, scaling.unscaled, scaling.divisor),
    5: (heads.concat, heads.same_size, heads.longest),
    6: (masks.keys_seen, masks.wrong_sum, masks.right_way, masks.pairs),
    7: (words.n_tokens, words.shuffled, heads.sink, heads.effect),
}  # fmt: skip


def ask(name: str, place: Place) -> Question | None:
    """Make the named question for a place, or None where its numbers leave no clear answer."""
    makers = {maker.__name__: maker for of_lesson in ASKED.values() for maker in of_lesson}
    return makers[name](place)
