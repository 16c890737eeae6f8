"""What a click on the aligned tokens does: it chooses a pair, or puts a word in another's place."""

from dataclasses import dataclass

from app.compare_choices import room_of
from app.components.alignment import Aligned
from app.i18n import Words
from app.other_side import Sides
from app.parsers import clean
from app.token_words import said
from attention.words import word_spans

Span = tuple[int, int]


@dataclass(frozen=True)
class Clicks:
    """Say what clicks change, without the runs behind them: a session keeps it between its runs.

    ``before`` holds the first side's tokens of each place, ``spans`` what of the second side's
    ``text`` can be typed over there, ``room`` how long it may become.
    """

    before: tuple[tuple[int, ...], ...]
    text: str
    room: int
    spans: tuple[Span | None, ...]

    @property
    def words(self) -> tuple[str | None, ...]:
        """Return what can be typed over, by place."""
        return tuple(None if span is None else self.text[slice(*span)] for span in self.spans)

    def token(self, role: str, place: int) -> dict[str, object]:
        """Give the field of the address that a click on a token changes."""
        return {role: self.before[place][0]}

    def pair(self, query_place: int, key_place: int) -> dict[str, object]:
        """Give the chosen tokens of a pair of places; a place the first side lacks has none."""
        query, key = self.before[query_place], self.before[key_place]
        return {"query": query[0], "key": key[0]} if query and key else {}

    def swapped(self, place: int, word: str) -> dict[str, object]:
        """Give the other sentence with a word in the place of another."""
        span = self.spans[place]
        if span is None:
            return {}
        return {"other_text": replaced(self.text, span, word)[: self.room]}


def clicks(sides: Sides) -> Clicks:
    """Give what clicks change; only another sentence can be typed over."""
    after, places = sides.after.trace.tokens, sides.found.places
    spans = word_spans(after) if sides.selection.kind == "text" else (None,) * len(after)
    return Clicks(
        before=tuple(tuple(place.before) for place in places),
        text=after.text,
        room=room_of(sides.selection),
        spans=tuple(spans[place.after[0]] if place.after else None for place in places),
    )


def rows(sides: Sides, names: tuple[str, str], of: Clicks, t: Words) -> Aligned:
    """Give both rows of tokens; a head compared with a head has one."""
    before, after = sides.before.trace.tokens, sides.after.trace.tokens
    places = sides.found.places
    return Aligned(
        names=names,
        kinds=tuple(place.kind for place in places),
        before=tuple(tuple(said(before[i].label, t) for i in place.before) for place in places),
        after=tuple(tuple(said(after[i].label, t) for i in place.after) for place in places),
        special=tuple(not place.is_word for place in places),
        words=of.words,
        is_double=sides.selection.kind != "head",
    )


def replaced(text: str, span: Span, word: str) -> str:
    """Put a word in another's place; without a word, one of the blanks around it goes too.

    >>> replaced("it was too tired", (11, 16), "wide"), replaced("it was too tired", (7, 10), " ")
    ('it was too wide', 'it was tired')
    """
    before, after = text[: span[0]], text[span[1] :]
    word = " ".join(clean(word).split())
    if not word and before.endswith(" "):
        before = before[:-1]
    return f"{before}{word}{after}"
