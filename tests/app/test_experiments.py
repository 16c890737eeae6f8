"""The experiment that concerns all heads of the open one's kind."""

import json

import pytest

import attention
from attention.patterns import HeadPattern
from tests.app.conftest import ANIMAL, Seen

pytestmark = pytest.mark.weights("minilm")


def opened(visit, one: HeadPattern) -> Seen:
    seen = visit(model="minilm", text=ANIMAL, lang="en", layer=one.layer, head=one.head)
    seen.at.switch_page("app/pages/what_if.py").run()
    return seen


def test_all_heads_of_the_open_heads_pattern_go_off_at_one_click(visit, model):
    patterns = attention.trace(model("minilm"), ANIMAL).patterns()
    alike = [one for one in patterns if one.name == "broad"]
    seen = opened(visit, alike[0])
    assert seen.at.button(key="preset_pattern").label == f"All {len(alike)} “broad” heads off"
    seen.at.button(key="preset_pattern").click().run()
    ((head, _),) = seen.messages("what_if")
    assert json.loads(head["stamp"]) == {"heads_off": [[one.layer, one.head] for one in alike]}


def test_a_head_without_a_named_pattern_keeps_the_place_of_that_experiment(visit, model):
    patterns = attention.trace(model("minilm"), ANIMAL).patterns()
    nameless = next(one for one in patterns if one.name is None)
    button = opened(visit, nameless).at.button(key="preset_pattern_none")
    assert button.disabled
    assert "none of the named patterns" in button.help
