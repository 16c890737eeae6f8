"""Cases about models people bring: what they are made of, how they are stored, what they lack."""

import json
import socket
import time
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file
from torch.testing import assert_close
from transformers import AutoModel, AutoModelForCausalLM

import attention
from attention import weights
from attention.errors import (
    ModelUnavailable,
    NoAttention,
    UnknownModel,
    UnsupportedModel,
)
from bench import probe_statistics as probes
from tests.attention import folders
from tests.attention.tiny import tiny
from tests.cases import case

TEXT = "the dog sees a cat"


def edit_config(folder: str, **changes: object) -> None:
    path = Path(folder) / "config.json"
    config = json.loads(path.read_text(encoding="utf-8")) | changes
    path.write_text(json.dumps(config), encoding="utf-8")


def test_c048_weights_are_there_though_the_folder_asks_for_a_fast_backend(tmp_path):
    folder = folders.family("bert", tmp_path)
    edit_config(folder, attn_implementation="sdpa", _attn_implementation="sdpa")
    t = attention.trace(attention.load(folder), TEXT)
    fast = AutoModel.from_pretrained(folder, attn_implementation="sdpa")
    ids = torch.tensor([t.tokens.ids])
    assert not fast(input_ids=ids, output_attentions=True).attentions
    eager = AutoModel.from_pretrained(folder, attn_implementation="eager")
    for layer, theirs in enumerate(eager(input_ids=ids, output_attentions=True).attentions):
        assert_close(t.weights(layer), theirs[0], rtol=0, atol=1e-6)


@pytest.mark.parametrize("family", ["bert", "llama"])
def test_what_a_config_asks_for_besides_does_not_change_the_answer(tmp_path, family):
    plain = attention.trace(attention.load(folders.family(family, tmp_path / "a")), TEXT)
    folder = folders.family(family, tmp_path / "b")
    asked = {"output_attentions": True, "output_hidden_states": True, "return_dict": False}
    edit_config(folder, **asked, use_cache=True)
    t = attention.trace(attention.load(folder), TEXT)
    assert torch.equal(t.output, plain.output)
    assert torch.equal(t.weights(1), plain.weights(1))


@pytest.mark.parametrize("kind", ["gpt_neo", "falcon"])
def test_a_model_that_knows_only_its_own_kinds_of_attention_is_loaded_with_its_own(tmp_path, kind):
    sizes = {"vocab_size": 60, "hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4}
    if kind == "gpt_neo":
        sizes = {"vocab_size": 60, "hidden_size": 32, "num_layers": 2, "num_heads": 4}
        sizes["attention_types"] = [[["global", "local"], 1]]
    folder = folders.made(kind, tmp_path, AutoModelForCausalLM, **sizes)
    model = attention.load(folder)
    assert (model.level, model.why) == ("B", "own_code")
    t = attention.trace(model, TEXT)
    eager = AutoModelForCausalLM.from_pretrained(folder, attn_implementation="eager")
    own = eager(input_ids=torch.tensor([t.tokens.ids]), output_attentions=True).attentions
    for layer, theirs in enumerate(own):
        assert_close(t.weights(layer), theirs[0], rtol=0, atol=1e-6)


def test_a_model_that_needs_more_than_a_text_says_so(tmp_path):
    sizes = {"vocab_size": 60, "hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4}
    folder = folders.made("vilt", tmp_path, AutoModel, **sizes, intermediate_size=48)
    with pytest.raises(UnsupportedModel) as caught:
        attention.load(folder)
    assert caught.value.fields == {"model": folder, "feature": "not_run"}


def test_c051_a_model_without_attention_is_said_to_have_none(tmp_path):
    sizes = {"vocab_size": 60, "hidden_size": 16, "num_hidden_layers": 2, "state_size": 4}
    folder = folders.made("mamba", tmp_path, AutoModelForCausalLM, **sizes)
    with pytest.raises(NoAttention) as caught:
        attention.load(folder)
    assert caught.value.fields == {"model": folder}


def test_c051_of_a_hybrid_only_the_attention_layers_are_counted(tmp_path):
    kinds = ["conv", "full_attention", "conv", "conv", "full_attention"]
    sizes = {"vocab_size": 60, "hidden_size": 32, "intermediate_size": 48, "pad_token_id": 0}
    heads = {"num_attention_heads": 4, "num_key_value_heads": 2, "num_hidden_layers": 5}
    folder = folders.made(
        "lfm2", tmp_path, AutoModelForCausalLM, **sizes, **heads, layer_types=kinds
    )
    t = attention.trace(attention.load(folder), TEXT)
    assert t.n_layers == 2
    names = [t.model.names[t.call(layer).module] for layer in range(2)]
    # The layers' true numbers, as the model counts them.
    assert ["1" in names[0].split("."), "4" in names[1].split(".")] == [True, True]


@pytest.mark.weights("minilm")
def test_c081_a_folder_in_bfloat16_is_read_and_gives_arrays(tmp_path):
    source = weights.folder("minilm")
    for name in ("config.json", "tokenizer.json", "tokenizer_config.json"):
        (tmp_path / name).write_bytes((source / name).read_bytes())
    edit_config(str(tmp_path), dtype="bfloat16")
    stored = load_file(source / "model.safetensors")
    halved = {k: v.bfloat16() if v.is_floating_point() else v for k, v in stored.items()}
    save_file(halved, tmp_path / "model.safetensors", metadata={"format": "pt"})
    t = attention.trace(attention.load(str(tmp_path)), case("F01")["input"])
    maps = probes.maps(t)
    assert maps.numpy().dtype == "float32"
    expected = case("C081")["reference_values"]["L5H11"]
    assert float(maps[5, 11, 10, 2]) == pytest.approx(expected, abs=0.01)
    assert float((maps.sum(-1) - 1).abs().max()) < 1e-5


@pytest.mark.parametrize("failure", [OSError(101, "Network is unreachable"), TimeoutError()])
def test_c083_without_a_network_a_hub_name_is_refused_without_waiting(monkeypatch, failure):
    waited: list[float] = []

    def refuse(address: object, timeout: float | None = None, *_: object, **__: object) -> None:
        if isinstance(failure, TimeoutError):
            waited.append(60.0 if timeout is None else timeout)
        raise failure

    monkeypatch.setattr(socket, "create_connection", refuse)
    monkeypatch.setattr(time, "sleep", waited.append)
    with pytest.raises(ModelUnavailable) as caught:
        attention.load(case("C083")["input"].split()[2].rstrip(","))
    assert caught.value.fields == {"model": "no-such-org/no-such-model", "reason": "no_network"}
    assert sum(waited) < 10


def test_c086_weights_of_another_size_than_the_config_says_are_refused(tmp_path):
    folder = folders.family("bert", tmp_path)
    edit_config(folder, intermediate_size=64)
    with pytest.raises(ModelUnavailable) as caught:
        attention.load(folder)
    assert caught.value.fields == {"model": folder, "reason": "mismatch"}


def test_c086_a_layer_that_is_not_in_the_file_is_not_made_up(tmp_path):
    folder = folders.family("bert", tmp_path)
    edit_config(folder, num_hidden_layers=3)
    with pytest.raises(ModelUnavailable) as caught:
        attention.load(folder)
    assert caught.value.reason == "mismatch"


@pytest.mark.weights("minilm")
def test_c088_blanks_around_a_name_are_taken_off():
    assert attention.load("  minilm\n").id == "minilm"


@pytest.mark.parametrize("name", [case("C088")["input"].strip("'"), "", "   ", "a/b/c"])
def test_c088_a_name_that_can_be_none_is_unknown(name):
    with pytest.raises(UnknownModel) as caught:
        attention.load(name)
    assert caught.value.fields == {"model": name.strip()}


def test_a_folder_that_is_not_there_is_no_hub_name():
    with pytest.raises(ModelUnavailable) as caught:
        attention.load("./no such folder")
    assert caught.value.reason == "no_folder"


def test_pickled_weights_are_not_read(tmp_path):
    folder = folders.family("bert", tmp_path)
    (tmp_path / "model.safetensors").unlink()
    torch.save(tiny("bert", "eager").state_dict(), tmp_path / "pytorch_model.bin")
    with pytest.raises(ModelUnavailable) as caught:
        attention.load(folder)
    assert caught.value.reason == "unreadable"


@pytest.mark.parametrize("kind", ["own_kind", "bert"])
def test_code_that_comes_with_a_model_is_never_run(tmp_path, monkeypatch, kind):
    folder = folders.family("bert", tmp_path)
    monkeypatch.setattr("builtins.input", lambda *_: "y")
    ran = tmp_path / "ran"
    (tmp_path / "own.py").write_text(f"open({str(ran)!r}, 'w')\n", encoding="utf-8")
    auto_map = {"AutoConfig": "own.Config", "AutoModel": "own.Model"}
    edit_config(folder, model_type=kind, auto_map=auto_map)
    if kind == "own_kind":
        with pytest.raises((ModelUnavailable, UnsupportedModel)):
            attention.load(folder)
    else:
        assert attention.load(folder).n_layers == 2
    assert not ran.exists()
