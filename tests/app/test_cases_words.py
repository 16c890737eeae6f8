"""Cases about what the pages say: which way a row reads, and what a weight is not."""

import pytest

from app.i18n import LANGUAGES, prose, words
from tests.cases import case

PER_ROW = {
    "en": ("every row adds up to 1, a column need not", "take one row"),
    "zh-CN": ("每一行加起来都是 1，每一列则不一定", "取一行"),
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_c121_weights_belong_to_a_query_and_add_up_over_its_keys(lang):
    assert "over keys sum to 1" in case("C121")["expected"]
    every_row, one_row = PER_ROW[lang]
    assert every_row in words(lang)("steps.every_row")
    assert one_row in prose("heads", lang)["map"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_c123_a_high_weight_is_not_called_a_reason_and_a_sentence_shows_why(lang):
    text = words(lang)("steps.no_reason")
    said = {"en": "attention is not an explanation", "zh-CN": "注意力不等于解释"}
    assert said[lang] in text
    for weight in case("C123")["reference_values"]["wide_L5H11"]:
        assert f"{weight:.3f}" in text
