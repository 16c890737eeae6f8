"""Labels and spans for every make of tokenizer, worked out by hand."""

import pytest
from transformers import CanineTokenizer

from attention.errors import EmptyText, OutOfRange
from attention.labels import visible
from attention.spans import find
from attention.tokens import tokenize, tokens_of_ids
from tests.attention.made_tokenizers import made


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (" a", "␣a"),
        ("a b", "a␣b"),
        ("\n\t", "⏎⇥"),
        ("\r\u2028", "U+000DU+2028"),
        ("\u3000\u00a0", "U+3000U+00A0"),
        ("\u202eabc", "U+202Eabc"),
        ("\u0301", "◌\u0301"),
        ("\ufe0f", "U+FE0F"),
        ("\u3164", "U+3164"),
        ("❤\ufe0f", "❤\ufe0f"),
        ("👩\u200d👧", "👩\u200d👧"),
        ("\u200d", "U+200D"),
        ("a\u200db", "aU+200Db"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("🏴\U000e0067\U000e007f", "🏴\U000e0067\U000e007f"),
        ("a\U000e0067", "aU+E0067"),
        ("<b>&$\\(", "<b>&$\\("),
    ],
)
def test_every_sign_of_a_label_can_be_seen(text, shown):
    assert visible(text) == shown


@pytest.mark.parametrize("make", ["byte_level", "byte_level_trimmed"])
def test_byte_level_tokens_own_their_blank_whatever_place_is_reported(make):
    tokens = tokenize(made(make), "the the  动")
    assert tokens.labels == ("the", "␣the", "␣", "␣", "动[1/3]", "动[2/3]", "动[3/3]")
    assert [token.span for token in tokens][:4] == [(0, 3), (3, 7), (7, 8), (8, 9)]
    assert {token.span for token in tokens[4:]} == {(9, 10)}
    assert tokens.notes == ("blank_sign", "split_characters")


def test_sentence_piece_tokens_leave_the_blank_out():
    tokens = tokenize(made("sentence_piece"), "the the")
    begins = [token.span[0] for token in tokens if token.span and token.piece.startswith("▁")]
    assert begins == [0, 4]
    assert "".join(tokens.labels[1:-1]) == "thethe"


def test_a_mark_put_before_the_text_stands_for_nothing_in_it():
    tokens = tokenize(made("byte_fallback"), "动")
    assert tokens.labels == ("<s>", "▁ (start)", "动[1/3]", "动[2/3]", "动[3/3]")
    assert [token.span for token in tokens] == [None, None, (0, 1), (0, 1), (0, 1)]
    assert "start_mark" in tokens.notes


@pytest.mark.parametrize("make", ["byte_level", "byte_fallback", "byt5"])
def test_ids_give_the_same_labels_as_the_text_they_came_from(make):
    told = tokenize(made(make), "the 动 cat")
    assert tokens_of_ids(made(make), told.ids).labels == told.labels
    assert tokens_of_ids(made(make), told.ids).text == "the 动 cat"


def test_half_a_character_given_as_ids_is_shown_as_missing():
    half = tokenize(made("byt5"), "动").ids[:2]
    tokens = tokens_of_ids(made("byt5"), half)
    assert (tokens.text, tokens.labels) == ("\ufffd", ("\ufffd[1/2]", "\ufffd[2/2]"))


def test_ids_without_a_name_are_shown_as_numbers():
    n_ids = len(made("byte_level"))
    assert tokens_of_ids(made("byte_level"), [n_ids + 5]).labels == (f"#{n_ids + 5}",)


def test_ids_that_no_model_has_are_refused():
    with pytest.raises(OutOfRange) as caught:
        tokens_of_ids(made("byte_level"), [3, -1])
    assert (caught.value.fields["what"], caught.value.fields["value"]) == ("id", -1)
    with pytest.raises(EmptyText):
        tokens_of_ids(made("byte_level"), [])


def test_python_tokenizers_of_bytes_place_every_byte():
    tokens = tokenize(made("byt5"), "é a", "b")
    assert tokens.labels == ("é[1/2]", "é[2/2]", "␣", "a", "</s>", "b", "</s>")
    assert [t.span for t in tokens] == [(0, 1), (0, 1), (1, 2), (2, 3), None, (0, 1), None]


def test_python_tokenizers_of_characters_place_every_character():
    tokens = tokenize(made("canine"), "A▁Ġ 动")
    assert tokens.labels[1:-1] == ("A", "▁", "Ġ", "␣", "动")
    assert [token.span for token in tokens[1:-1]] == [(n, n + 1) for n in range(5)]
    assert tokens[0].is_special
    assert "uncased" not in tokens.notes
    assert isinstance(made("canine"), CanineTokenizer)


@pytest.mark.parametrize(
    ("raws", "text", "spans"),
    [
        (["The", "oft@@", "en"], "the often", [(0, 3), (4, 7), (7, 9)]),
        (["▁a", "▁", "##b"], "A  b", [(0, 1), (1, 2), (3, 4)]),
        (["a", "<unk>", "b"], "a 动物 b", [(0, 1), (2, 4), (5, 6)]),
        (["a", "<unk>", "<unk>", "b"], "a 动物 b", [(0, 1), None, None, (5, 6)]),
        (["a", b"\xe5\x8a", b"\xa8", "b"], "a动b", [(0, 1), (1, 2), (1, 2), (2, 3)]),
        (["far"], "x" * 80 + "far", [None]),
        (["C"], "a+c", [(2, 3)]),
    ],
)
def test_tokens_without_places_are_searched_for_from_left_to_right(raws, text, spans):
    if raws == ["far"]:
        assert find(["a", *raws], "a" + text) == [(0, 1), (1, 84)]
        return
    assert find(raws, text) == spans


def test_spans_of_a_pair_count_in_the_pair():
    tokens = tokenize(made("word_piece"), "the cat", "A cat")
    assert tokens.labels == ("[CLS]", "the", "cat", "[SEP]", "A", "cat", "[SEP]")
    assert tokens.segments == (0, 0, 0, 0, 1, 1, 1)
    assert [token.span for token in tokens[4:6]] == [(0, 1), (2, 5)]
    assert (tokens.text, tokens.pair) == ("the cat", "A cat")


@pytest.mark.parametrize("pair", ["", "  ", "\u200b"])
def test_a_pair_one_cannot_see_is_refused_as_a_text_is(pair):
    with pytest.raises(EmptyText):
        tokenize(made("word_piece"), "the cat", pair)


def test_of_two_texts_the_longer_one_is_cut():
    tokens = tokenize(made("word_piece"), "the " * 20, "cat cat", max_tokens=9)
    assert tokens.labels == ("[CLS]", *["the"] * 4, "[SEP]", "cat", "cat", "[SEP]")
    assert (tokens.n_total, tokens.is_cut) == (25, True)


def test_a_character_that_the_cut_goes_through_keeps_its_count():
    tokens = tokenize(made("byt5"), "a动b", max_tokens=3)
    assert tokens.labels == ("a", "动[1/3]", "</s>")


def test_what_was_cut_off_is_not_spoken_of():
    text = "a a a a \u202e B"
    assert "invisible_dropped" in tokenize(made("word_piece"), text).notes
    assert tokenize(made("word_piece"), text, max_tokens=4).notes == ()


def test_a_limit_without_room_for_a_word_is_a_mistake_of_the_programmer():
    with pytest.raises(ValueError, match="at least 3"):
        tokenize(made("word_piece"), "the cat", max_tokens=2)


def test_half_a_surrogate_pair_is_read_as_a_replacement_sign():
    tokens = tokenize(made("canine"), "a\ud83d b\ud83d\ude42")
    assert tokens.text == "a\ufffd b🙂"


def test_tokens_are_a_sequence_that_can_be_compared():
    tokens = tokenize(made("word_piece"), "the cat")
    assert (len(tokens), tokens[1].label, tokens[-1].label) == (4, "the", "[SEP]")
    assert [token.id for token in tokens] == list(tokens.ids)
    assert tokens == tokenize(made("word_piece"), "the cat")
    assert {tokens: "usable as a key of a cache"}
