"""What the page of experiments is drawn from, beside plain arithmetic."""

import numpy as np
import pytest
import torch

import attention
from attention import Trace, WhatIf
from attention.run import again
from attention.what_if_views import (
    head_change,
    most_alike,
    next_changes,
    row_change,
    text_similarity,
    with_constant,
)
from tests.attention import folders
from tests.attention.drawn import sentence

pytestmark = pytest.mark.weights


@pytest.fixture(scope="module")
def before(model) -> Trace:
    return attention.trace(model("minilm"), sentence())


@pytest.fixture(scope="module")
def after(before) -> Trace:
    return again(before, WhatIf(block={0}, temperature=2))


def test_a_change_holds_the_weights_of_both_runs(before, after):
    view = head_change(before, after, 2, 5, 1)
    assert np.array_equal(view.before, before.weights(2)[5].numpy())
    assert np.array_equal(view.after, after.weights(2)[5].numpy())
    assert np.array_equal(view.difference, view.after - view.before)
    assert not view.barred_before.any()
    assert view.barred_after[:, 0].all()
    assert not view.barred_after[:, 1:].any()


def test_last_states_are_compared_by_direction_and_length(before, after):
    view = head_change(before, after, 2, 5, 1)
    was, now = before.output.double().numpy(), after.output.double().numpy()
    lengths = [np.sqrt((states**2).sum(axis=1)) for states in (was, now)]
    assert view.lengths_before == pytest.approx(lengths[0], rel=1e-5)
    assert view.lengths_after == pytest.approx(lengths[1], rel=1e-5)
    assert view.cosines == pytest.approx(
        (was * now).sum(axis=1) / lengths[0] / lengths[1], abs=1e-6
    )


def test_the_same_run_twice_has_turned_nothing(before):
    view = head_change(before, before, 0, 0, 1)
    assert view.cosines.tolist() == [1.0] * before.n_tokens
    assert view.row.moved == 0
    assert text_similarity(before, before) == 1


def test_a_row_worked_by_hand():
    row = row_change(np.float32([0.5, 0.25, 0.25, 0]), np.float32([0, 0, 1, 0]), 4)
    assert (row.entropy_before, row.entropy_after, row.most_entropy) == (1.5, 0.0, 2.0)
    assert (row.top_before, row.top_after) == (0, 2)
    assert (row.largest_before, row.largest_after) == (0.5, 1.0)
    assert row.moved == 0.75


def test_a_uniform_row_has_the_most_entropy():
    even = np.full(8, 1 / 8, dtype=np.float32)
    row = row_change(even, even, 8)
    assert row.entropy_before == row.most_entropy == 3


def test_the_vector_of_a_text_is_the_mean_of_its_tokens(before, after):
    one, other = (t.output.double().numpy().mean(axis=0) for t in (before, after))
    expected = one @ other / np.linalg.norm(one) / np.linalg.norm(other)
    assert text_similarity(before, after) == pytest.approx(expected, abs=1e-6)
    assert next_changes(before, after) == ()


def test_next_tokens_of_both_runs_have_the_probabilities_of_both(model):
    before = attention.trace(model("smollm2"), "The capital of France is")
    after = again(before, WhatIf(block={0}))
    found = next_changes(before, after, top=4)
    was, now = (t.logits[-1].softmax(-1) for t in (before, after))
    ids = {*was.topk(4).indices.tolist(), *now.topk(4).indices.tolist()}
    assert len(found) == len(ids)
    assert [one.after for one in found] == sorted((one.after for one in found), reverse=True)
    expected = sorted(was[sorted(ids)].tolist())
    assert sorted(one.before for one in found) == pytest.approx(expected, rel=1e-4)
    labels = {one.label: one for one in found}
    assert labels["␣Paris"].before == pytest.approx(float(was.max()), rel=1e-4)
    assert labels["␣Paris"].after < labels["␣Paris"].before


def test_the_heads_most_alike_share_most_weight(before):
    found = most_alike(before, 1, 8, 2, off=[(1, 8)], n=3)
    own = before.weights(1)[8, 2]
    shared = {
        (layer, head): sum(min(a, b) for a, b in zip(row.tolist(), own.tolist(), strict=True))
        for layer in range(before.n_layers)
        for head, row in enumerate(before.weights(layer)[:, 2])
        if (layer, head) != (1, 8)
    }
    limit = sorted(shared.values(), reverse=True)[2]
    assert len(found) == 3
    assert all(shared[place] >= limit - 1e-6 for place in found)
    assert not set(found) & set(most_alike(before, 1, 8, 2, off=found, n=3))


@pytest.mark.parametrize("constant", [-50.0, 3.0, 100.0])
def test_a_constant_on_every_score_changes_no_weight(before, constant):
    row = with_constant(before, 3, 1, 2, constant)
    assert row == pytest.approx(before.weights(3)[1, 2].numpy(), abs=1e-5)


def test_a_constant_is_not_added_where_a_sink_would_feel_it(tmp_path):
    t = attention.trace(attention.load(folders.family("gpt_oss", tmp_path)), ids=[5, 6, 7])
    assert with_constant(t, 0, 0, 1, 100.0) is None


def test_a_row_of_a_causal_model_counts_only_what_it_may_look_at(model):
    t = attention.trace(model("smollm2"), "The cat sat down")
    assert head_change(t, t, 0, 0, 0).row.most_entropy == 0
    assert head_change(t, t, 0, 0, 1).row.most_entropy == 1
    lifted = again(t, WhatIf(causal=False))
    assert head_change(t, lifted, 0, 0, 0).barred_before[0].tolist() == [False, True, True, True]
    assert torch.equal(lifted.mask(0), torch.ones(4, 4, dtype=torch.bool))
