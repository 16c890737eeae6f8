"""What the pages say about a calculator holds: single steps are off by one, long sums by a few."""

import numpy as np
import pytest

import attention
from app.i18n import LANGUAGES, prose, words
from app.lessons.four_steps import lengths_shown
from app.lessons.why_root import VARIANCE_PLACES
from attention.experiments.random_scores import SIZES, spread
from attention.questions import Place, ask

ANIMAL = "The animal didn't cross the street because it was too tired"
SENTENCES = {"en": "a sum of many rounded numbers by a few", "zh-CN": "许多数相加，舍入误差会累积"}

DIFFERENCES = {
    "en": "a difference may be off by one in the last place",
    "zh-CN": "末位可能相差 1",
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_page_with_long_sums_says_how_far_a_calculator_may_be_off(lang):
    t = words(lang)
    shown = [t("heads.rounded"), t("projection.rounded"), t("steps.rounding")]
    shown.append(prose("many_heads", lang)["lengths"])
    assert [SENTENCES[lang] in text for text in shown] == [True] * 4


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_page_of_differences_says_that_they_may_miss_by_one(lang):
    said = {"en": "a difference may be off by one in the last place", "zh-CN": "末位可能相差 1"}[
        lang
    ]
    for page, part in (("compare", "scale"), ("what_if", "numbers")):
        assert said in prose(page, lang)[part]


@pytest.mark.weights("minilm")
@pytest.mark.parametrize("places", [3, 4])
def test_a_shown_difference_misses_that_of_the_shown_weights_by_one_at_most_and_sometimes(places):
    model = attention.load("minilm")
    first, second = (
        attention.trace(model, text).steps(5, 11).weights.double().numpy()
        for text in (ANIMAL, ANIMAL.replace("tired", "wide"))
    )
    typed = np.round(second, places) - np.round(first, places)
    off = np.round(10**places * np.abs(typed - np.round(second - first, places)))
    assert set(off.flatten()) == {0, 1}


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


@pytest.mark.weights("minilm")
def test_what_a_lesson_reckons_in_one_line_comes_out_on_a_calculator_as_shown():
    place = Place(attention.trace(attention.load("minilm"), ANIMAL), 3, 1, 10, 2)
    asked = ask("longer_key", place)
    assert asked is not None
    right, score = asked.choices[asked.right].value, asked.given["score"]
    assert f"{2 * round(score.value, score.places):.{right.places}f}" == (
        f"{right.value:.{right.places}f}"
    )
    q, k = place.matrix("q")[10].astype(float), place.matrix("k")[2].astype(float)
    shown = lengths_shown(q, k)
    typed = float(shown["q_length"]) * float(shown["k_length"]) * float(shown["cosine"])
    assert f"{typed:.2f}" == shown["score"]


@pytest.mark.parametrize("seed", range(3))
def test_the_root_of_a_variance_and_its_share_miss_the_shown_ones_by_one_at_most(seed):
    for d_k in SIZES:
        variance = spread(d_k, seed).variance
        typed = round(variance, VARIANCE_PLACES)
        for places, found, shown in (
            (2, typed**0.5, variance**0.5),
            (3, typed / d_k, variance / d_k),
        ):
            assert round(10**places * abs(round(found, places) - round(shown, places))) <= 1
