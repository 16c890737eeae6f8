"""The page of comparisons, drawn without a browser: what it says, and what it sends to one."""

from functools import partial

import numpy as np
import pytest

from app.i18n import LANGUAGES, words
from app.pairs import library
from app.swap import replaced
from tests.app.conftest import ANIMAL, Seen

pytestmark = pytest.mark.weights

WIDE = ANIMAL.replace("tired", "wide")
L3H1 = {"text": ANIMAL, "model": "minilm", "layer": 3, "head": 1, "query": 10, "key": 2}
CAUSAL = {"text": ANIMAL, "model": "smollm2", "layer": 13, "head": 8, "query": 8, "key": 1}


@pytest.fixture
def open_page(visit_page):
    """Give a function that opens the page at an address."""
    return partial(visit_page, "compare")


def sent(seen: Seen) -> tuple[dict, np.ndarray]:
    """Take apart what the browser is given: the head of the message, and both maps."""
    ((head, body),) = seen.messages("compared")
    n = len(head["labels"])
    return head, np.frombuffer(body, dtype="<f4").reshape(2, n, n)


def spoken(seen: Seen) -> str:
    bodies = [body for body in seen.html if not body.startswith("<style")]
    return next(
        line for line, body in zip(seen.lines, bodies, strict=True) if 'class="spoken"' in body
    )


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("pair", library(), ids=lambda pair: pair.id)
def test_every_measured_comparison_opens_with_its_caption_in_both_languages(open_page, pair, lang):
    view = {name: value for name, value in pair.view.items() if value not in (None, "")}
    seen = open_page(lang=lang, **view)
    assert pair.caption[lang] in seen.text
    assert words(lang)("errors.unexpected") not in seen.text
    head, _ = sent(seen)
    assert head["words"]["lang"] == lang
    assert len(head["changes"]) == 8


def test_the_signature_pair_is_said_and_sent_with_the_models_numbers(open_page, eager_weights):
    seen = open_page(other_text=WIDE, **L3H1)
    assert spoken(seen) == (
        "“it” (query) gives “animal” (key) 0.640 in the first sentence and 0.266 in the second: "
        "−0.374."
    )
    assert "no overlap" in seen.text
    head, maps = sent(seen)
    assert head["labels"][13] == ["tired", "wide"]
    for side, text in zip(maps, (ANIMAL, WIDE), strict=True):
        own = eager_weights("minilm", text)[3][1].numpy()
        assert side == pytest.approx(own, abs=1e-6)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_head_beside_itself_is_said_to_be_the_same(open_page, lang):
    said = words(lang)("compare.same_head")
    same = {"kind": "head", "other_layer": 3, "other_head": 1, "lang": lang}
    assert said in open_page(**L3H1, **same).text
    assert said not in open_page(**L3H1, **{**same, "other_head": 2}).text


def test_a_link_without_the_other_side_shows_the_measured_one(open_page):
    assert "0.266" in spoken(open_page(**L3H1))
    assert "0.647 in L5H11" in spoken(open_page(kind="head", **L3H1))
    assert "0.750 in SmolLM2 L13H8" in spoken(open_page(kind="model", **L3H1))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_causal_model_cannot_do_it_and_the_page_says_so(open_page, lang):
    seen = open_page(other_text=WIDE, lang=lang, **CAUSAL)
    t = words(lang)
    assert t("compare.untouched", model="SmolLM2", n=11, difference=t("compare.exactly")) in (
        seen.text
    )
    _, maps = sent(seen)
    assert (maps[0][:11] == maps[1][:11]).all()
    assert (maps[0][8, 9:] == -1).all()
    states = next(body for body in seen.html if 'class="states"' in body)
    assert states.count(">1.0000<") == 31


def test_two_models_share_words_and_the_masked_half_is_marked(open_page):
    seen = open_page(kind="model", **(L3H1 | {"layer": 2, "key": 13}))
    assert "0.694 in MiniLM L2H1. In SmolLM2 L13H8 it may not look there" in spoken(seen)
    assert words("en")("compare.rule") in seen.text
    assert words("en")("compare.half", model="SmolLM2") in seen.text
    head, maps = sent(seen)
    assert [label for label, _ in head["labels"]] == ["[CLS]", *ANIMAL.split(), "[SEP]"]
    assert np.isnan(maps[1][0]).all()
    assert (maps[1][1:-1, 1:-1] == -1).sum() == 11 * 10 / 2
    assert maps[0].sum(axis=1) == pytest.approx(np.ones(13), abs=1e-5)


def test_the_vector_of_it_takes_its_context_in_layer_by_layer(open_page):
    states = next(body for body in open_page(**L3H1).html if 'class="states"' in body)
    assert states.index(">1.0000<") < states.index(">0.7997<") < states.index(">0.8529<")


def test_two_equal_sentences_differ_nowhere_and_the_reader_is_told_what_to_do(open_page):
    seen = open_page(text="The cat sat", model="minilm")
    assert words("en")("compare.nothing_changed") in seen.text
    head, maps = sent(seen)
    assert head["changes"] == []
    assert (maps[0] == maps[1]).all()


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ({"kind": "model", "other_model": "nope"}, "“nope” is not a model this page knows."),
        ({"kind": "model", "other_model": "minilm"}, "Both sides would be MiniLM"),
        (
            {"kind": "head", "other_head": 99},
            "MiniLM has no head 99; its last one is 11. Head 2 is shown.",
        ),
        ({"kind": "model", "other_model": "e5", "other_layer": 12}, "no layer 12; its last one"),
        ({"other_text": "   "}, "There is nothing visible to look at."),
        ({"other_text": "cat dog " * 300}, "Kept 512 of 602 tokens."),
        ({"other_text": "动物没有过马路"}, "unknown to MiniLM"),
    ],
)
def test_a_bad_other_side_costs_one_sentence_and_nothing_else(open_page, query, sentence):
    seen = open_page(**L3H1, **query)
    assert sentence in seen.text
    assert words("en")("errors.unexpected") not in seen.text
    head, _ = sent(seen)
    assert head["labels"][0][0] == "[CLS]"


@pytest.mark.parametrize(
    "text", ["<b>x</b> & *y* {z}", "שלום עולם", "\u202eabc", "👩‍👩‍👧 ok", "\n\na"]
)
def test_any_text_can_be_the_other_one(open_page, text):
    seen = open_page(other_text=text, **L3H1)
    assert words("en")("errors.unexpected") not in seen.text
    assert not any("<b>x</b>" in body for body in seen.html)
    head, maps = sent(seen)
    assert len(head["labels"]) == maps.shape[1]


def test_the_other_side_is_in_the_address_once_it_is_chosen(open_page):
    seen = open_page(kind="model", **L3H1)
    assert "other_model" not in seen.query
    seen.at.selectbox(key="other_head").set_value(2).run()
    assert seen.query["other_head"] == "2"
    assert (seen.query["other_model"], seen.query["other_layer"]) == ("smollm2", "13")
    seen.at.button_group(key="kind").set_value("head").run()
    assert seen.query["kind"] == "head"
    assert "other_model" not in seen.query
    assert "0.647 in L5H11" in spoken(seen)


@pytest.mark.parametrize(
    ("span", "word", "expected"),
    [
        ((11, 16), "wide", "it was too wide"),
        ((7, 10), "", "it was tired"),
        ((0, 2), " he\n ", "he was too tired"),
        ((0, 15), "x" * 5000, "x" * 4000),
    ],
)
def test_a_word_is_put_in_anothers_place(span, word, expected):
    assert replaced("it was too tired", span, word)[:4000] == expected


def test_a_server_with_one_model_says_that_there_is_no_other(open_page, monkeypatch):
    monkeypatch.setenv("ATTENTION_MODELS", "minilm")
    seen = open_page(kind="model", **L3H1)
    assert words("en")("compare.no_other_model") in seen.text
    seen.at.button_group(key="kind").set_value("head").run()
    assert "0.647 in L5H11" in spoken(seen)


def test_two_sentences_read_as_the_same_tokens_are_not_called_the_same(open_page):
    said = open_page(**{**L3H1, "other_text": ANIMAL.lower()}).text
    assert "The model reads both sentences as the same tokens" in said
