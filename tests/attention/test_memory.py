"""How much memory a model needs is told by its headers, and a model beyond the limit is refused."""

import subprocess
import sys
from pathlib import Path

import pytest
import torch
from transformers import AutoModel

import attention
from attention import devices, memory
from attention.sizes import parse, readable
from tests.attention import folders

ROOT = Path(__file__).parents[2]
GROWTH = """
import psutil, sys, attention
from attention import memory, weights
held = lambda: psutil.Process().memory_info().rss
attention.load("minilm")
memory.give_back()
before = held()
model = attention.load(sys.argv[1])
memory.give_back()
print(held() - before, memory.needed(weights.folder(sys.argv[1])))
"""


def test_every_number_of_the_weights_is_counted_as_float32(tmp_path):
    folder = Path(folders.family("llama", tmp_path))
    model = attention.load(str(folder))
    tokenizer = 18 * (folder / "tokenizer.json").stat().st_size
    run = memory.run_bytes(model.network.config, 64)
    assert memory.n_numbers(folder) == model.n_parameters
    assert memory.needed(folder) == 4 * model.n_parameters + tokenizer + run
    half = memory.needed(folder, torch.bfloat16)
    assert memory.needed(folder) - half == 2 * model.n_parameters


def test_what_a_run_keeps_is_what_a_run_keeps(tmp_path):
    model = attention.load(folders.family("llama", tmp_path))
    t = attention.trace(model, ids=list(range(3, 15)))
    kept = [x for c in t.calls for x in (c.x, c.q, c.k, c.v, c.output)]
    assert memory.run_bytes(model.network.config, 12) == sum(4 * x.numel() for x in kept)


@pytest.mark.weights
@pytest.mark.parametrize("name", ["e5", "smollm2"])
def test_the_estimate_is_near_what_a_process_grows_by(name):
    command = [sys.executable, "-c", GROWTH, name]
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    grown, told = map(int, ran.stdout.split())
    assert 0.75 * grown < told < 1.4 * grown, (grown, told)


def test_a_model_beyond_the_limit_is_refused_with_both_numbers_and_not_loaded(
    tmp_path, monkeypatch
):
    sizes = {"vocab_size": 60, "hidden_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4}
    folder = folders.made("bert", tmp_path, AutoModel, **sizes, intermediate_size=64)
    monkeypatch.setenv("ATTENTION_MEMORY", "1m")
    monkeypatch.setattr("attention.models.read", lambda *_: pytest.fail("it was read"))
    with pytest.raises(memory.TooLarge) as caught:
        attention.load(folder)
    assert caught.value.left == 0
    assert caught.value.fields["needed"] == readable(memory.needed(Path(folder)))


def test_the_smallest_limit_counts(monkeypatch, tmp_path):
    monkeypatch.setattr(memory, "used", lambda: 1000)
    monkeypatch.setattr(memory, "CGROUPS", (str(tmp_path / "max"), str(tmp_path / "none")))
    free = memory.left({})
    assert free > 10**7
    (tmp_path / "max").write_text("max\n")
    assert memory.left({}) > 10**7
    (tmp_path / "max").write_text("5000\n")
    assert memory.left({}) == 4000
    assert memory.left({"ATTENTION_MEMORY": "3k"}) == 2072
    assert memory.left({"ATTENTION_MEMORY": "500"}) == 0


def test_a_hubs_word_gives_the_same_estimate_as_its_files(tmp_path):
    folder = Path(folders.family("llama", tmp_path))
    config = attention.load(str(folder)).network.config.to_dict()
    tokenizer = (folder / "tokenizer.json").stat().st_size
    told = memory.needed_of(config, memory.n_numbers(folder), 0, tokenizer)
    assert told == memory.needed(folder)
    stored = 2 * memory.n_numbers(folder)
    assert memory.needed_of(config | {"dtype": "bfloat16"}, None, stored, tokenizer) == told


@pytest.mark.parametrize("config", [{}, {"model_type": "none"}, {"model_type": ["x"]}])
def test_a_configuration_that_says_nothing_still_gives_the_weights(config):
    assert memory.needed_of(config, 1000, 0, 0) == 4000


@pytest.mark.parametrize("text", ["", "g", "-1g", "4x", "1e9", "4 4"])
def test_what_is_no_size_is_refused(text):
    with pytest.raises(ValueError, match="expected a size"):
        parse(text)


def test_a_device_that_is_there_is_taken_and_another_one_named(monkeypatch):
    assert devices.device("cpu") == "cpu"
    monkeypatch.setattr(devices, "n_devices", {"cpu": 1, "cuda": 2, "mps": 0}.get)
    assert devices.device("cuda:1") == "cuda:1"
    with pytest.raises(devices.NoDevice) as caught:
        devices.device("cuda:2")
    assert caught.value.fields == {"device": "cuda:2", "there": "cpu, cuda"}


def test_another_type_of_number_is_used_only_where_it_is_asked_for(tmp_path):
    folder = folders.family("bert", tmp_path)
    assert attention.load(folder).run_on == {"device": "cpu", "dtype": "float32"}
    double = attention.load(folder, dtype=torch.float64)
    assert double.run_on["dtype"] == "float64"
