"""Models that compute in 16 bits: what is shown is theirs, and every view and file can show it."""

import csv
import json
from pathlib import Path

import numpy as np
import pytest
import torch

import attention
from attention import WhatIf, head_views, projection_views, views
from attention.effects import effects_of_blocking
from attention.likeness import likeness
from attention.models import prepare
from attention.plane import plane
from attention.row_record import row_record
from attention.step_numbers import every_row, head_run, output
from attention.what_if_views import head_change
from tests.architectures.catalogue import CATALOGUE
from tests.attention.folders import family, tokenizer

TEXT = "the dog sees a small cat because it runs now"
TYPES = {"bfloat16": torch.bfloat16, "float16": torch.float16}
EXACT = ("BERT", "GPT-2", "Llama", "Gemma 2", "GPT-NeoX", "Qwen3", "T5")
OUTSIDE = ("MPNet", "BLOOM")
NAMED = {architecture.name: architecture for architecture in CATALOGUE}


def run(name: str, dtype: torch.dtype) -> attention.Trace:
    network = NAMED[name].build().to(dtype)
    target = "der Hund" if network.config.is_encoder_decoder else None
    return attention.trace(prepare(name, network, tokenizer()), TEXT, target=target)


@pytest.fixture(scope="module", params=[(n, d) for n in EXACT for d in TYPES], ids="-".join)
def t(request) -> attention.Trace:
    name, dtype = request.param
    return run(name, TYPES[dtype])


def test_weights_are_those_the_model_gives_itself(t):
    network = NAMED[t.model.id].build("eager").to(t.model.network.dtype)
    given = {"input_ids": torch.tensor([t.tokens.ids])}
    name = "attentions"
    if t.target_tokens is not None:
        given["decoder_input_ids"], name = torch.tensor([t.target_tokens.ids]), "encoder_attentions"
    with torch.inference_mode():
        own = network(**given, output_attentions=True)[name]
    for layer in range(t.n_layers):
        weights = t.weights(layer)
        assert weights.dtype == torch.float32
        assert torch.equal(weights, own[layer][0].float())
        heads = torch.stack([t.head_weights(layer, head) for head in range(t.n_heads)])
        assert torch.equal(heads, weights)


def test_the_level_and_the_matrices_are_those_of_the_same_model_in_32_bits(t):
    full = run(t.model.id, torch.float32)
    assert t.model.level == full.model.level == "A"
    for narrow, wide in zip(t.model.sources, full.model.sources, strict=True):
        assert (narrow.layout, narrow.missing) == (wide.layout, wide.missing)
        for name in "qkv":
            assert getattr(narrow, name).relation == getattr(wide, name).relation
    assert (t.logits is None) == (full.logits is None)
    assert t.output.dtype == torch.float32
    assert float((t.output - full.output).abs().max() / full.output.abs().max()) < 0.3


def test_every_view_can_show_it(t):
    line = views.token_line(t.tokens)
    assert views.head_grid(t).rows == len(t.queries)
    assert views.row_table(views.head_map(t, 1, 2), line, 3).rows
    steps = t.steps(1, 2)
    assert {one.dtype for one in vars(steps).values() if isinstance(one, torch.Tensor)} <= {
        torch.float32,
        torch.bool,
    }
    assert row_record(line.labels, steps, 3).output
    assert every_row(steps)["exp"].dtype == np.float32
    assert output(head_run(t, 1, 2), 3)["added"].dtype == np.float32
    many = head_views.many_heads(t, 1, 3)
    assert many.agrees
    for name in ("q", "k", "v"):
        found = projection_views.projection_view(t, 1, 2, name)
        assert found.own.dtype == np.float32
        assert (found.factors is None) == (t.projection(1).missing is not None)
    projection_views.pair_score(t, 1, 2, 3, 1)
    assert plane(t, 1, 2, 3).q.shape == (t.n_tokens, 2)
    assert likeness(t, 1, 2, 3, 1) is not None
    assert t.patterns()
    assert t.find_links(3, 1)
    views.next_tokens(t)


def test_it_can_be_changed(t):
    changed = attention.run.again(t, WhatIf(heads_off={(0, 1)}, block={2}))
    view = head_change(t, changed, 1, 2, 3)
    assert view.after[3, 2] == 0
    assert np.isfinite(view.cosines).all()
    if not t.model.is_encoder_decoder:
        assert len(effects_of_blocking(t, 1, 2, 5, limit=2)) == 2


def test_files_hold_float32_and_say_what_it_was_computed_in(t, tmp_path: Path):
    said = str(t.model.network.dtype).removeprefix("torch.")
    t.to_npz(tmp_path / "t.npz")
    with np.load(tmp_path / "t.npz") as found:
        assert str(found["dtype"]) == said
        numbers = [found[name] for name in found.files if found[name].dtype.kind == "f"]
        assert {array.dtype for array in numbers} == {np.dtype("float32")}
        assert np.array_equal(found[f"{t.model.main_part}_1.weights"], t.weights(1).numpy())
    t.to_csv(tmp_path / "t.csv", 1, 2)
    with (tmp_path / "t.csv").open(encoding="utf-8-sig", newline="") as file:
        assert {row["dtype"] for row in csv.DictReader(file)} == {said}
    t.to_json(tmp_path / "t.json", 1, 2)
    assert json.loads((tmp_path / "t.json").read_text())["dtype"] == said


@pytest.mark.parametrize("dtype", TYPES)
@pytest.mark.parametrize("name", OUTSIDE)
def test_attention_seen_from_outside_can_be_shown_too(name, dtype, tmp_path):
    t = run(name, TYPES[dtype])
    assert t.model.level == "B"
    assert t.weights(1).dtype == t.masked(1).dtype == torch.float32
    torch.testing.assert_close(t.weights(1).sum(-1), torch.ones(4, t.n_tokens), atol=0.02, rtol=0)
    assert views.head_grid(t).rows == len(t.queries)
    t.to_npz(tmp_path / "t.npz")
    with np.load(tmp_path / "t.npz") as found:
        assert str(found["dtype"]) == dtype
    assert t.patterns()


@pytest.mark.parametrize("dtype", TYPES)
def test_a_folder_is_loaded_in_the_type_that_is_asked_for(tmp_path, dtype):
    folder = family("llama", tmp_path / "llama")
    assert attention.load(folder).run_on["dtype"] == "float32"
    model = attention.load(folder, dtype=TYPES[dtype])
    assert model.run_on["dtype"] == dtype
    assert model.level == "A"
    assert attention.trace(model, TEXT).logits.dtype == torch.float32
