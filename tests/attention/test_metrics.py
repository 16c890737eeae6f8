"""Numbers about maps against other ways to compute them."""

import math
import weakref

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch.distributions import Categorical

import attention
from attention import metrics, surfaces, words
from attention.tokens import tokenize

ANIMAL = "The animal didn't cross the street because it was too tired"


def maps(seed: int, n_heads: int = 3, n: int = 7) -> torch.Tensor:
    generator = torch.Generator().manual_seed(seed)
    return (2 * torch.randn(n_heads, n, n, generator=generator)).softmax(-1)


@given(st.integers(0, 10_000))
def test_entropy_is_that_of_torchs_distributions_in_bits(seed):
    found = metrics.entropy(maps(seed))
    expected = Categorical(probs=maps(seed)).entropy() / math.log(2)
    assert found.numpy() == pytest.approx(expected.numpy(), abs=1e-5)


@given(st.integers(0, 10_000), st.integers(2, 9))
def test_evenness_lies_between_one_key_and_equal_weights(seed, n):
    seen = torch.ones(n, n, dtype=torch.bool).tril()
    weights = maps(seed, 1, n)[0].masked_fill(~seen, 0)
    weights = weights / weights.sum(-1, keepdim=True)
    found = metrics.evenness(metrics.entropy(weights), seen.sum(-1))
    assert 0 <= float(found.min()) <= float(found.max()) <= 1 + 1e-5
    equal = seen / seen.sum(-1, keepdim=True)
    even = metrics.evenness(metrics.entropy(equal), seen.sum(-1))
    assert even.tolist() == pytest.approx([0, *[1] * (n - 1)], abs=1e-5)


@given(st.integers(0, 10_000))
def test_distance_and_share_are_sums_over_cells(seed):
    weights = maps(seed).double().numpy()
    n = weights.shape[-1]
    away = [
        [sum(row[k] * abs(q - k) for k in range(n)) for q, row in enumerate(m)] for m in weights
    ]
    assert metrics.distance(maps(seed)).numpy() == pytest.approx(np.array(away), abs=1e-5)
    keys = torch.tensor([True, *[False] * (n - 2), True])
    expected = weights[..., 0] + weights[..., -1]
    assert metrics.share(maps(seed), keys).numpy() == pytest.approx(expected, abs=1e-6)


@given(st.integers(0, 10_000))
def test_a_mean_over_heads_has_rows_that_sum_to_one(seed):
    layers = [maps(seed), maps(seed + 1)]
    every = metrics.mean_of_heads(layers)
    assert every.numpy() == pytest.approx(np.concatenate(layers).mean(0), abs=1e-6)
    assert every.sum(-1).numpy() == pytest.approx(1, abs=1e-5)
    two = metrics.mean_of_heads(layers, [(0, 1), (1, 2)])
    assert two.numpy() == pytest.approx((layers[0][1] + layers[1][2]).numpy() / 2, abs=1e-6)


@given(st.integers(0, 10_000))
def test_rollout_is_the_product_of_the_half_mixed_layers(seed):
    layers = [maps(seed + n) for n in range(4)]
    by_hand = np.eye(7)
    for one in layers:
        by_hand = (one.double().numpy().mean(0) / 2 + np.eye(7) / 2) @ by_hand
    found = metrics.rollout(layers)
    assert found.numpy() == pytest.approx(by_hand, abs=1e-5)
    assert found.sum(-1).numpy() == pytest.approx(1, abs=1e-5)


def test_a_mean_and_a_rollout_never_hold_more_than_one_layers_maps():
    alive, most = weakref.WeakSet(), []

    def layers():
        for seed in range(12):
            one = maps(seed)
            alive.add(one)
            most.append(len(alive))
            yield one
            del one

    for sum_up in (metrics.mean_of_heads, metrics.rollout):
        sum_up(layers())
    assert len(most) == 24
    assert max(most) <= 2  # the one that is read, and the one before it


def test_nothing_has_no_mean_and_no_rollout():
    with pytest.raises(ValueError, match="at least one head"):
        metrics.mean_of_heads([maps(0)], [])
    with pytest.raises(ValueError, match="at least one layer"):
        metrics.rollout([])


@pytest.mark.weights("minilm", "e5", "smollm2")
@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("minilm", "Unbelievably, ok", ["[CLS]", "Unbelievably", ",", "ok", "[SEP]"]),
        ("e5", "孩子们累了", ["<s>", "▁ (start)", "孩子们", "累", "了", "</s>"]),
        ("smollm2", "didn't 动", ["didn't", "动"]),
    ],
)
def test_words_are_made_of_the_pieces_that_touch(model, name, text, expected):
    tokens = tokenize(model(name).tokenizer, text)
    found = [surfaces.label(tokens, word).lstrip("␣") for word in words.groups(tokens)]
    assert [place for word in words.groups(tokens) for place in word] == list(range(len(tokens)))
    assert [label for label in found if label] == expected


@pytest.mark.weights("minilm")
def test_the_second_text_of_a_pair_is_read_in_its_own_letters(model):
    t = attention.trace(model("minilm"), "yes !", pair="no ?")
    assert surfaces.surfaces(t.tokens) == ["", "yes", "!", "", "no", "?", ""]
    assert surfaces.is_word(t.tokens).tolist() == [False, True, False, False, True, False, False]
    assert surfaces.is_mark(t.tokens).tolist() == [False, False, True, False, False, True, False]
