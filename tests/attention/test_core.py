"""The formula against numbers worked by hand, and against its own corner cases."""

import math

import pytest
import torch

from attention.core import attend, softmax


def row(*numbers: float) -> torch.Tensor:
    return torch.tensor(numbers).reshape(1, 1, 1, -1)


def test_every_step_equals_the_numbers_a_person_computes() -> None:
    q = torch.tensor([[1.0, 0.0], [1.0, 1.0]]).reshape(1, 1, 2, 2)
    k = torch.tensor([[1.0, 0.0], [0.0, 2.0]]).reshape(1, 1, 2, 2)
    v = torch.tensor([[1.0, 10.0], [2.0, 20.0]]).reshape(1, 1, 2, 2)
    steps = attend(q, k, v)
    assert steps.scores[0, 0].tolist() == [[1.0, 0.0], [1.0, 2.0]]
    assert steps.scale == pytest.approx(1 / math.sqrt(2))
    assert steps.scaled[0, 0, 1].tolist() == pytest.approx([0.7071, 1.4142], abs=1e-4)
    # exp(0.7071) = 2.0281, exp(1.4142) = 4.1133, sum 6.1414
    assert steps.weights[0, 0, 1].tolist() == pytest.approx([0.3302, 0.6698], abs=1e-4)
    # 0.3302 · 1 + 0.6698 · 2 = 1.6698
    assert steps.output[0, 0, 1].tolist() == pytest.approx([1.6698, 16.698], abs=1e-3)


def test_large_scores_do_not_overflow() -> None:
    weights = softmax(row(1000.0, 999.0, 0.0))
    assert weights.flatten().tolist() == pytest.approx([0.7311, 0.2689, 0.0], abs=1e-4)


def test_a_row_without_any_key_is_zero_not_nan() -> None:
    q = k = v = torch.randn(1, 2, 3, 4)
    mask = torch.ones(1, 1, 3, 3, dtype=torch.bool)
    mask[0, 0, 1] = False
    steps = attend(q, k, v, mask=mask)
    assert steps.weights[0, :, 1].eq(0).all()
    assert steps.output[0, :, 1].eq(0).all()
    assert steps.weights[0, :, [0, 2]].sum(-1).allclose(torch.ones(2, 2))
    assert steps.weights.isfinite().all()


def test_masked_pairs_are_minus_infinity_before_and_exactly_zero_after_softmax() -> None:
    q = k = v = torch.randn(1, 1, 4, 8)
    mask = torch.ones(1, 1, 4, 4, dtype=torch.bool).tril()
    steps = attend(q, k, v, mask=mask)
    assert steps.masked[~mask.expand_as(steps.masked)].eq(float("-inf")).all()
    assert steps.weights.triu(1).eq(0).all()
    assert torch.equal(steps.scaled, attend(q, k, v).scaled)


def test_the_scale_that_is_given_wins_over_the_root_of_the_width() -> None:
    q = k = v = torch.randn(1, 1, 3, 4)
    assert attend(q, k, v).scale == 0.5
    steps = attend(q, k, v, scale=1.0)
    assert torch.equal(steps.scaled, steps.scores)


def test_softcap_bounds_the_scores_after_scaling_and_before_the_bias() -> None:
    q = k = v = 10 * torch.randn(1, 1, 3, 4)
    bias = torch.full((1, 1, 3, 3), 7.0)
    steps = attend(q, k, v, softcap=2.0, bias=bias)
    expected = 2.0 * torch.tanh(steps.scaled / 2.0) + 7.0
    torch.testing.assert_close(steps.masked, expected)


def test_a_sink_takes_weight_and_hands_over_nothing() -> None:
    q = k = torch.zeros(1, 1, 1, 4)
    v = torch.ones(1, 1, 1, 4)
    steps = attend(q, k, v, sink=torch.zeros(1))
    # two equal logits, one of them the sink: half the weight is gone
    assert steps.weights.item() == pytest.approx(0.5)
    assert steps.output.flatten().tolist() == pytest.approx([0.5] * 4)


def test_neighbouring_query_heads_share_keys_and_values() -> None:
    q, kv = torch.randn(1, 6, 5, 4), torch.randn(1, 2, 5, 4)
    steps = attend(q, kv, kv)
    for head in range(6):
        lone = attend(q[:, head : head + 1], *[kv[:, head // 3 : head // 3 + 1]] * 2)
        torch.testing.assert_close(steps.weights[:, head], lone.weights[:, 0])
        torch.testing.assert_close(steps.output[:, head], lone.output[:, 0])


def test_heads_that_do_not_divide_are_refused_with_both_numbers() -> None:
    with pytest.raises(ValueError, match="9 and 2"):
        attend(torch.randn(1, 9, 3, 4), torch.randn(1, 2, 3, 4), torch.randn(1, 2, 3, 4))


def test_values_may_be_wider_than_keys() -> None:
    steps = attend(torch.randn(1, 2, 3, 4), torch.randn(1, 2, 3, 4), torch.randn(1, 2, 3, 7))
    assert steps.output.shape == (1, 2, 3, 7)
