"""Costs of an attention layer, held against PyTorch's own counter and the models' matrices."""

import pytest
import torch
from torch.utils.flop_counter import FlopCounterMode

import attention
from attention.head_count import cost, costs
from attention.layers import LayerConfig, MultiHeadAttention


@pytest.mark.parametrize(
    "config",
    [
        *(LayerConfig(64, n_heads) for n_heads in (1, 2, 4, 8, 16)),
        LayerConfig(64, 8, n_kv_heads=2),
        LayerConfig(60, 5, d_head=16),
    ],
    ids=str,
)
def test_counts_are_those_of_a_layer_that_runs(config):
    layer, n_tokens = MultiHeadAttention(config), 11
    counted = cost(config, n_tokens)
    assert counted.parameters == sum(p.numel() for p in layer.parameters())
    with FlopCounterMode(display=False) as counter:
        _, steps = layer(torch.ones(1, n_tokens, config.d_model))
    assert 2 * counted.multiply_adds == counter.get_total_flops()
    assert counted.exponentials == steps.weights.numel()
    assert counted.divisor == pytest.approx(1 / steps.scale)


@pytest.mark.weights
@pytest.mark.parametrize("name", ["minilm", "e5", "smollm2"])
def test_a_models_own_row_counts_its_own_matrices(name, model):
    loaded = model(name)
    matrices = attention.trace(loaded, "a text").projection(0)
    config = LayerConfig(loaded.d_model, loaded.n_heads, loaded.n_kv_heads, loaded.d_head)
    counted = cost(config, 4)
    own = (matrices.W_q, matrices.W_k, matrices.W_v, matrices.W_o)
    assert counted.parameters == sum(matrix.numel() for matrix in own)


@pytest.mark.parametrize(("d_model", "also"), [(512, ()), (384, (12,)), (576, (9,))])
def test_more_heads_cost_the_same_and_only_the_divisor_shrinks(d_model, also):
    rows = costs(d_model, 15, *also)
    assert len({(row.parameters, row.multiply_adds) for row in rows}) == 1
    assert [row.divisor**2 * row.n_heads for row in rows] == pytest.approx([d_model] * len(rows))
    assert [row.exponentials for row in rows] == [row.n_heads * 225 for row in rows]
    assert set(also) <= {row.n_heads for row in rows}


def test_numbers_of_heads_that_do_not_divide_are_left_out():
    assert [row.n_heads for row in costs(12, 3, 5)] == [1, 2, 4]
