"""Heads' patterns in the embedded models: the numbers that must show."""

from collections import Counter

import numpy as np
import pytest
import torch

import attention
from attention import patterns
from bench import probe_statistics as probes
from tests.cases import case

ANIMAL = "The animal didn't cross the street because it was too tired"


@pytest.mark.weights("minilm")
def test_minilm_has_its_positional_heads_and_its_sinks(model):
    found = attention.trace(model("minilm"), ANIMAL).patterns()
    first = {(one.layer, one.head): one for one in reversed(found)}
    previous, following = first[0, 2], first[1, 8]
    assert (previous.name, following.name) == ("previous", "next")
    assert previous.score == pytest.approx(0.9998, abs=5e-5)
    assert (following.score, following.words) == pytest.approx((0.5511, 0.6326), abs=5e-4)
    names = Counter(one.name for one in found)
    assert names["first"] == 28
    assert names["separator"] == 0
    assert len(first) == 72
    assert names[None] > 0
    assert all(one.words is one.rescaled is None for one in found if one.name == "first")


@pytest.mark.weights("minilm")
def test_l0h2_looks_at_the_previous_token_in_every_probe(model):
    texts = probes.sentences("en")
    assert len(texts) == 30
    for text in texts:
        t = attention.trace(model("minilm"), text)
        given = t.steps(0, 2).weights.diagonal(-1)
        assert float(given.mean()) >= 0.99
        (own,) = (one for one in t.patterns() if (one.layer, one.head) == (0, 2))
        assert own.name == "previous"
        assert own.score == pytest.approx(float(given.mean()), abs=1e-6)
    habit = patterns.probed("minilm", "en").of("previous", 0, 2)
    assert habit.least >= 0.99
    assert (habit.n_named, habit.n_texts) == (30, 30)


@pytest.mark.weights("smollm2")
@pytest.mark.parametrize("id", ["F07", "F12"])
def test_induction_heads_are_found_where_ids_are_said_twice(model, id):
    reference = case(id)["reference_values"]
    t = attention.trace(model("smollm2"), ids=reference["ids"])
    score = patterns.scores(t.layers(), t.tokens)
    for name in ("induction", "duplicate"):
        for row in reference[name]:
            at = (patterns.NAMES.index(name), row["layer"], row["head"])
            assert score.raw[at] == pytest.approx(row["score"], abs=5e-3)
    named = {(one.layer, one.head) for one in t.patterns() if one.name == "induction"}
    assert {(18, 6), (17, 4), (17, 5)} <= named
    if id == "F07":
        assert len(named) == 3


@pytest.mark.weights("smollm2")
def test_no_head_is_called_induction_where_nothing_is_said_twice(model):
    smollm2 = model("smollm2")
    ids = case("F12")["reference_values"]["ids"][:25]
    for t in (
        attention.trace(smollm2, ids=ids),
        attention.trace(smollm2, "Wet leaves are slippery"),
    ):
        score = patterns.scores(t.layers(), t.tokens)
        assert np.isnan(score.raw[patterns.NAMES.index("induction")]).all()
        assert "induction" not in {one.name for one in t.patterns()}
    same_places = torch.arange(13, 25)
    t = attention.trace(smollm2, ids=ids)
    for layer, head in ((18, 6), (17, 4), (17, 5)):
        assert float(t.weights(layer)[head, same_places, same_places - 12].mean()) <= 0.04


@pytest.mark.weights("smollm2")
@pytest.mark.parametrize("text", [ANIMAL, "The capital of France is"])
def test_l18h8_parks_its_weight_on_the_first_token(model, text):
    found = attention.trace(model("smollm2"), text).patterns()
    own = next(one for one in found if (one.layer, one.head) == (18, 8))
    assert own.name == "first"
    assert own.score >= 0.9999


@pytest.mark.weights("smollm2")
def test_a_word_is_the_same_with_or_without_the_blank_in_front(model):
    reference = case("F09")["reference_values"]["typed"]
    t = attention.trace(model("smollm2"), reference["text"])
    score = patterns.scores(t.layers(), t.tokens)
    for row in reference["induction"]:
        at = (patterns.NAMES.index("induction"), row["layer"], row["head"])
        assert score.raw[at] == pytest.approx(row["score"], abs=5e-3)
    assert score.least[patterns.NAMES.index("induction"), 18, 6] == pytest.approx(0.003, abs=5e-4)
