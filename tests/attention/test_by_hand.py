"""The layer by hand: worked examples to the digit, every setting lawful, every program exact."""

import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from attention import by_hand, hand_views
from attention.by_hand import HandLayer, Wish, resolve, work
from attention.errors import EmptyText, ImpossibleLayer
from attention.examples import EXAMPLES
from tests.cases import case

RULES = ("random", "identity", "previous", "same")


def layer(text: str, preset: str = "random", **choices: object) -> HandLayer:
    return work(resolve(Wish(text, preset, **choices)))


@st.composite
def wishes(draw: st.DrawFn) -> Wish:
    """Draw settings that are possible, of every kind."""
    n_kv_heads = draw(st.integers(1, 4))
    n_heads = n_kv_heads * draw(st.integers(1, 4))
    d_k, flag = draw(st.integers(2, 6)), st.booleans()
    projection = draw(flag) or n_heads * d_k > 16 or n_kv_heads < n_heads
    word = st.sampled_from(["cat", "sat", "mat", "the", "猫", "it"])
    words = draw(st.lists(word, min_size=1, max_size=7))
    return Wish(
        " ".join(words),
        draw(st.sampled_from(RULES)),
        d_model=draw(st.integers(2, 16)) if projection else n_heads * d_k,
        n_heads=n_heads,
        n_kv_heads=n_kv_heads,
        d_k=d_k,
        seed=draw(st.integers(0, 999_999)),
        projection=projection,
        scaling=draw(flag),
        w_o=draw(flag),
        causal=draw(flag),
        positions=draw(flag),
    )


def test_c124_gives_the_tutorials_numbers():
    wanted = case("C124")["reference_values"]
    steps = layer("Your journey starts with one step", "journey").head(0)
    np.testing.assert_allclose(steps.scores[1], wanted["scores_journey"], atol=1e-4)
    np.testing.assert_allclose(steps.weights[1], wanted["row_journey"], atol=5e-5)
    np.testing.assert_allclose(steps.output[1], wanted["context_journey"], atol=5e-5)


@pytest.mark.parametrize("causal", [False, True])
def test_c126_gives_every_number_of_the_hand_example(causal):
    wanted = case("C126")["reference_values"]
    made = layer("red blue purple", "hand", causal=causal)
    steps, end = made.head(0), "_causal" if causal else ""
    numbers = {"x": made.x, "Q": steps.q, "K": steps.k, "V": steps.v, "score": steps.scores}
    numbers |= {"scaled": steps.scaled, f"weights{end}": steps.weights, f"out{end}": made.output}
    for name, found in numbers.items():
        np.testing.assert_allclose(found, wanted[name], atol=5e-5, err_msg=name)


@pytest.mark.parametrize("preset", EXAMPLES)
def test_the_result_printed_with_an_example_is_its_own(preset):
    example = EXAMPLES[preset]
    for text in example.texts.values():
        made = layer(text, preset)
        np.testing.assert_allclose(made.head(0).weights[example.row], example.weights, atol=5e-5)
        np.testing.assert_allclose(made.output[example.row], example.output, atol=5e-5)


def test_c127_the_same_seed_is_the_same_to_the_last_bit_after_a_restart_and_another_is_not():
    program = (
        "from attention import by_hand as b; import sys;"
        "made = b.work(b.resolve(b.Wish('a b c', seed=0)));"
        "sys.stdout.write(made.output.numpy().tobytes().hex())"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    once, other = (layer("a b c", seed=seed).output.numpy() for seed in (0, 1))
    assert run.stdout == once.tobytes().hex()
    assert not np.array_equal(once, other)
    sums = layer("a b c", seed=1).steps.weights.sum(-1)
    torch.testing.assert_close(sums, torch.ones_like(sums))


def test_c026_large_scores_do_not_overflow():
    setting = resolve(Wish("red blue purple", "hand", d_model=2, scaling=False))
    x = by_hand.checked(setting, "x", [[1, 0], [0, 1], [0, 0]])
    W_q = by_hand.checked(setting, "W_q", [[1000, 999], [0, 0]])
    W_k = by_hand.checked(setting, "W_k", [[1, 0], [0, 1]])
    steps = work(setting, {"x": x, "W_q": W_q, "W_k": W_k}).head(0)
    assert steps.scores[0].tolist() == [1000, 999, 0]
    np.testing.assert_allclose(steps.weights[0], [0.7311, 0.2689, 0.0], atol=5e-5)


@given(wishes())
@settings(max_examples=30)
def test_the_program_gives_the_layers_numbers(wish):
    made = work(resolve(wish))
    scope: dict[str, torch.Tensor] = {}
    program = by_hand.pytorch_code(made)
    exec(program.rpartition("print(")[0], scope)
    torch.testing.assert_close(scope["weights"], made.steps.weights, atol=1e-6, rtol=1e-6)
    torch.testing.assert_close(scope["output"], made.output, atol=1e-6, rtol=1e-5)


def test_the_program_runs_on_its_own():
    program = by_hand.pytorch_code(layer("red blue purple", "hand"))
    run = subprocess.run(
        [sys.executable, "-I", "-c", program], capture_output=True, text=True, check=True
    )
    assert "0.1978, 0.4011, 0.4011" in run.stdout
    assert "3.0056, 4.4067" in run.stdout


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
    assert len(found.order) == 1 or found.order != tuple(range(len(found.order)))


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
