"""The experiments of the course, each against numbers reckoned in another way."""

import math

import numpy as np
import pytest
import torch

import attention
from attention.experiments import added, masking, order
from attention.experiments.paths import KINDS, growth, path
from attention.experiments.random_scores import SIZES, saturation, softness, spread
from attention.experiments.temperature import next_tokens, row_at

ANIMAL = "The animal didn't cross the street because it was too tired"


@pytest.mark.parametrize("d_k", SIZES)
@pytest.mark.parametrize("seed", [0, 7])
def test_the_variance_of_random_scores_is_about_d_k(d_k, seed):
    found = spread(d_k, seed)
    assert found.variance == pytest.approx(np.var(found.scores.astype(float)), rel=1e-6)
    assert found.variance == pytest.approx(d_k, rel=0.12)
    assert abs(found.mean) < 5 * math.sqrt(d_k / len(found.scores))


def test_another_seed_draws_other_scores_and_the_same_seed_the_same():
    spread.cache_clear()
    first = spread(16, 3).scores.copy()
    spread.cache_clear()
    assert np.array_equal(first, spread(16, 3).scores)
    assert not np.array_equal(first, spread(16, 4).scores)


def test_without_the_division_softmax_saturates_and_with_it_nothing_changes():
    small, large = saturation(4, 0), saturation(1024, 0)
    assert large.raw.largest > 0.95 > 0.5 > small.raw.largest
    assert large.raw.entropy < 0.2 < small.raw.entropy
    assert large.raw.gradient < small.raw.gradient / 4
    for scaled in (small.scaled, large.scaled):
        assert scaled.largest == pytest.approx(0.25, abs=0.02)
        assert scaled.gradient == pytest.approx(0.175, abs=0.02)


def test_the_measured_gradient_is_that_of_the_formula():
    rows = torch.tensor([[0.0, 1.0, 3.0], [2.0, 2.0, 0.0]])
    weights = torch.softmax(rows.double(), -1).amax(-1)
    measured = softness(rows)
    assert measured.gradient == pytest.approx(float((weights * (1 - weights)).mean()), abs=1e-12)
    assert measured.largest == pytest.approx(float(weights.mean()), abs=1e-12)


def test_equal_scores_have_the_largest_entropy():
    assert softness(torch.zeros(2, 8)).entropy == pytest.approx(3.0)


@pytest.mark.weights
def test_a_mask_before_softmax_renormalises_and_one_after_it_loses(model):
    steps = attention.trace(model("minilm"), ANIMAL).steps(5, 11)
    row = masking.causal_row(steps, 10)
    powers = np.exp(steps.scaled[10].double().numpy())
    assert row.before[:11].numpy() == pytest.approx(powers[:11] / powers[:11].sum(), abs=1e-9)
    assert row.after[:11].numpy() == pytest.approx(powers[:11] / powers.sum(), abs=1e-9)
    assert float(row.before.sum()) == pytest.approx(1)
    assert row.left == pytest.approx(0.925, abs=0.001)
    assert not row.before[11:].any()
    assert not row.after[11:].any()


@pytest.mark.weights
def test_a_fully_masked_row_is_nan_or_wrongly_even_or_nothing(model):
    found = masking.nothing_to_see(attention.trace(model("e5"), "孩子们累了").steps(8, 8), 2)
    assert found.infinite.isnan().all()
    assert torch.allclose(found.huge, torch.full_like(found.huge, 1 / len(found.huge)))
    assert not found.zeroed.any()


@pytest.mark.weights
@pytest.mark.parametrize("name", ["minilm", "e5"])
def test_without_positions_a_shuffle_only_rearranges_the_map(model, name):
    trace = attention.trace(model(name), "My old dog was much too wide for it")
    for layer in (0, trace.n_layers - 1):
        without = order.shuffle(trace, layer, positions=False)
        own = order.shuffle(trace, layer, positions=True)
        assert without.difference < 1e-5
        assert own.difference > 0.05
        # The experiment would say nothing if every row were even.
        assert float(without.weights.amax()) > 2 / trace.n_tokens
        assert sorted(without.order) == list(range(trace.n_tokens))
    assert torch.equal(order.shuffle(trace, 0, positions=True).weights, trace.weights(0))


@pytest.mark.weights
@pytest.mark.parametrize("name", ["minilm", "smollm2"])
def test_lengths_are_those_of_the_models_own_states(model, name):
    loaded = model(name)
    trace = attention.trace(loaded, ANIMAL)
    found = added.lengths(trace, 3)
    assert found is not None
    assert len(found) == trace.n_layers
    with torch.inference_mode():
        states = loaded.body(
            input_ids=torch.tensor([trace.tokens.ids]), output_hidden_states=True
        ).hidden_states
    assert found[2].residual == pytest.approx(float(states[2][0, 3].norm()), abs=1e-5)
    bias = trace.projection(2).b_o
    output = trace.contributions(2)[:, 3].sum(0) + (0 if bias is None else bias)
    assert found[2].attention == pytest.approx(float(output.norm()), abs=1e-3)


@pytest.mark.weights
def test_two_temperatures_work_in_two_places(model):
    trace = attention.trace(model("smollm2"), "The capital of France is")
    steps = trace.steps(17, 4)
    assert row_at(steps, 4, 1.0) == pytest.approx(steps.weights[4].numpy(), abs=1e-6)
    assert row_at(steps, 4, 4.0).max() < row_at(steps, 4, 1.0).max()
    row = torch.from_numpy(steps.masked[4].double().numpy() / 4).softmax(-1)
    assert row_at(steps, 4, 4.0) == pytest.approx(row.numpy(), abs=1e-6)
    logits = trace.logits[-1].double()
    for temperature in (0.5, 2.0):
        wanted = (logits / temperature).softmax(-1).topk(5).values.tolist()
        found = [one.probability for one in next_tokens(trace, temperature)]
        assert found == pytest.approx(wanted, rel=1e-9)
    cold, warm = next_tokens(trace, 0.5), next_tokens(trace, 2.0)
    assert [one.label for one in cold] == [one.label for one in warm]
    assert cold[0].probability > warm[0].probability
    assert next_tokens(attention.trace(model("minilm"), "hello there"), 1.0) == ()


def test_paths_lead_from_the_first_word_to_the_second():
    for early, late in ((0, 1), (2, 10), (0, 40)):
        for kind in KINDS:
            found = path(kind, early, late)
            assert found.stops[0] == (0, early)
            assert found.stops[-1] == (found.n_layers, late)
            assert all(early <= place <= late for _, place in found.stops)
        assert path("rnn", early, late).hops == late - early
        layers = path("cnn", early, late).hops
        assert 3 ** (layers - 1) <= late - early < 3**layers
        assert path("attention", early, late).hops == 1


def test_growth_is_that_of_the_papers_table():
    rnn, cnn, attends = (growth(kind, 10, 384) for kind in KINDS)
    assert (rnn.work, rnn.in_a_row, rnn.longest) == (10 * 384**2, 10, 9)
    assert (cnn.work, cnn.in_a_row) == (3 * 10 * 384**2, 1)
    assert (attends.work, attends.in_a_row, attends.longest) == (100 * 384, 1, 1)
