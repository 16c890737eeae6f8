"""The page of experiments, drawn without a browser: what it says, and what it sends to one."""

import json

import numpy as np
import pytest

import attention
from app.i18n import LANGUAGES, words
from attention import WhatIf
from tests.app.conftest import ANIMAL, Seen

pytestmark = pytest.mark.weights

LINKS = {
    "minilm": {"text": ANIMAL, "layer": 5, "head": 11, "query": 10, "key": 2},
    "e5": {"text": "孩子们累了，他们想回家", "layer": 8, "head": 8, "query": 6},
    "smollm2": {"text": "The capital of France is", "layer": 17, "head": 4, "query": 4},
}


@pytest.fixture
def experiment(visit):
    """Give a function that opens the page at an address."""

    def open_page(name: str = "minilm", **query: object) -> Seen:
        seen = visit(model=name, **{"lang": "en", **LINKS[name], **query})
        seen.at.switch_page("app/pages/what_if.py").run()
        assert not seen.at.exception
        return seen

    return open_page


def sent(seen: Seen) -> tuple[dict, np.ndarray, np.ndarray]:
    """Take apart what the browser is given: the head, the rows and states, the maps."""
    ((head, body),) = seen.messages("what_if")
    n = len(head["labels"])
    floats = np.frombuffer(body, dtype="<f4", count=5 * n).reshape(5, n)
    maps = np.frombuffer(body, dtype="<u2", offset=20 * n).reshape(3, n, n)
    return head, floats, maps


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", LINKS)
def test_the_page_is_drawn_for_every_model_in_every_language(experiment, name, lang):
    seen = experiment(name, lang=lang, off="0.1", block="0", temperature="2")
    t = words(lang)
    assert t("errors.unexpected") not in seen.text
    head, *_ = sent(seen)
    assert head["words"] == t.group("what_if")
    assert t("change.next" if name == "smollm2" else "change.text") in seen.text
    assert t("effects.title") in seen.text


@pytest.mark.parametrize("name", LINKS)
def test_the_browser_is_sent_the_numbers_of_both_runs(experiment, model, name):
    link = LINKS[name]
    changed = WhatIf(heads_off={(0, 1)}, scale="none")
    before = attention.trace(model(name), link["text"])
    after = attention.trace(model(name), link["text"], what_if=changed)
    head, floats, maps = sent(experiment(name, off="0.1", scale="none"))
    layer, number, query = link["layer"], link["head"], link["query"]
    was, now = (t.weights(layer)[number].numpy() for t in (before, after))
    assert np.array_equal(floats[0], was[query])
    assert np.array_equal(floats[1], now[query])
    assert floats[3] == pytest.approx(before.output.norm(dim=-1).numpy())
    assert floats[4] == pytest.approx(after.output.norm(dim=-1).numpy())
    allowed = maps[0] != 65535
    assert np.array_equal(maps[0][allowed], np.rint(1000 * was.astype(float))[allowed])
    difference = maps[2].view("<i2")
    assert np.abs(difference - 1000 * (now.astype(float) - was)).max() <= 0.5 + 1e-3
    assert head["facts"]["moved"] == pytest.approx(np.abs(now[query] - was[query]).sum() / 2)


def test_without_scaling_it_looks_at_the_animal_alone(experiment):
    seen = experiment(scale="none")
    assert (
        "The weight it gives to animal goes from 0.647 to 1.000; "
        "entropy from 1.96 to 0.00 bits: the row is sharper." in seen.text
    )
    assert words("en")("change.untrained") in seen.text


def test_nothing_changed_is_said_so(experiment):
    assert words("en")("change.nothing") in experiment().text


def test_a_head_that_is_off_keeps_its_map_and_the_page_says_why(experiment):
    seen = experiment(off="5.11")
    assert words("en")("change.same_off") in seen.text
    assert "The last state of it has cosine 0.8952 with what it was." in seen.text
    seen.at.button(key="also_off").click().run()
    assert seen.query["off"].split(",")[-1] == "5.11"
    assert len(seen.query["off"].split(",")) == 3


def test_little_change_is_explained_as_redundancy(experiment):
    seen = experiment("smollm2", off="17.4")
    assert "Heads off: 1. The last state of ␣is still has cosine 0.9998" in seen.text
    assert "That is not a failure of the experiment" in seen.text


def test_a_change_behind_the_open_head_can_not_move_it(experiment):
    assert words("en")("change.same_later") in experiment(layer=2, head=0, off="4.1").text
    moved = experiment(layer=5, head=11, off="4.1").text
    assert words("en")("change.same_later") not in moved


def test_hiding_the_first_token_says_where_its_weight_went(experiment):
    seen = experiment(block="0")
    assert "it gave 0.151 of this row to what is now hidden" in seen.text
    assert "the old weights would add up to 0.849 only" in seen.text
    assert "lose their last key" not in seen.text


def test_a_token_is_hidden_on_the_page_only_in_the_layers_that_hide_it(experiment):
    for layers, hidden in (("5", True), ("2,5", True), ("2", False)):
        head, *_ = sent(experiment(block="2", block_layers=layers))
        assert head["blocked"] == [hidden and key == 2 for key in range(15)], layers


def test_a_row_that_keeps_its_last_key_is_named(experiment):
    seen = experiment("smollm2", block="0")
    assert "These rows would have lost their last key, so they keep one: The (0)." in seen.text
    assert "␣Paris" in seen.text


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("link", "key", "fields"),
    [
        ({"off": "99.99"}, "notice.absent", {"name": "off", "value": "99.99"}),
        ({"block": "999"}, "notice.absent", {"name": "block", "value": "999"}),
        ({"temperature": "9999"}, "errors.switch.temperature", {"value": 9999.0}),
        ({"scale": "99999"}, "errors.switch.scale", {"value": 99999.0}),
    ],
)
def test_a_link_that_can_not_be_followed_gets_one_sentence(experiment, lang, link, key, fields):
    t = words(lang)
    seen = experiment(lang=lang, uniform="1.2", **link)
    if "name" in fields:
        fields = {**fields, "what": t(f"parameters.{fields['name']}")}
    assert seen.text.count(t(key, **fields)) == 1
    head, *_ = sent(seen)
    assert json.loads(head["stamp"]) == {"uniform_heads": [[1, 2]]}
    assert seen.query["uniform"] == "1.2"


@pytest.mark.parametrize("link", [{"scale": "nan"}, {"causal": "yes"}, {"block": "-1"}])
def test_a_switch_that_can_not_be_read_is_named_and_left_out(visit, link):
    seen = visit(model="minilm", lang="en", off="5.11", **LINKS["minilm"], **link)
    ((name, value),) = link.items()
    what = words("en")(f"parameters.{name}")
    assert seen.text.count(words("en")("notice.lost", what=what, name=name, value=value)) == 1
    assert seen.query["off"] == "5.11"
    assert name not in seen.query


def test_a_preset_is_one_click_and_reset_takes_it_back(experiment):
    seen = experiment(temperature="3")
    seen.at.button(key="preset_unscaled").click().run()
    assert seen.query["scale"] == "none"
    assert "temperature" not in seen.query
    assert words("en")("change.everywhere") in seen.text
    seen.at.button(key="reset").click().run()
    assert "scale" not in seen.query
    assert words("en")("change.nothing") in seen.text


def test_every_switch_goes_to_the_address(experiment):
    seen = experiment()
    seen.at.select_slider(key="temperature").set_value(2.0).run()
    seen.at.multiselect(key="off").set_value([(3, 1), (0, 2)]).run()
    seen.at.multiselect(key="uniform").set_value([(1, 1)]).run()
    seen.at.multiselect(key="block").set_value([3]).run()
    seen.at.multiselect(key="block_layers").set_value([4, 1]).run()
    wanted = {"temperature": "2.0", "off": "0.2,3.1", "uniform": "1.1", "block": "3"}
    assert {name: seen.query[name] for name in wanted} == wanted
    assert seen.query["block_layers"] == "1,4"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_weight_is_held_against_effect_only_when_asked_for(experiment, lang):
    seen = experiment(lang=lang)
    t = words(lang)
    assert t("effects.by_effect") not in seen.text
    seen.at.button(key="run_effects").click().run()
    assert t("effects.by_effect") in seen.text
    for number in ("0.647", "0.1983", "0.151", "0.3698", "0.62"):
        assert number in seen.text


def test_the_constant_that_changes_nothing_is_tried_on_this_row(experiment):
    said = "Tried here: 100 added to every score of this row. Largest change of a weight: 0.0000."
    assert said in experiment().opened("expected").text
