"""What a click on the aligned tokens does: it chooses a pair, or puts a word in another's place."""

from app.compare_choices import room_of
from app.components.alignment import Aligned, Picked
from app.i18n import Words
from app.other_side import Sides
from app.parsers import clean
from app.token_words import said
from attention.words import word_spans


def rows(sides: Sides, names: tuple[str, str], t: Words) -> Aligned:
    """Give both rows of tokens; a head compared with a head has one."""
    before, after = sides.before.trace.tokens, sides.after.trace.tokens
    kind = sides.selection.kind
    spans = word_spans(after) if kind == "text" else (None,) * len(after)
    places = sides.found.places
    words = [spans[place.after[0]] if place.after else None for place in places]
    return Aligned(
        names=names,
        kinds=tuple(place.kind for place in places),
        before=tuple(tuple(said(before[i].label, t) for i in place.before) for place in places),
        after=tuple(tuple(said(after[i].label, t) for i in place.after) for place in places),
        special=tuple(not place.is_word for place in places),
        words=tuple(None if span is None else after.text[slice(*span)] for span in words),
        is_double=kind != "head",
    )


def changes(picked: Picked, sides: Sides) -> dict[str, object]:
    """Give the fields of the address that a click changes."""
    if picked[0] != "swap":
        role, place = picked
        return {role: sides.found.places[place].before[0]}
    _, place, word = picked
    after = sides.after.trace.tokens
    span = word_spans(after)[sides.found.places[place].after[0]]
    room = room_of(sides.selection)
    return {} if span is None else {"other_text": replaced(after.text, span, word)[:room]}


def replaced(text: str, span: tuple[int, int], word: str) -> str:
    """Put a word in another's place; without a word, one of the blanks around it goes too.

    >>> replaced("it was too tired", (11, 16), "wide"), replaced("it was too tired", (7, 10), " ")
    ('it was too wide', 'it was tired')
    """
    before, after = text[: span[0]], text[span[1] :]
    word = " ".join(clean(word).split())
    if not word and before.endswith(" "):
        before = before[:-1]
    return f"{before}{word}{after}"


def tokens(pair: tuple[int, int], sides: Sides) -> dict[str, object]:
    """Give the chosen tokens of a pair of places; a place the first side lacks has none."""
    query, key = (sides.found.places[place].before for place in pair)
    return {"query": query[0], "key": key[0]} if query and key else {}
