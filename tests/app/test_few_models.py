"""A server that offers fewer models than there are, or has other weights for them."""

from dataclasses import replace

import pytest

from app import runs
from app.i18n import LANGUAGES, words
from attention import weights

pytestmark = pytest.mark.weights("minilm")


def errors(seen) -> list[str]:
    pairs = zip(seen.lines, (b for b in seen.html if not b.startswith("<style")), strict=True)
    return [line for line, body in pairs if 'class="notice error"' in body]


@pytest.fixture
def only_minilm(monkeypatch):
    monkeypatch.setenv("ATTENTION_MODELS", "minilm")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.usefixtures("only_minilm")
def test_either_language_opens_on_the_one_model_there_is(visit, lang):
    seen = visit(lang=lang)
    assert errors(seen) == []
    assert seen.charts() == 1
    assert seen.query["model"] == "minilm"


@pytest.mark.usefixtures("only_minilm")
def test_a_link_to_another_model_costs_one_sentence_and_not_the_text(visit):
    seen = visit(text="猫坐在垫子上", model="e5", lang="zh-CN")
    t = words("zh-CN")
    said = t("errors.model_unavailable.not_allowed", model=t("models.e5.name"))
    assert errors(seen) == [said]
    assert seen.text.count(said) == 1
    assert t("notice.instead", model="MiniLM", text="猫坐在垫子上") in seen.text
    assert seen.charts() == 1


@pytest.mark.usefixtures("only_minilm")
def test_e5_is_offered_only_where_it_can_be_had(visit):
    seen = visit(text="动物没有过马路，因为它太累了", model="minilm", lang="en")
    assert "11 of 16 tokens are unknown to MiniLM." in seen.text
    assert "use_e5" not in [button.key for button in seen.at.button]
    assert seen.at.selectbox(key="model").options == [words("en")("models.minilm.about")]


def test_where_no_model_is_set_up_each_sentence_is_said_once(visit, monkeypatch, tmp_path):
    monkeypatch.setenv("ATTENTION_HOME", str(tmp_path))
    runs.shelf.clear()
    runs.small_readings.clear()
    seen = visit(lang="zh-CN")
    t = words("zh-CN")
    name = t("models.e5.name")
    assert errors(seen) == [t("errors.model_unavailable.missing", model=name), t("errors.no_model")]


def test_weights_of_the_hub_are_named_and_carry_no_numbers_of_the_wheels(visit, monkeypatch):
    link = {"model": "minilm", "lang": "en", "layer": 5, "head": 11, "query": 10, "key": 2}
    text = "The animal didn't cross the street because it was too tired"
    assert "original weights" not in visit(text=text, **link).text
    here = replace(weights.info("minilm"), source="hub")
    monkeypatch.setattr("app.examples.info", lambda model: here)
    monkeypatch.setattr("attention.weights.info", lambda model: here)
    seen = visit(text=text, **link)
    assert f"the original weights of {here.hub_id}" in seen.text
    assert "do not call it a pronoun head" not in seen.text
    seen.at.session_state["examples"] = True
    seen.at.run()
    assert "pronoun head" not in seen.text


@pytest.mark.parametrize("name", ["my_model *1*", "a[b](c) $x$"])
def test_a_models_own_name_is_an_option_as_it_stands(visit, name):
    seen = visit(text="hi", model=name)
    assert name in seen.at.selectbox(key="model").options
