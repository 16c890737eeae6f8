"""What holds for attention on any numbers."""

import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from attention.core import AttentionSteps, attend
from attention.layers import causal_mask, merge_heads, split_heads

sizes = st.fixed_dictionaries(
    {
        "n_heads": st.integers(1, 4),
        "n_queries": st.integers(1, 6),
        "n_keys": st.integers(1, 6),
        "d_head": st.integers(1, 8),
        "seed": st.integers(0, 10_000),
        "size": st.sampled_from([0.1, 1.0, 30.0]),
    }
)


def drawn(n_heads: int, n_queries: int, n_keys: int, d_head: int, seed: int, size: float) -> tuple:
    generator = torch.Generator().manual_seed(seed)

    def tensor(n: int) -> torch.Tensor:
        return size * torch.randn(1, n_heads, n, d_head, generator=generator)

    return tensor(n_queries), tensor(n_keys), tensor(n_keys)


@given(sizes)
def test_rows_sum_to_one_and_no_weight_is_negative(size: dict) -> None:
    steps = attend(*drawn(**size))
    torch.testing.assert_close(steps.weights.sum(-1), torch.ones(steps.weights.shape[:-1]))
    assert steps.weights.min() >= 0


@given(sizes, st.data())
def test_masked_keys_get_nothing_and_the_rest_still_sums_to_one(size: dict, data: st.DataObject):
    q, k, v = drawn(**size)
    shape = (size["n_queries"], size["n_keys"])
    cells = data.draw(st.lists(st.booleans(), min_size=shape[0] * shape[1], max_size=36))
    mask = torch.tensor(cells[: shape[0] * shape[1]]).reshape(1, 1, *shape)
    weights = attend(q, k, v, mask=mask).weights
    assert weights[~mask.expand_as(weights)].eq(0).all()
    total = mask.any(-1).float().expand(weights.shape[:-1])
    torch.testing.assert_close(weights.sum(-1), total)


@given(sizes, st.floats(-5, 5))
def test_a_constant_added_to_a_row_of_scores_changes_no_weight(size: dict, constant: float) -> None:
    q, k, v = drawn(**size)
    bias = torch.full((1, 1, 1, size["n_keys"]), constant)
    torch.testing.assert_close(
        attend(q, k, v, bias=bias).weights, attend(q, k, v).weights, rtol=1e-4, atol=1e-5
    )


@given(sizes)
def test_permuting_the_keys_permutes_the_weights_and_keeps_the_output(size: dict) -> None:
    q, k, v = drawn(**size)
    order = torch.randperm(k.shape[2], generator=torch.Generator().manual_seed(size["seed"]))
    steps, mixed = attend(q, k, v), attend(q, k[:, :, order], v[:, :, order])
    torch.testing.assert_close(mixed.weights, steps.weights[..., order], rtol=1e-4, atol=1e-5)
    torch.testing.assert_close(mixed.output, steps.output, rtol=1e-4, atol=1e-4)


@given(sizes, st.integers(2, 6))
@settings(max_examples=40)
def test_a_causal_row_ignores_the_future(size: dict, n: int) -> None:
    q, k, v = drawn(**{**size, "n_queries": n, "n_keys": n})
    whole = attend(q, k, v, mask=causal_mask(n))
    cut = attend(q[:, :, :-1], k[:, :, :-1], v[:, :, :-1], mask=causal_mask(n - 1))
    torch.testing.assert_close(whole.output[:, :, :-1], cut.output)


@given(sizes)
def test_a_single_key_gets_everything(size: dict) -> None:
    q, k, v = drawn(**{**size, "n_keys": 1})
    steps: AttentionSteps = attend(q, k, v)
    assert steps.weights.eq(1).all()
    torch.testing.assert_close(steps.output, v.expand_as(steps.output))


@given(st.integers(1, 4), st.integers(1, 5), st.integers(1, 6))
def test_merging_undoes_splitting(n_heads: int, n_tokens: int, d_head: int) -> None:
    wide = torch.randn(1, n_tokens, n_heads * d_head)
    assert torch.equal(merge_heads(split_heads(wide, d_head)), wide)
