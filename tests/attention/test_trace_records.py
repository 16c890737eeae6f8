"""What is left of a trace outside it: files, memory, and refusals of what it does not hold."""

import csv
import json
from collections.abc import Iterator
from dataclasses import fields, is_dataclass

import numpy as np
import pytest
import torch

import attention
from attention import WhatIf
from attention.errors import OutOfRange
from attention.run import again
from tests.attention import folders
from tests.attention.drawn import sentence


@pytest.fixture(scope="module")
def t(model) -> attention.Trace:
    return attention.trace(model("minilm"), sentence() + ' & <b>"quoted", yes</b>')


def masked_trace(folder) -> attention.Trace:
    return attention.trace(attention.load(folders.family("llama", folder)), ids=[5, 6, 7, 8])


@pytest.mark.weights("minilm")
def test_npz_gives_back_every_array(t, tmp_path):
    t.to_npz(tmp_path / "run.npz")
    with np.load(tmp_path / "run.npz", allow_pickle=False) as found:
        assert found["ids"].tolist() == list(t.tokens.ids)
        assert found["labels"].tolist() == list(t.tokens.labels)
        assert str(found["model"]) == "minilm"
        assert (str(found["device"]), str(found["dtype"])) == ("cpu", "float32")
        for layer in range(t.n_layers):
            call = t.call(layer)
            name = f"encoder_{layer}"
            assert np.array_equal(found[f"{name}.weights"], t.weights(layer).numpy())
            for key in ("q", "k", "v", "x", "output"):
                assert np.array_equal(found[f"{name}.{key}"], getattr(call, key)[0].numpy())


def test_npz_keeps_the_mask_of_a_causal_model(tmp_path):
    t = masked_trace(tmp_path / "llama")
    t.to_npz(tmp_path / "run.npz")
    with np.load(tmp_path / "run.npz", allow_pickle=False) as found:
        assert np.array_equal(found["decoder_1.mask"].squeeze(), t.mask(1).numpy())


def test_npz_numbers_layers_within_each_part(tmp_path):
    t5 = attention.load(folders.family("t5", tmp_path / "t5"))
    t = attention.trace(t5, "the dog sees a cat", target="der Hund")
    t.to_npz(tmp_path / "run.npz")
    with np.load(tmp_path / "run.npz", allow_pickle=False) as found:
        for part in ("encoder", "decoder", "cross"):
            for layer in range(2):
                weights = t.weights(layer, part=part).numpy()
                assert np.array_equal(found[f"{part}_{layer}.weights"], weights)


@pytest.mark.weights("minilm")
def test_csv_has_one_row_for_each_pair_with_the_whole_float(t, tmp_path):
    t.to_csv(tmp_path / "map.csv", layer=3, head=1)
    with (tmp_path / "map.csv").open(newline="", encoding="utf-8-sig") as file:
        rows = list(csv.DictReader(file))
    weights = t.weights(3)[1]
    assert len(rows) == t.n_tokens**2
    for row in rows:
        query, key = int(row["query"]), int(row["key"])
        assert row["query_label"] == t.tokens[query].label
        assert row["key_label"] == t.tokens[key].label
        assert np.float32(row["weight"]) == weights[query, key].numpy()


def test_csv_leaves_a_masked_pair_empty(tmp_path):
    t = masked_trace(tmp_path / "llama")
    t.to_csv(tmp_path / "map.csv", layer=1, head=2)
    with (tmp_path / "map.csv").open(newline="", encoding="utf-8-sig") as file:
        empty = {(int(r["query"]), int(r["key"])) for r in csv.DictReader(file) if not r["weight"]}
    assert empty == {(query, key) for query in range(4) for key in range(query + 1, 4)}


def test_csv_of_a_changed_run_is_told_from_the_models_own(tmp_path):
    own = masked_trace(tmp_path / "llama")
    changes = {"heads_off": [[0, 3]], "block": [1], "temperature": 2.0}
    for run, changed in ((own, {}), (again(own, WhatIf(**changes)), changes)):
        run.to_csv(tmp_path / "map.csv", layer=1, head=2)
        with (tmp_path / "map.csv").open(newline="", encoding="utf-8-sig") as file:
            rows = list(csv.DictReader(file, strict=True))
        assert len(rows) == 16
        for row in rows:
            assert (row["model"], row["layer"], row["head"]) == (own.model.id, "1", "2")
            assert json.loads(row["what_if"]) == changed
            assert (row["device"], row["dtype"]) == ("cpu", "float32")
            if row["weight"]:
                weight = run.weights(1)[2, int(row["query"]), int(row["key"])]
                assert np.float32(row["weight"]) == weight.numpy()


@pytest.mark.weights("minilm")
def test_json_gives_back_every_step(t, tmp_path):
    t.to_json(tmp_path / "head.json", layer=5, head=11)
    found = json.loads((tmp_path / "head.json").read_text(encoding="utf-8"))
    steps = t.steps(5, 11)
    assert (found["model"], found["layer"], found["head"]) == ("minilm", 5, 11)
    assert (found["device"], found["dtype"]) == ("cpu", "float32")
    assert [token["label"] for token in found["tokens"]] == list(t.tokens.labels)
    assert [token["id"] for token in found["tokens"]] == list(t.tokens.ids)
    assert found["scale"] == steps.scale
    for name in ("q", "k", "v", "scores", "scaled", "masked", "weights", "output"):
        read = torch.tensor(found[name], dtype=torch.float32)
        assert torch.equal(read, getattr(steps, name))


def test_json_says_null_where_a_query_may_not_look(tmp_path):
    t = masked_trace(tmp_path / "llama")
    t.to_json(tmp_path / "head.json", layer=0, head=0)
    found = json.loads((tmp_path / "head.json").read_text(encoding="utf-8"))
    assert found["masked"][0][1:] == [None] * 3
    assert found["weights"][0] == [1.0, 0.0, 0.0, 0.0]


def tensors(held: object) -> Iterator[torch.Tensor]:
    """Give all tensors that a record holds, without those of the model that it names."""
    if isinstance(held, torch.Tensor):
        yield held
    elif isinstance(held, dict):
        yield from (tensor for value in held.values() for tensor in tensors(value))
    elif isinstance(held, tuple | list):
        yield from (tensor for value in held for tensor in tensors(value))
    elif is_dataclass(held) and not isinstance(held, attention.Model):
        yield from (t for field in fields(held) for t in tensors(getattr(held, field.name)))


@pytest.mark.weights("minilm")
def test_a_trace_of_512_tokens_holds_no_more_than_40_megabytes(model):
    t = attention.trace(model("minilm"), "river " * 600)
    assert t.n_tokens == 512
    sizes = {
        tensor.untyped_storage().data_ptr(): tensor.untyped_storage().nbytes()
        for tensor in tensors(t)
    }
    # q, k, v, x and output of six layers and the last state: fewer means that some were missed.
    assert len(sizes) >= 5 * 6
    assert sum(sizes.values()) <= 40_000_000


@pytest.mark.weights("minilm")
@pytest.mark.parametrize(
    ("ask", "what", "value", "limit"),
    [
        (lambda t: t.weights(6), "layer", 6, 6),
        (lambda t: t.weights(-1), "layer", -1, 6),
        (lambda t: t.steps(29, 8), "layer", 29, 6),
        (lambda t: t.steps(0, 12), "head", 12, 12),
        (lambda t: t.steps(0, -1), "head", -1, 12),
        (lambda t: t.hidden(6), "layer", 6, 6),
        (lambda t: t.projection(6), "layer", 6, 6),
        (lambda t: t.contributions(6), "layer", 6, 6),
        (lambda t: t.mask(6), "layer", 6, 6),
        (lambda t: t.weights(0, part="cross"), "layer", 0, 0),
    ],
)
def test_an_index_outside_the_model_is_out_of_range(t, ask, what, value, limit):
    with pytest.raises(OutOfRange) as caught:
        ask(t)
    assert caught.value.fields == {"what": what, "value": value, "limit": limit}


@pytest.mark.weights("minilm")
def test_a_file_of_a_head_that_is_not_there_is_not_begun(t, tmp_path):
    for write in (t.to_csv, t.to_json):
        with pytest.raises(OutOfRange):
            write(tmp_path / "file", 0, 12)
    assert list(tmp_path.iterdir()) == []
