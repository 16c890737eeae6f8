"""The formula and the teaching layer against PyTorch's own."""

import pytest
import torch
from torch import nn
from torch.nn.functional import scaled_dot_product_attention

from attention.core import attend
from attention.layers import LayerConfig, MultiHeadAttention, causal_mask

# Two float32 programs that add in different order agree to about 1e-6.
CLOSE = {"rtol": 1e-5, "atol": 1e-6}


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("n_kv_heads", [1, 2, 4])
def test_output_equals_torchs_scaled_dot_product_attention(causal: bool, n_kv_heads: int) -> None:
    torch.manual_seed(n_kv_heads)
    q = torch.randn(2, 4, 9, 16)
    k, v = torch.randn(2, n_kv_heads, 9, 16), torch.randn(2, n_kv_heads, 9, 16)
    steps = attend(q, k, v, mask=causal_mask(9) if causal else None)
    expected = scaled_dot_product_attention(q, k, v, is_causal=causal, enable_gqa=True)
    torch.testing.assert_close(steps.output, expected, **CLOSE)


def test_a_bias_and_a_scale_mean_what_they_mean_in_torch() -> None:
    torch.manual_seed(0)
    q, k, v = torch.randn(3, 1, 3, 5, 8)
    bias = torch.randn(1, 3, 5, 5)
    steps = attend(q, k, v, bias=bias, scale=0.3)
    expected = scaled_dot_product_attention(q, k, v, attn_mask=bias, scale=0.3)
    torch.testing.assert_close(steps.output, expected, **CLOSE)


@pytest.mark.parametrize("bias", [False, True])
@pytest.mark.parametrize(("d_model", "n_heads"), [(8, 1), (12, 3), (32, 8)])
def test_layer_equals_torchs_multi_head_attention(d_model: int, n_heads: int, bias: bool) -> None:
    torch.manual_seed(d_model)
    theirs = nn.MultiheadAttention(d_model, n_heads, bias=bias, batch_first=True).eval()
    if bias:
        nn.init.normal_(theirs.in_proj_bias)
        nn.init.normal_(theirs.out_proj.bias)
    ours = MultiHeadAttention.from_torch(theirs)
    x, mask = torch.randn(2, 7, d_model), causal_mask(7)
    expected, weights = theirs(x, x, x, attn_mask=~mask[0, 0], average_attn_weights=False)
    output, steps = ours(x, mask)
    torch.testing.assert_close(output, expected, **CLOSE)
    torch.testing.assert_close(steps.weights, weights, **CLOSE)


@pytest.mark.parametrize(
    ("sizes", "numbers"),
    [
        ({"d_model": 8, "n_heads": 9}, "8 and 9"),
        ({"d_model": 9, "n_heads": 9, "n_kv_heads": 2}, "9 and 2"),
    ],
)
def test_sizes_that_do_not_fit_are_refused_with_both_numbers(sizes: dict, numbers: str) -> None:
    with pytest.raises(ValueError, match=numbers):
        LayerConfig(**sizes)


def test_the_same_seed_gives_the_same_layer() -> None:
    config = LayerConfig(d_model=8, n_heads=4, n_kv_heads=2, d_head=3, bias=True)
    x = torch.randn(1, 5, 8)
    assert torch.equal(MultiHeadAttention(config)(x)[0], MultiHeadAttention(config)(x)[0])
    assert not torch.equal(
        MultiHeadAttention(config)(x)[0], MultiHeadAttention(config, seed=1)(x)[0]
    )
