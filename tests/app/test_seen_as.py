"""The open head between words, and between two sentences only, as links have it."""

import numpy as np
import pytest

from app.i18n import LANGUAGES, words
from app.selection import Selection
from tests.app.test_errors import notices
from tests.cases import case, cases

pytestmark = pytest.mark.weights("minilm")

((FIRST, SECOND), KNOWN) = next(
    (c["input"], c["reference_values"]) for c in cases("sentence-pairs")
)
START = KNOWN["sentence_b_start"]
PAIR = {"text": FIRST, "pair": SECOND, "model": "minilm", "layer": 2, "head": 9, "query": 2}
C109 = case("C109")
WORDS = {"text": C109["input"], "model": "minilm", "layer": 5, "head": 11, "query": 8, "key": 9}


def switches(seen) -> dict[str, list[str]]:
    return {group.key: list(group.options) for group in seen.at.get("button_group")}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_two_sentences_offer_their_pairs_and_one_does_not(visit, lang):
    assert len(switches(visit(lang=lang, **PAIR))["between"]) == 5
    assert "between" not in switches(visit(lang=lang, **{**PAIR, "pair": ""}))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("view", ["map", "lines"])
def test_the_share_inside_is_said_and_is_the_models_own(visit, eager_pair, lang, view):
    row = eager_pair[2][9, 2].double()
    seen = visit(lang=lang, between="ab", view=view, key=9, **PAIR)
    inside = float(row[START:].sum())
    said = words(lang)("seen.inside", query="cat", side="B", share=f"{inside:.3f}",
                       rest=f"{1 - inside:.3f}", pairs="A → B")  # fmt: skip
    assert said in seen.lines
    assert seen.query["between"] == "ab"


@pytest.fixture(scope="session")
def eager_pair():
    import torch

    from tests.app.conftest import eager

    tokenizer, network = eager("minilm")
    with torch.inference_mode():
        found = network(**tokenizer(FIRST, SECOND, return_tensors="pt"), output_attentions=True)
    return [layer[0] for layer in found.attentions]


def test_lines_get_what_is_drawn_and_keep_the_models_own(visit, eager_pair):
    seen = visit(between="ab", view="lines", lang="en", **PAIR)
    ((_, body),) = seen.messages("lines")
    own, shown = np.frombuffer(body, "<u2").reshape(2, 15, 15)
    expected = np.rint(eager_pair[2][9].double().numpy() * 1000)
    assert np.abs(own - expected).max() <= 1
    block = np.zeros((15, 15), bool)
    block[:START, START:] = True
    assert (shown[~block] == 65535).all()
    assert (shown[block] == own[block]).all()


def test_a_query_of_the_other_sentence_is_told_where_it_is(visit):
    seen = visit(between="ab", lang="en", **(PAIR | {"query": 9}))
    assert words("en")("seen.elsewhere", query="cat", pairs="A → B") in seen.lines


def test_without_a_second_sentence_the_link_is_told_that_it_changes_nothing(visit):
    seen = visit(lang="en", between="ab", text=FIRST, model="minilm")
    t = words("en")
    what = t("parameters.between")
    assert t("notice.idle_pair", what=what, name="between", value="ab") in notices(seen)
    assert "between" not in seen.query


def test_the_second_sentence_takes_its_filter_along():
    chosen = Selection("a", "minilm", pair="b", between="ab")
    assert Selection(**{**vars(chosen), "pair": ""}).between == "all"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_c109_words_are_drawn_with_the_rule_on_the_screen(visit, lang):
    seen = visit(unit="word", view="lines", lang=lang, **WORDS)
    ((head, body),) = seen.messages("lines")
    known = C109["reference_values"]
    assert head["labels"] == known["words"]
    assert (head["query"], head["key"]) == (3, 3)
    weights = np.frombuffer(body, "<u2").reshape(6, 6) / 1000
    assert np.abs(weights - np.array(known["L5H11"])).max() <= 0.0011
    assert words(lang)("seen.rule") in seen.lines
    assert seen.query["unit"] == "word"


def test_the_sentence_and_the_table_speak_of_words_too(visit):
    seen = visit(unit="word", lang="en", **WORDS).opened("row_table")
    weight = C109["reference_values"]["L5H11"][3][3]
    said = f"“tokenizers” (query) gives {weight:.3f} of its attention to “tokenizers” (key)."
    assert said in seen.lines
    table = next(html for html in seen.html if '<table class="numbers">' in html)
    assert "Unbelievably" in table
    assert "##izer" not in table


def test_a_text_of_whole_words_offers_no_choice(visit):
    assert "unit" not in switches(visit(lang="en", text=FIRST, model="minilm"))
    assert switches(visit(lang="en", **WORDS))["unit"]


def test_words_and_pairs_go_together(visit):
    seen = visit(lang="en", text="tokenizers", pair="misbehave", model="minilm", unit="word",
                 between="ba", view="lines", query=5)  # fmt: skip
    ((head, body),) = seen.messages("lines")
    assert head["labels"] == ["[CLS]", "tokenizers", "[SEP]", "misbehave", "[SEP]"]
    shown = np.frombuffer(body, "<u2").reshape(2, 5, 5)[1] != 65535
    assert shown.tolist() == [[False] * 5] * 3 + [[True] * 3 + [False] * 2] * 2


@pytest.mark.weights("smollm2")
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("between", ["aa", "ab", "ba", "bb"])
def test_where_a_model_does_not_mark_the_second_text_all_pairs_stay_and_it_is_said(
    visit, between, lang
):
    seen = visit(lang=lang, between=between, **{**PAIR, "model": "smollm2", "head": 1})
    t = words(lang)
    shown = t(f"seen.between_{between}")
    assert t("notice.stale_between", value=shown) in notices(seen)
    ((told, _),) = seen.messages("grid")
    assert told["rows"] > 0
    assert "between" not in seen.query
