"""Weight beside effect: each token blocked in turn, beside the model's own mask."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

import attention
from attention.effects import (
    MAX_RUNS,
    Effect,
    cosine_distance,
    effects_of_blocking,
    rank_correlation,
)
from attention.errors import OutOfRange
from tests.attention.drawn import sentence

ANIMAL = "The animal didn't cross the street because it was too tired"


@pytest.fixture(scope="module", params=["minilm", "smollm2"])
def t(request, model) -> attention.Trace:
    return attention.trace(model(request.param), sentence())


@pytest.mark.weights("minilm", "smollm2")
def test_an_effect_is_what_the_models_own_mask_does_to_the_row(t, plain):
    query = t.n_tokens - 2
    found = effects_of_blocking(t, 2, 1, query, limit=4)
    for one in found:
        if (
            one.key
            in attention.trace(
                t.model, ids=list(t.tokens.ids), what_if=attention.WhatIf(block={one.key})
            ).kept_rows
        ):
            continue  # the model's own mask leaves that row without any key
        allowed = torch.ones(1, t.n_tokens, dtype=torch.long)
        allowed[0, one.key] = 0
        hidden = plain(t.model.id).run(list(t.tokens.ids), attention_mask=allowed).hidden
        cosine = torch.nn.functional.cosine_similarity(t.output[query], hidden[query], dim=0)
        assert one.effect == pytest.approx(1 - float(cosine), abs=1e-5)


@pytest.mark.weights("minilm", "smollm2")
def test_weights_are_the_rows_own_and_the_largest_comes_first(t):
    query = 2
    found = effects_of_blocking(t, 1, 3, query)
    row = t.weights(1)[3, query].tolist()
    seen = range(3 if t.model.is_causal else t.n_tokens)
    others = sorted(set(seen) - {query}, key=lambda key: -row[key])
    assert {one.key for one in found} == set(others[:MAX_RUNS])
    assert [one.weight for one in found] == sorted((row[one.key] for one in found), reverse=True)
    assert all(one.weight == row[one.key] for one in found)


@pytest.mark.weights("minilm", "smollm2")
def test_no_more_tokens_are_blocked_than_the_limit(t):
    every = effects_of_blocking(t, 1, 3, 3)
    assert effects_of_blocking(t, 1, 3, 3, limit=2) == every[:2]


@pytest.mark.weights("minilm")
def test_it_rests_more_on_other_tokens_than_the_weights_of_one_head_say(model):
    t = attention.trace(model("minilm"), ANIMAL)
    found = {one.key: one for one in effects_of_blocking(t, 5, 11, 10)}
    assert found[2].weight == pytest.approx(0.647, abs=0.0005)
    assert max(found.values(), key=lambda one: one.weight).key == 2
    assert max(found.values(), key=lambda one: one.effect).key != 2


@pytest.mark.weights("minilm")
def test_a_row_that_is_not_there_is_refused(model):
    with pytest.raises(OutOfRange):
        effects_of_blocking(attention.trace(model("minilm"), "the cat"), 0, 0, 4)


def test_a_vector_turns_by_nothing_a_right_angle_or_round():
    one = torch.tensor([1.0, 0.0])
    assert cosine_distance(one, one) == 0
    assert cosine_distance(one, torch.tensor([0.0, 3.0])) == pytest.approx(1)
    assert cosine_distance(one, torch.tensor([-2.0, 0.0])) == pytest.approx(2)


def made(weights: list[float], effects: list[float]) -> list[Effect]:
    return [Effect(i, *pair) for i, pair in enumerate(zip(weights, effects, strict=True))]


def test_ranks_agree_as_worked_by_hand():
    # Ranks 1 2 3 4 5 beside 2 1 4 3 5: 1 − 6 · 4 / (5 · 24) = 0.8.
    found = rank_correlation(made([0.5, 0.2, 0.15, 0.1, 0.05], [0.08, 0.09, 0.02, 0.03, 0.01]))
    assert found == pytest.approx(0.8)
    # Equal values share their mean rank: 1 2.5 2.5 beside 1 2 3.
    assert rank_correlation(made([3.0, 1.0, 1.0], [3.0, 2.0, 1.0])) == pytest.approx(0.75**0.5)


def test_where_all_are_equal_there_is_no_order_to_compare():
    assert rank_correlation(made([0.5, 0.2], [0.1, 0.1])) is None
    assert rank_correlation(made([0.5], [0.1])) is None


@given(st.lists(st.integers(0, 50), min_size=2, max_size=12, unique=True))
def test_the_same_order_is_one_and_the_reversed_minus_one(values: list[int]) -> None:
    weights = [float(value) for value in values]
    assert rank_correlation(made(weights, [w**3 for w in weights])) == pytest.approx(1)
    assert rank_correlation(made(weights, [-w for w in weights])) == pytest.approx(-1)
