"""What the pages say about a calculator holds: single steps are off by one, long sums by a few."""

import numpy as np
import pytest

import attention
from app.i18n import LANGUAGES, prose, words

ANIMAL = "The animal didn't cross the street because it was too tired"
SENTENCES = {"en": "a sum of many rounded numbers by a few", "zh-CN": "许多数相加，舍入误差会累积"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_page_with_long_sums_says_how_far_a_calculator_may_be_off(lang):
    t = words(lang)
    shown = [t("heads.rounded"), t("projection.rounded"), t("steps.rounding")]
    shown.append(prose("many_heads", lang)["lengths"])
    assert [SENTENCES[lang] in text for text in shown] == [True] * 4


@pytest.mark.weights("minilm")
def test_typed_with_four_places_a_step_is_off_by_one_at_most_and_a_long_sum_by_a_few():
    steps = attention.trace(attention.load("minilm"), ANIMAL).steps(5, 11)
    products = steps.q[10].double().numpy() * steps.k.double().numpy()
    typed = np.round(products, 4).sum(axis=-1)
    off = np.round(1e4 * np.abs(np.round(typed, 4) - np.round(products.sum(axis=-1), 4)))
    assert 1 < off.max() < 10
    scores = np.round(steps.scores[10].double().numpy(), 4)
    scaled = np.round(steps.scaled[10].double().numpy(), 4)
    off = np.round(1e4 * np.abs(np.round(scores / np.round(32**0.5, 4), 4) - scaled))
    assert off.max() <= 1
