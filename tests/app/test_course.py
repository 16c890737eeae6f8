"""The course without a browser: every step in both languages, and how questions are answered."""

import re
from functools import partial

import pytest

import attention
from app.i18n import LANGUAGES, words
from app.lessons.course import LESSONS
from attention.questions import ASKED, Place, ask
from tests.app.conftest import ANIMAL, LINKS, Seen

pytestmark = pytest.mark.weights


@pytest.fixture
def course(visit_page):
    """Give a function that opens the page at an address."""
    return partial(visit_page, "course")


def answer(seen: Seen, choice: int, own_words: str = "") -> None:
    """Answer the open question."""
    seen.at.radio[0].set_value(choice)
    if own_words:
        seen.at.text_input[0].set_value(own_words)
    seen.at.button[-1].click().run() if len(seen.at.button) == 1 else check(seen)


def check(seen: Seen) -> None:
    """Press the button of the form."""
    t = words(seen.query["lang"])
    next(b for b in seen.at.button if b.label == t("course.check")).click().run()


def complaints(seen: Seen) -> list[str]:
    return [body for body in seen.html if 'class="notice' in body]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("lesson", LESSONS)
def test_every_step_of_every_lesson_is_drawn_and_its_questions_can_be_answered(
    course, lesson, lang
):
    name = "minilm" if lang == "en" else "e5"
    seen = course(model=name, lang=lang, lesson=lesson, **LINKS[name])
    n_asked = 0
    for step in range(1, len(LESSONS[lesson]) + 1):
        seen.at.query_params["step"] = str(step)
        seen.at.run()
        while seen.at.radio:
            n_asked += 1
            answer(seen, 0)
            assert not seen.at.exception
        assert complaints(seen) == []
        assert "{" not in seen.text
    assert n_asked >= 2
    told = sum("told" in body for body in seen.html)
    assert told <= n_asked


@pytest.mark.parametrize("lesson", LESSONS)
def test_every_step_is_drawn_for_a_causal_model(course, lesson):
    seen = course(model="smollm2", lang="en", lesson=lesson, **LINKS["smollm2"])
    for step in range(1, len(LESSONS[lesson]) + 1):
        seen.at.query_params["step"] = str(step)
        seen.at.run()
        while seen.at.radio:
            answer(seen, 0)
        assert complaints(seen) == []
        assert not seen.at.exception


def test_the_numbers_open_only_when_the_question_is_answered(course, model):
    seen = course(model="minilm", lang="en", lesson=3, step=2, **LINKS["minilm"])
    trace = attention.trace(model("minilm"), ANIMAL)
    assert seen.messages("steps") == []
    weights = (1000 * trace.steps(5, 11).weights[10]).round().numpy().astype("<u2").tobytes()
    assert weights not in seen.messages("sentence")[0][1]
    asked = ask("divide", Place(trace, 5, 11, 10, 2))
    assert asked is not None
    answer(seen, asked.right)
    assert words("en")("course.right") in seen.text
    assert len(seen.messages("steps")) == 1
    assert seen.messages("steps")[0][0]["stages"] == ["scores", "scaled"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_wrong_answer_is_told_why_and_so_is_every_other(course, model, lang):
    seen = course(model="minilm", lang=lang, lesson=3, step=2, **LINKS["minilm"])
    asked = ask("divide", Place(attention.trace(model("minilm"), ANIMAL), 5, 11, 10, 2))
    assert asked is not None
    wrong = next(i for i, choice in enumerate(asked.choices) if not choice.is_right)
    answer(seen, wrong, "I divided by <d_model>")
    told = next(body for body in seen.html if 'class="told"' in body)
    assert words(lang)("course.wrong") in told
    assert told.count("✓") == 1
    assert told.count("✗") == len(asked.choices) - 1
    assert "&lt;d_model&gt;" in told
    assert "<d_model>" not in told


def test_a_new_sentence_asks_anew(course):
    seen = course(model="minilm", lang="en", lesson=3, step=2, **LINKS["minilm"])
    answer(seen, 0)
    assert not seen.at.radio
    seen.at.query_params["text"] = "The old bridge was too narrow for it"
    seen.at.run()
    assert seen.at.radio


def test_walking_over_the_keys_does_not_ask_anew(course):
    seen = course(model="minilm", lang="en", lesson=3, step=2, **LINKS["minilm"])
    answer(seen, 0)
    seen.at.query_params["key"] = "5"
    seen.at.run()
    assert not seen.at.radio


def test_what_was_answered_can_be_taken_along_and_is_kept_nowhere_else(course, visit):
    seen = course(model="minilm", lang="en", lesson=3, step=2, **LINKS["minilm"])
    assert not seen.at.get("download_button")
    answer(seen, 0, "a guess")
    assert len(seen.at.get("download_button")) == 1
    assert "1 answered" in seen.text
    other = course(model="minilm", lang="en", lesson=3, step=2, **LINKS["minilm"])
    assert other.at.radio
    assert not other.at.get("download_button")


def test_nothing_chosen_leaves_the_question_open(course):
    seen = course(model="minilm", lang="en", lesson=3, step=2, **LINKS["minilm"])
    check(seen)
    assert seen.at.radio
    assert not seen.at.exception


@pytest.mark.parametrize("step", [0, 99])
def test_a_step_outside_a_lesson_is_its_last(course, step):
    seen = course(model="minilm", lang="en", lesson=3, step=step, **LINKS["minilm"])
    assert "Summary" in seen.text
    assert not seen.at.exception


def test_a_prepared_link_leads_to_the_row_that_is_open(course):
    seen = course(model="minilm", lang="en", lesson=3, step=6, **LINKS["minilm"])
    links = [e.proto for e in seen.at.get("page_link")]
    (link,) = [one for one in links if one.label == words("en")("course.try_steps")]
    query = set(re.split("[?&]", link.query_string))
    assert {"layer=5", "head=11", "query=10", "stage=scores"} <= query
    assert not [part for part in query if part.startswith(("lesson", "step"))]


def test_every_question_has_its_sentences_in_both_languages():
    names = {maker.__name__ for makers in ASKED.values() for maker in makers}
    for lang in LANGUAGES:
        entries = words(lang).entries
        assert {key.split(".")[1] for key in entries if key.startswith("quiz.")} == names
        for name in names:
            assert f"quiz.{name}.ask" in entries
            assert f"quiz.{name}.because_right" in entries


def test_the_marks_of_a_model_are_explained_before_they_are_asked_about(course):
    seen = course(model="minilm", lang="en", lesson=3, **LINKS["minilm"])
    assert words("en")("course.marks", names="[CLS], [SEP]") in seen.text
    without = course(model="smollm2", lang="en", lesson=3, **LINKS["smollm2"])
    assert "marks of the model" not in without.text
