"""The measured cases on the embedded models' own tokenizers."""

import pytest

from attention.errors import EmptyText
from attention.tokens import Tokens, tokenize, tokens_of_ids
from tests.attention.made_tokenizers import embedded
from tests.cases import case, cases

pytestmark = pytest.mark.weights

KINDS = (
    "token-labels",
    "duplicate-labels",
    "numeric-date-labels",
    "html-latex-markdown",
    "special-tokens",
    "empty-or-tiny-input",
    "unicode-and-rtl",
)
# Inputs that a case describes in words.
SPELT = {"C073": "\u200b", "C078": "José café naïve", "C080": "a\0b\u202ec"}
NOTHING_LEFT = {("C073", "minilm")}  # these raise EmptyText, tested below
MODELS = {"minilm": "minilm", "smol": "smollm2"}
NAMED = {"MiniLM": "minilm", "SmolLM2": "smollm2"}


def written(id: str) -> str:
    return SPELT.get(id) or case(id)["input"]


def pieces_of_cases():
    for found in cases(*KINDS):
        values = found["reference_values"]
        known = {model: values[key] for key, model in MODELS.items() if key in values}
        if isinstance(values.get("tokens"), list):
            known[NAMED[found["model"]]] = values["tokens"]
        for model, pieces in known.items():
            if (found["id"], model) in NOTHING_LEFT:
                continue
            yield pytest.param(model, found["id"], pieces, id=f"{found['id']}-{model}")


def read(model: str, text: str, **limits: int) -> Tokens:
    return tokenize(embedded(model), text, **limits)


@pytest.mark.parametrize(("model", "id", "pieces"), [*pieces_of_cases()])
def test_tokens_are_the_ones_measured_each_with_a_label(model, id, pieces):
    tokens = read(model, written(id))
    assert [token.piece for token in tokens] == pieces
    assert all(label.strip() and len(label.splitlines()) == 1 for label in tokens.labels)
    assert not any(mark in label for label in tokens.labels for mark in "ĠĊ▁")


@pytest.mark.parametrize("id", ["C001", "C006", "C013", "C015", "C016"])
def test_byte_level_labels_joined_give_the_text_back(id):
    labels = read("smollm2", written(id)).labels
    assert "".join(labels).replace("␣", " ") == written(id)


@pytest.mark.parametrize("id", ["C006", "C010", "C012", "C013", "C015", "C016", "C018"])
def test_word_piece_labels_are_the_text_as_it_was_typed(id):
    text = written(id)
    tokens = read("minilm", text)
    shown = [token.label.removeprefix("##") for token in tokens[1:-1]]
    assert shown == [text[slice(*token.span)] for token in tokens[1:-1]]
    assert "".join(shown) == "".join(text.split())


def test_a_line_break_is_a_visible_sign_on_one_line():
    smollm2, minilm = (read(model, written("C003")) for model in ("smollm2", "minilm"))
    assert smollm2.labels == ("line", "␣one", "⏎", "line", "␣two")
    assert "blank_sign" in smollm2.notes
    assert minilm.labels[1:-1] == ("line", "one", "line", "two")


def test_generated_tokens_are_named_after_themselves_not_after_the_prompt():
    smollm2 = embedded("smollm2")
    prompt = tokenize(smollm2, "The capital of France is")
    ids = smollm2(case("C004")["reference_values"]["generated"])["input_ids"]
    tokens = tokens_of_ids(smollm2, ids[: len(prompt) + 2])
    assert tokens.labels == (*prompt.labels, "␣Paris", ".")
    assert tokens[5].span == (24, 30)


@pytest.mark.parametrize("id", ["C007", "C009"])
def test_equal_labels_are_two_tokens_at_two_places(id):
    tokens = read("minilm", written(id))
    assert tokens.labels == ("[CLS]", "the", "cat", "saw", "the", "cat", "[SEP]")
    spans = [token.span for token in tokens if token.label in {"the", "cat"}]
    assert spans == [(0, 3), (4, 7), (12, 15), (16, 19)]


def test_numbers_stay_words_in_the_order_of_the_text():
    labels = read("minilm", written("C010")).labels
    assert len(labels) == 16
    assert [n for n, label in enumerate(labels) if label == "7"] == [9, 11, 13]
    assert labels[2:7] == ("1998", ",", "1999", "and", "2000")


def test_only_the_tokenizers_own_signs_are_special():
    tokens = read("minilm", written("C035"))
    assert [n for n, token in enumerate(tokens) if token.is_special] == [0, len(tokens) - 1]
    assert [token.span for token in tokens if token.is_special] == [None, None]


def test_a_typed_mask_is_one_special_token_only_where_it_is_one():
    minilm, smollm2 = (read(model, written("C037")) for model in ("minilm", "smollm2"))
    assert (minilm[6].id, minilm[6].label, minilm[6].is_special) == (103, "[MASK]", True)
    assert minilm[6].span == (24, 30)
    assert "special_typed" in minilm.notes
    assert not any(token.is_special for token in smollm2)
    assert "special_typed" not in smollm2.notes


def test_typed_control_strings_are_shown_literally_and_marked():
    smollm2, minilm = (read(model, written("C038")) for model in ("smollm2", "minilm"))
    marked = [token.label for token in smollm2 if token.is_special]
    assert marked == ["<|im_start|>", "<|endoftext|>"]
    assert not any(token.is_unknown for token in smollm2)
    assert "special_typed" in smollm2.notes
    assert sum(token.is_special for token in minilm) == 2
    assert "##oft" in minilm.labels
    assert "continuation" in minilm.notes


@pytest.mark.parametrize(
    ("n_words", "n_kept", "is_cut"), [(300, 302, False), (510, 512, False), (511, 512, True)]
)
def test_a_text_is_cut_only_above_512_tokens_and_says_of_how_many(n_words, n_kept, is_cut):
    tokens = read("minilm", " ".join(["cat"] * n_words))
    assert (len(tokens), tokens.n_total, tokens.is_cut) == (n_kept, n_words + 2, is_cut)
    assert tokens.labels[-2:] == ("cat", "[SEP]")


def test_a_long_text_is_cut_where_it_was_asked_and_says_of_how_many():
    text = " ".join(["river"] * 9000)
    kept = read("smollm2", text)
    assert (len(kept), kept.n_total, kept.text) == (512, 9000, text)
    assert len(read("smollm2", text, max_tokens=8192)) == 8192


@pytest.mark.parametrize(
    ("model", "text"),
    [
        *((model, "") for model in ("minilm", "e5", "smollm2")),
        ("minilm", SPELT["C073"]),
        ("minilm", "\0\u202e"),
        ("e5", " \n "),
        ("smollm2", "  \t\n"),
    ],
)
def test_a_text_one_cannot_see_asks_for_one(model, text):
    with pytest.raises(EmptyText):
        read(model, text)


def test_an_invisible_character_that_is_read_is_shown_by_its_number():
    tokens = read("smollm2", SPELT["C073"])
    assert tokens.labels == ("U+200B[1/2]", "U+200B[2/2]")
    assert "control_characters" in tokens.notes


def test_a_text_of_one_token_is_one_token():
    assert read("smollm2", written("C074")).labels == ("Hi",)


def test_unknown_characters_are_counted_and_labelled_by_what_was_typed():
    tokens = read("minilm", written("C075"))
    assert tokens.n_unknown == case("C075")["reference_values"]["n_unk"]
    assert "".join(tokens.labels[1:-1]) == written("C075")
    assert not any(token.is_special for token in tokens[1:-1])


def test_a_joined_emoji_is_one_group_of_numbered_parts():
    family = "👩‍👩‍👧"
    smollm2, minilm = (read(model, written("C077")) for model in ("smollm2", "minilm"))
    assert smollm2.labels == (*(f"{family}[{n}/13]" for n in range(1, 14)), "␣ok")
    assert minilm.labels == ("[CLS]", family, "ok", "[SEP]")
    assert minilm[1].is_unknown


def test_an_uncased_model_says_so_and_labels_keep_what_was_typed():
    tokens = read("minilm", written("C078"))
    assert tokens.labels[1:-1] == ("José", "café", "naïve")
    assert "uncased" in tokens.notes
    same = read("minilm", case("C078")["input"][1])
    assert list(same.ids) == case("C078")["reference_values"]["ids"]
    assert same.labels[1:-1] == ("US", "us", "Us")
    assert "uncased" not in read("minilm", "all small").notes
    assert "uncased" not in read("e5", "US us Us").notes


def test_control_characters_are_dropped_with_a_note_or_shown_by_number():
    minilm, smollm2 = (read(model, written("C080")) for model in ("minilm", "smollm2"))
    assert minilm.labels == ("[CLS]", "abc", "[SEP]")
    assert "invisible_dropped" in minilm.notes
    assert smollm2.labels == ("a", "U+0000", "b", "U+202E[1/2]", "U+202E[2/2]", "c")
    assert "control_characters" in smollm2.notes
