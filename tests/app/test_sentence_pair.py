"""Sentence B of one run, named in the address, on the pages that show one run."""

import pytest

from app.i18n import LANGUAGES, words
from tests.cases import cases

pytestmark = pytest.mark.weights("minilm")

((FIRST, SECOND), KNOWN) = next(
    (c["input"], c["reference_values"]) for c in cases("sentence-pairs")
)
PAIR = {"text": FIRST, "pair": SECOND, "model": "minilm"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_c111_the_pair_is_read_in_one_run_with_types(visit, lang):
    layer, head, weight = KNOWN["catA_to_catB_best"]
    seen = visit(lang=lang, layer=layer, head=head, query=2, key=9, **PAIR)
    assert not seen.at.exception
    said = next(line for line in seen.lines if "cat" in line and f"{weight:.3f}" in line)
    assert said
    assert words(lang)("notice.pair", pair=SECOND) in seen.text
    assert seen.query["pair"] == SECOND


@pytest.mark.parametrize("page", ["steps", "qkv", "many_heads", "compare", "what_if", "course"])
def test_every_other_page_is_drawn_with_a_pair_in_the_address(visit, page):
    seen = visit(query=2, key=9, **PAIR)
    seen.at.switch_page(f"app/pages/{page}.py").run()
    assert not seen.at.exception
    assert words("en")("errors.unexpected") not in seen.text


@pytest.mark.parametrize("page", ["compare", "course"])
def test_a_page_of_one_text_says_that_the_second_is_left_out(visit, page):
    seen = visit(query=2, key=5, **PAIR)
    seen.at.switch_page(f"app/pages/{page}.py").run()
    assert words("en")("notice.one_text", pair=SECOND) in seen.text


def test_a_blank_pair_is_answered_in_one_sentence_and_the_first_text_is_shown(visit):
    seen = visit(**(PAIR | {"pair": "  "}))
    assert "There is nothing visible to look at." in seen.text
    assert "Shown instead: MiniLM, “The cat sat on the mat”" in seen.text
