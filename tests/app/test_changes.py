"""From a link's switches to a change that fits: what is not there is dropped and named."""

from dataclasses import replace

import pytest

import attention
from app.changes import UNCHANGED, fitted, presets, what_if_of
from app.selection import Selection
from attention import WhatIf
from attention.errors import InvalidSwitch, OutOfRange
from attention.pattern_views import habits
from tests.app.conftest import ANIMAL

pytestmark = pytest.mark.weights("minilm")


@pytest.fixture(scope="module")
def t(model) -> attention.Trace:
    return attention.trace(model("minilm"), ANIMAL)


def read(**query: str) -> Selection:
    return Selection.from_query({"text": ANIMAL, "model": "minilm", "lang": "en", **query})


def test_a_link_says_every_switch(t):
    link = {
        "off": "5.11,3.1",
        "uniform": "0.0",
        "block": "2,0",
        "block_layers": "1",
        "scale": "none",
        "temperature": "0.5",
        "causal": "1",
    }
    selection, wrong = fitted(read(**link), t)
    assert wrong == []
    assert what_if_of(selection) == WhatIf(
        {(5, 11), (3, 1)}, {(0, 0)}, {0, 2}, {1}, "none", 0.5, True
    )
    written = selection.to_query()
    assert {name: written[name] for name in link} == {**link, "off": "3.1,5.11", "block": "0,2"}


def test_a_link_without_switches_changes_nothing(t):
    selection, wrong = fitted(read(), t)
    assert wrong == []
    assert not what_if_of(selection)
    assert not selection.to_query().keys() & UNCHANGED.keys()


@pytest.mark.parametrize(
    ("link", "kept", "reason"),
    [
        ({"off": "99.99"}, {}, OutOfRange),
        ({"off": "99.99,5.11"}, {"off": "5.11"}, OutOfRange),
        ({"off": "5.12"}, {}, OutOfRange),
        ({"uniform": "6.0,1.2"}, {"uniform": "1.2"}, OutOfRange),
        ({"block": "999"}, {}, OutOfRange),
        ({"block": "2,15"}, {"block": "2"}, OutOfRange),
        ({"block": "2", "block_layers": "6"}, {"block": "2"}, OutOfRange),
        ({"temperature": "9999"}, {}, InvalidSwitch),
        ({"scale": "99999"}, {}, InvalidSwitch),
        ({"temperature": "9999", "scale": "none"}, {"scale": "none"}, InvalidSwitch),
    ],
)
def test_what_is_not_there_is_dropped_and_the_rest_is_kept(t, link, kept, reason):
    selection, wrong = fitted(read(**link), t)
    assert [type(one.reason) for one in wrong] == [reason]
    written = selection.to_query()
    assert {name: written[name] for name in UNCHANGED if name in written} == kept


def test_what_can_not_be_read_is_no_switch(t):
    for link in ({"scale": "nan"}, {"temperature": "inf"}, {"block": "-1"}, {"off": "5"}):
        selection, wrong = fitted(read(**link), t)
        assert (wrong, bool(what_if_of(selection))) == ([], False)


def test_an_encoder_is_offered_a_causal_mask_and_a_causal_model_to_lift_it(t, model):
    offered = presets(read(layer="5", head="11"), t, habits(t))
    assert list(offered) == ["unscaled", "head", "pattern", "even", "first", "causal"]
    assert offered["head"] == {**UNCHANGED, "off": ((5, 11),)}
    causal = attention.trace(model("smollm2"), "The cat sat")
    assert presets(read(), causal, habits(causal))["lift"] == {**UNCHANGED, "causal": False}


def test_a_head_with_a_pattern_is_offered_with_all_of_its_kind(t):
    named = [(one.layer, one.head, one.name) for one in t.patterns()]
    alike = tuple((layer, head) for layer, head, name in named if name == "first")
    assert len(alike) > 1
    for layer, head in alike:
        if next(name for *place, name in named if place == [layer, head]) != "first":
            continue
        offered = presets(read(layer=str(layer), head=str(head)), t, habits(t))
        assert offered["pattern"] == {**UNCHANGED, "off": alike}
        link = replace(read(), **offered["pattern"]).to_query()
        assert fitted(read(**link), t)[0].off == alike


def test_a_head_without_a_pattern_or_alone_with_it_is_not(t):
    named = [(one.layer, one.head, one.name) for one in t.patterns()]
    alone = [place for *place, name in named if name == "previous"]
    without = next(place for *place, name in named if name is None)
    assert len(alone) == 1
    for layer, head in (*alone, without):
        assert presets(read(layer=str(layer), head=str(head)), t, habits(t))["pattern"] is None
