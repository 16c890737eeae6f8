"""The layer by hand: every setting lawful, every rule true, what is impossible refused."""

from dataclasses import replace

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from attention import by_hand, hand_views
from attention.by_hand import Wish, resolve, work
from attention.errors import EmptyText, ImpossibleLayer
from tests.attention.hand import layer, wishes


@given(wishes())
@settings(max_examples=40)
def test_every_lawful_setting_has_rows_that_add_up_and_shared_keys(wish):
    made = work(resolve(wish))
    setting, n = made.setting, len(made.setting.words)
    weights = made.steps.weights
    assert weights.shape == (setting.n_heads, n, n)
    torch.testing.assert_close(weights.sum(-1), torch.ones(setting.n_heads, n))
    assert made.output.shape == (
        n,
        setting.d_model if setting.w_o else setting.n_heads * setting.d_k,
    )
    if setting.causal:
        assert not weights.triu(1).any()
    group = setting.n_heads // setting.n_kv_heads
    for head in range(setting.n_heads):
        assert made.head(head).k is not None
        torch.testing.assert_close(made.head(head).k, made.head(head // group * group).k)
        torch.testing.assert_close(made.head(head).weights, weights[head])


@given(wishes(), st.integers(1, 99))
@settings(max_examples=30)
def test_without_positions_and_mask_shuffling_only_permutes(wish, seed):
    made = work(resolve(replace(wish, causal=False, positions=False)))
    found = hand_views.shuffled(made, 0, seed)
    assert sorted(found.order) == list(range(len(made.setting.words)))
    assert found.difference <= 1e-6
    assert len(found.order) == 1 or found.order.tolist() != sorted(found.order)


def test_with_positions_shuffling_changes_weights():
    assert hand_views.shuffled(layer("a b c d", positions=True), 0, 1).difference > 0.01


@pytest.mark.parametrize("d_model", [8, 10, 12, 16])
def test_previous_makes_every_word_look_at_the_one_before(d_model):
    text = " ".join(f"w{i}" for i in range(24))
    weights = layer(text, "previous", d_model=d_model).head(0).weights
    assert weights[0, 0] == 1
    assert weights.diagonal(-1).min() > 0.85
    blind = layer(text, "previous", d_model=d_model, positions=False).head(0).weights
    assert blind[-1].max() - blind[-1].min() < 1e-6


def test_same_shares_evenly_and_identity_is_the_same_in_both_directions():
    even = layer("a b c d", "same").steps.weights
    torch.testing.assert_close(even, torch.full_like(even, 0.25))
    scores = layer("a b c d", "identity").head(0).scores
    torch.testing.assert_close(scores, scores.T)


def test_a_word_keeps_its_vector_wherever_it_stands():
    x = layer("the cat sees the dog").matrices["x"]
    assert torch.equal(x[0], x[3])
    assert not torch.equal(x[0], x[1])


@pytest.mark.parametrize(
    ("choices", "reason", "numbers"),
    [
        ({"n_heads": 9, "n_kv_heads": 2}, "kv_divide", {"n_heads": 9, "n_kv_heads": 2}),
        ({"n_heads": 9, "d_model": 8}, "heads_divide", {"n_heads": 9, "d_model": 8}),
        ({"d_model": 1}, "d_model", {"value": 1, "least": 2, "most": 16}),
        ({"d_model": 17}, "d_model", {"value": 17}),
        ({"n_heads": 0}, "n_heads", {"value": 0}),
        ({"n_heads": 17, "d_k": 1}, "n_heads", {"value": 17}),
        ({"n_kv_heads": -1}, "n_kv_heads", {"value": -1}),
        ({"d_k": 0}, "d_k", {"value": 0}),
        ({"seed": -1}, "seed", {"value": -1}),
        ({"projection": False, "d_k": 3}, "no_projection", {"d_k": 3}),
        ({"projection": False, "n_kv_heads": 1}, "no_projection", {"n_kv_heads": 1}),
        ({"preset": "previous", "d_k": 1}, "previous", {"d_k": 1}),
    ],
)
def test_what_is_impossible_is_refused_with_its_numbers(choices, reason, numbers):
    with pytest.raises(ImpossibleLayer) as refused:
        resolve(Wish("a b c", **choices))
    assert refused.value.reason == reason
    assert numbers.items() <= refused.value.fields.items()


def test_an_example_in_another_size_is_drawn_and_says_so_by_its_preset():
    assert resolve(Wish("a b", "hand", d_model=2)).preset == "hand"
    assert resolve(Wish("a b", "hand", d_model=3)).preset == "random"


@pytest.mark.parametrize("text", ["", "  \n ", "\u3000"])
def test_no_words_are_refused(text):
    with pytest.raises(EmptyText):
        resolve(Wish(text))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("the cat\nsat", ("the", "cat", "sat")),
        ("我爱你", ("我", "爱", "你")),
        ("我爱Python！", ("我", "爱", "Python", "！")),
        ("小猫 睡了", ("小猫", "睡了")),
        ("naïve", ("naïve",)),
        ("[^]-\\", ("[^]-\\",)),
    ],
)
def test_words_are_cut_at_blanks_and_chinese_without_blanks_by_characters(text, words):
    assert by_hand.all_words(text) == words


def test_forty_words_are_cut_to_what_has_room():
    assert len(resolve(Wish("word " * 40)).words) == by_hand.MAX_WORDS
    assert layer("one").head(0).weights.tolist() == [[1.0]]
