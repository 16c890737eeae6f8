"""The multilingual model's tokens: ids, labels and spans as measured."""

import pytest

from attention.tokens import tokenize
from tests.attention.made_tokenizers import embedded
from tests.cases import Case, case, cases

pytestmark = pytest.mark.weights("e5")

TOKENS = pytest.mark.parametrize("found", cases("e5-tokens"), ids=lambda found: found["title"])


@TOKENS
def test_ids_spans_and_unknowns_are_the_ones_measured(found: Case):
    values = found["reference_values"]
    tokens = tokenize(embedded("e5"), found["input"])
    assert list(tokens.ids) == values["ids"]
    assert [token.piece for token in tokens if not token.is_unknown] == [
        piece for n, piece in enumerate(values["tokens"]) if n not in values["unknown"]
    ]
    assert [token.span and [*token.span] for token in tokens] == values["spans"]
    assert [n for n, token in enumerate(tokens) if token.is_unknown] == values["unknown"]


@TOKENS
def test_labels_are_the_typed_text_or_the_piece_without_its_mark(found: Case):
    values = found["reference_values"]
    labels = tokenize(embedded("e5"), found["input"]).labels
    wanted = zip(values["labels"], values["source_text"], strict=True)
    for label, ways in zip(labels, wanted, strict=True):
        assert label in ways
    assert labels[0] == "<s>"
    assert labels[-1] == "</s>"


@pytest.mark.parametrize(("text", "pieces"), case("E15")["reference_values"].items(), ids=ascii)
def test_invisible_characters_are_read_as_a_blank(text, pieces):
    tokens = tokenize(embedded("e5"), text)
    assert [token.piece for token in tokens] == pieces
    assert tokens.n_unknown == 0


def test_a_full_width_tilde_stays_itself():
    values = case("E16")["reference_values"]
    tokens = tokenize(embedded("e5"), case("E16")["input"])
    assert list(tokens.ids) == values["ids"]
    assert [token.piece for token in tokens] == values["tokens"]
    assert "normalised" in tokens.notes


@pytest.mark.parametrize(
    ("parts", "whole"), [("cafe\u0301", "café"), ("e\u0301le\u0300ve", "élève"), ("ｶﾞｷﾞ", "ガギ")]
)
def test_characters_typed_in_parts_are_read_as_one(parts, whole):
    apart, together = (tokenize(embedded("e5"), text) for text in (parts, whole))
    assert apart.ids == together.ids
    assert "".join(apart.labels[1:-1]).replace("▁ (start)", "") == parts


def test_neighbouring_unknown_characters_are_one_token():
    assert case("E19")["reference_values"]["differ"][-1] == "𠀀𠮷"
    tokens = tokenize(embedded("e5"), "𠀀𠮷")
    assert (tokens.n_unknown, tokens.labels) == (1, ("<s>", "▁ (start)", "𠀀𠮷", "</s>"))
