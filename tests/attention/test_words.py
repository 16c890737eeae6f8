import pytest
from hypothesis import given
from hypothesis import strategies as st

from attention.errors import EmptyText
from attention.tokens import tokenize
from attention.words import shared_words, word_spans
from tests.attention.made_tokenizers import embedded

pytestmark = pytest.mark.weights

ANIMAL = "The animal didn't cross the street because it was too tired"
PAIRS = [("minilm", "smollm2"), ("e5", "smollm2"), ("minilm", "e5")]


def read(text, *models):
    return [tokenize(embedded(model), text) for model in models]


def written(text, first, second):
    before, after = read(text, first, second)
    return [
        (
            word.text,
            "|".join(before[i].label for i in word.before),
            "|".join(after[i].label for i in word.after),
        )
        for word in shared_words(before, after)
    ]


def test_pieces_are_joined_to_the_words_of_the_sentence():
    found = written(ANIMAL, "minilm", "smollm2")
    assert found[0] == ("[CLS]", "[CLS]", "")
    assert found[3] == ("didn't", "didn|'|t", "␣didn|'t")
    assert [word for word, _, _ in found[1:-1]] == ANIMAL.split()
    assert found[-1] == ("[SEP]", "[SEP]", "")


def test_chinese_words_are_as_large_as_the_larger_token_of_the_two():
    found = written("孩子们累了，他们想回家", "minilm", "e5")
    assert [word for word, _, _ in found if word in "孩子们累了，他们想回家"] == [
        *("孩子们", "累", "了", "，", "他们", "想", "回家")
    ]
    assert ("他们", "他|们", "他们") in found
    assert ("▁ (start)", "", "▁ (start)") in found


def test_parts_of_one_character_are_one_word():
    assert ("动", "动", "动[1/2]|动[2/2]") in written("动 ok", "minilm", "smollm2")


def test_a_blank_that_is_a_token_stands_apart_at_its_place():
    found = written("one,  two", "minilm", "smollm2")
    assert [word for word, _, _ in found] == ["[CLS]", "one", ",", "␣", "two", "[SEP]"]


@given(st.text(st.sampled_from("ab cd'’-.,1 \n动物猫é😀ש<&"), max_size=20), st.sampled_from(PAIRS))
def test_every_token_has_one_place_and_the_order_of_reading_is_kept(text, models):
    try:
        before, after = read(text, *models)
    except EmptyText:
        return
    words = shared_words(before, after)
    assert [i for word in words for i in word.before] == list(range(len(before)))
    assert [i for word in words for i in word.after] == list(range(len(after)))
    assert all(word.before or word.after for word in words)


def test_two_texts_have_no_shared_words():
    (first,), (second,) = read("one", "minilm"), read("two", "smollm2")
    with pytest.raises(ValueError, match="one text"):
        shared_words(first, second)


def test_every_piece_knows_its_word():
    text = "Unbelievably, he didn't"
    (tokens,) = read(text, "minilm")
    spans = word_spans(tokens)
    assert [span and text[slice(*span)] for span in spans] == [
        None, *["Unbelievably"] * 5, ",", "he", *["didn't"] * 3, None,
    ]  # fmt: skip
