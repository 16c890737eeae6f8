"""Questions made from runs: each has one right answer, and an independent reckoning agrees."""

import pytest

import attention
from attention.questions import ASKED, Number, Place, ask
from attention.questions.record import alike, question
from bench.probe_statistics import sentences
from tests.attention.asked import check, somewhere

pytestmark = pytest.mark.weights

RUNS = (("minilm", "en"), ("e5", "zh"), ("smollm2", "en"))
OFTEN = 20  # of 24 sentences: a question asked of fewer has hardly been tested
NAMES = [maker.__name__ for makers in ASKED.values() for maker in makers]


@pytest.mark.parametrize(("name", "language"), RUNS)
def test_every_question_of_many_sentences_has_exactly_one_right_answer(model, name, language):
    made = dict.fromkeys(NAMES, 0)
    for number, text in enumerate(sentences(language)[:24]):
        place = somewhere(model(name), text, number)
        for lesson, makers in ASKED.items():
            found = {maker.__name__: ask(maker.__name__, place) for maker in makers}
            asked = {key: one for key, one in found.items() if one is not None}
            assert len(asked) >= 2, (lesson, text, place)
            for key, one in asked.items():
                made[key] += 1
                check(one, place)
    never = {key for key, times in made.items() if not times}
    assert never == ({"shuffled"} if name == "smollm2" else set())
    rare = {key: times for key, times in made.items() if times < OFTEN and key not in never}
    assert rare == {}


def test_a_new_sentence_gives_new_numbers(model):
    texts = ("The animal was too tired", "My old dog was much too wide")
    first, second = (
        ask("divide", Place(attention.trace(model("minilm"), text), 3, 1, 4, 2)) for text in texts
    )
    assert first is not None
    assert second is not None
    assert first.choices != second.choices


def test_an_answer_too_near_the_right_one_is_left_out():
    made = question("near", {}, Number(1.0, 3), (Number(1.002, 3), "near"), (Number(2, 3), "far"))
    assert made is not None
    assert [choice.why for choice in made.choices] == ["right", "far"]
    assert question("none", {}, Number(1.0, 3), (Number(1.001, 3), "near")) is None


def test_counts_are_alike_only_if_they_are_equal():
    assert not alike(Number(100), Number(101))
    assert alike(Number(7), Number(7))
    assert alike(Number(0.0501, 3), Number(0.0502, 3))


def test_a_text_of_one_visible_token_leaves_no_question_with_a_wrong_key(model):
    place = Place(attention.trace(model("smollm2"), "Hello"), 0, 0, 0, 0)
    for name in NAMES:
        asked = ask(name, place)
        if asked is not None:
            check(asked, place)
