"""Layers worked out by hand, to the digit; and the program that gives the same numbers."""

import subprocess
import sys

import numpy as np
import pytest
import torch
from hypothesis import given, settings

from attention import by_hand
from attention.by_hand import Wish, resolve, work
from attention.examples import EXAMPLES
from tests.attention.hand import layer, wishes
from tests.cases import case


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
