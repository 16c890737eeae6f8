import numpy as np
import pytest

from app.choice import carried, default_query, top_key
from attention.tokens import Token, Tokens


def tokens(text: str, *pieces: str, cut: int = 0) -> Tokens:
    """Give tokens that follow each other in a text; names in brackets are special."""
    items, at = [], 0
    for id, piece in enumerate(pieces):
        special = piece.startswith("[")
        start = at if special else text.index(piece, at)
        at = start if special else start + len(piece)
        span = None if special else (start, at)
        items.append(Token(id, piece, piece, span, special, False))
    return Tokens(text, None, tuple(items), len(items), (0,) * len(items), ())


TIRED = tokens("it was tired", "[CLS]", "it", "was", "tired", "[SEP]")


def test_the_last_word_looks_when_nobody_has_chosen():
    assert default_query(TIRED) == 3


def test_a_full_stop_is_no_word():
    assert default_query(tokens("it was.", "[CLS]", "it", "was", ".", "[SEP]")) == 2


def test_without_any_word_the_last_token_of_the_text_looks():
    assert default_query(tokens("?!", "[CLS]", "?", "!", "[SEP]")) == 2
    assert default_query(tokens("", "[CLS]", "[SEP]")) == 1


def test_the_strongest_key_is_chosen():
    weights = np.array([[0.1, 0.2, 0.7], [0.5, 0.3, 0.2], [1, 0, 0]], dtype=np.float32)
    assert [top_key(weights, query) for query in range(3)] == [2, 0, 0]


@pytest.mark.parametrize(("index", "place"), [(0, 0), (1, 1), (2, 2), (3, None), (4, 4), (9, None)])
def test_a_changed_word_loses_its_choice_and_the_others_keep_theirs(index, place):
    wide = tokens("it was wide", "[CLS]", "it", "was", "wide", "[SEP]")
    assert carried(TIRED, index, wide) == place


def test_a_shorter_sentence_has_no_place_for_a_later_token():
    assert carried(TIRED, 4, tokens("it", "[CLS]", "it")) is None


def test_another_tokenizer_is_followed_by_characters():
    other = tokens("it was tired", "it", "was", "ti", "red")
    assert [carried(TIRED, index, other) for index in range(5)] == [None, 0, 1, 2, None]
