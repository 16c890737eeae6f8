"""Words: tokens joined through the characters they stand for, those of one model or of two.

Tokenizers cut a text in different places. The words here are the smallest stretches of the text
that no token of either model crosses, so the numbers of both can be added up over the same words.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import regex

from attention.spans import Span
from attention.surfaces import texts
from attention.tokens import Token, Tokens

# Letters and digits run together, also across an apostrophe; every other sign stands alone, and so
# does each Chinese one, since no blank says where a Chinese word ends.
SIGNS = regex.compile(r"\p{Han}|(?:(?!\p{Han})[\p{L}\p{M}\p{N}_])+(?:['’][\p{L}\p{M}\p{N}]+)*|\S")


@dataclass(frozen=True)
class Word:
    """Hold one place on the shared axis: its text and the tokens of either side.

    A special token, a blank that is a token, a word that one model no longer read: each stands
    apart, with tokens on one side only.
    """

    text: str
    before: tuple[int, ...]
    after: tuple[int, ...]


def shared_words(before: Tokens, after: Tokens) -> tuple[Word, ...]:
    """Give the words of one text read by two models, in reading order, and what stands apart.

    Raises:
        ValueError: the two did not read the same text, or read a pair of texts.
    """
    if before.text != after.text or before.pair is not None or after.pair is not None:
        raise ValueError("words are shared by two readings of one text")
    text = before.text
    places = _joined(text, [*_spans(before), *_spans(after)])
    first, second = _placed(before, places), _placed(after, places)
    words: list[Word] = []
    for place in range(len(places) + 1):
        words += [Word(before[token].label, (token,), ()) for token in first[place, False]]
        words += [Word(after[token].label, (), (token,)) for token in second[place, False]]
        inside = first[place, True], second[place, True]
        if any(inside):
            words.append(Word(text[slice(*places[place])], *map(tuple, inside)))
    return tuple(words)


def word_spans(tokens: Tokens) -> tuple[Span | None, ...]:
    """Give the span of the word that each token is a piece of; None for what stands apart.

    In a pair each span counts in the token's own text, see ``surfaces.texts``.
    """
    read = texts(tokens)
    spans = [_span(*both) for both in zip(tokens, read, strict=True)]
    found: list[Span | None] = [None] * len(spans)
    for text in dict.fromkeys(read):
        own = {i: span for i, span in enumerate(spans) if span is not None and read[i] == text}
        places = _joined(text, list(own.values()))
        ends = [end for _, end in places]
        for token, span in own.items():
            found[token] = places[bisect_right(ends, span[0])]
    return tuple(found)


def groups(tokens: Tokens) -> list[tuple[int, ...]]:
    """Give the positions of each word's tokens; what is no piece of a word stands alone."""
    found: list[tuple[int, ...]] = []
    spans = word_spans(tokens)
    for place, span in enumerate(spans):
        if place and span is not None and span == spans[place - 1]:
            found[-1] += (place,)
        else:
            found.append((place,))
    return found


def count_words(text: str) -> int:
    """Count the words of a text as a reader would; a Chinese sign counts as one.

    >>> count_words("It didn't rain!"), count_words("他们走了。")
    (3, 4)
    """
    return sum(any(map(str.isalnum, sign)) for sign in SIGNS.findall(text))


def _placed(tokens: Tokens, places: Sequence[Span]) -> Mapping[tuple[int, bool], list[int]]:
    """Give each word's tokens under (word, True), and those apart before it under (word, False)."""
    found: dict[tuple[int, bool], list[int]] = defaultdict(list)
    ends = [end for _, end in places]
    reached = 0
    for token in range(len(tokens)):
        span = _span(tokens[token], tokens.text)
        if span is None:
            found[reached, False].append(token)
        else:
            place = bisect_right(ends, span[0])
            found[place, True].append(token)
            reached = place + 1
    return found


def _spans(tokens: Tokens) -> list[Span]:
    spans = (_span(token, tokens.text) for token in tokens)
    return [span for span in spans if span is not None]


def _span(token: Token, text: str) -> Span | None:
    """Give where a token stands in its text without the blanks around it; None if it is apart."""
    if token.span is None or token.is_special:
        return None
    start, end = token.span
    inside = text[start:end]
    start += len(inside) - len(inside.lstrip())
    end -= len(inside) - len(inside.rstrip())
    return (start, end) if start < end else None


def _joined(text: str, spans: Sequence[Span]) -> list[Span]:
    """Join the signs of a text wherever a token stands across two of them.

    >>> _joined("didn't go", [(0, 4), (4, 6), (7, 9)]), _joined("他们走", [(0, 2), (2, 3)])
    ([(0, 6), (7, 9)], [(0, 2), (2, 3)])
    """
    joined: list[Span] = []
    for start, end in sorted([*(sign.span() for sign in SIGNS.finditer(text)), *spans]):
        if joined and start < joined[-1][1]:
            joined[-1] = joined[-1][0], max(end, joined[-1][1])
        else:
            joined.append((start, end))
    return joined
