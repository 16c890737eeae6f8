"""Changes in models that attend otherwise: no scale, scaled q, caps, sinks, windows, two texts."""

import copy
import json
from collections.abc import Callable

import numpy as np
import pytest
import torch
from torch.testing import assert_close

import attention
from attention import Model, Trace, WhatIf
from tests.attention import folders
from tests.attention.tiny import tiny

IDS = [5, 6, 7, 8, 9, 10, 11]
Family = Callable[[str], Model]


@pytest.fixture(scope="module")
def family(tmp_path_factory) -> Family:
    loaded: dict[str, Model] = {}

    def load(name: str) -> Model:
        if name not in loaded:
            folder = tmp_path_factory.mktemp(name) / name
            loaded[name] = attention.load(folders.family(name, folder))
        return loaded[name]

    return load


def run(model: Model, **changes: object) -> Trace:
    return attention.trace(model, ids=IDS, what_if=WhatIf(**changes))


def eager(name: str, **inputs: torch.Tensor) -> torch.Tensor:
    network = tiny(name, "eager")
    with torch.inference_mode():
        found = network(torch.tensor([IDS]), output_hidden_states=True, **inputs)
    states = found.get("hidden_states") or found.get("decoder_hidden_states")
    return states[-1][0]


def test_a_model_that_does_not_scale_says_so_and_does_not_change(family):
    model = family("t5")
    before, after = run(model), run(model, scale="none")
    assert all(place.factor == 1 for place in model.places)
    assert before.factor(0) == before.factor(1, part="decoder") == 1
    for one, other in zip(before.calls, after.calls, strict=True):
        assert torch.equal(one.output, other.output)


def test_a_number_is_put_in_where_a_model_does_not_scale(family):
    t = run(family("t5"), scale=0.25)
    for call in t.calls:
        assert call.scale == 0.25


def test_a_factor_in_q_is_divided_out(family):
    model = family("opt")
    before, after = run(model), run(model, scale="none")
    assert before.steps(0, 1).scale == 1.0
    assert before.factor(0) == pytest.approx(8**-0.5, rel=1e-6)
    projection, x = after.projection(0), after.hidden(0)
    q, k = (
        (x @ W + b)[:, 8:16]
        for W, b in ((projection.W_q, projection.b_q), (projection.W_k, projection.b_k))
    )
    assert_close(after.steps(0, 1).scaled, q @ k.mT, rtol=1e-4, atol=1e-4)
    again = run(model, scale=8**-0.5)
    assert_close(again.output, before.output, rtol=1e-5, atol=1e-5)


def test_a_factor_of_the_models_own_is_the_one_that_is_divided_out(family):
    t = run(family("granite"), scale="none")
    assert t.factor(0) == 0.1
    assert t.steps(0, 0).scale == 1.0


@pytest.mark.parametrize("name", ["llama", "gemma2", "gpt_oss", "gpt_neox", "gpt2", "mistral"])
def test_a_head_that_is_off_is_its_columns_cut_from_w_o(family, name):
    t = run(family(name), heads_off={(0, 1), (1, 2)})
    cut = copy.deepcopy(tiny(name, "eager"))
    names = {module: label for label, module in t.model.network.named_modules()}
    for layer, head in ((0, 1), (1, 2)):
        o = cut.get_submodule(names[t.model.sources[layer].o])
        rows = o.weight if name == "gpt2" else o.weight.T
        with torch.no_grad():
            rows[head * 8 : (head + 1) * 8] = 0
    with torch.inference_mode():
        found = cut(torch.tensor([IDS]), output_hidden_states=True).hidden_states[-1][0]
    assert_close(t.output, found, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("name", ["bert", "modernbert", "albert", "llama", "gemma2", "gpt_oss"])
def test_blocked_in_all_layers_is_the_models_own_mask(family, name):
    allowed = torch.ones(1, len(IDS), dtype=torch.long)
    allowed[0, 3] = 0
    t = run(family(name), block={3})
    expected = eager(name, attention_mask=allowed)
    rows = [row for row in range(len(IDS)) if row not in t.kept_rows]
    assert_close(t.output[rows], expected[rows], rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("name", ["t5", "bart"])
def test_a_blocked_token_is_hidden_from_the_decoder_too(family, name):
    allowed = torch.ones(1, len(IDS), dtype=torch.long)
    allowed[0, 3] = 0
    target = torch.tensor([[family(name).network.config.decoder_start_token_id]])
    t = run(family(name), block={3})
    expected = eager(name, attention_mask=allowed, decoder_input_ids=target)
    assert_close(t.output, expected, rtol=1e-5, atol=1e-5)
    for part in ("encoder", "cross"):
        assert not t.weights(1, part=part)[:, :, 3].any()


def test_a_layer_shared_by_all_layers_is_changed_only_where_it_is_named(family):
    model = family("albert")
    before, after = run(model), run(model, uniform_heads={(1, 2)})
    assert torch.equal(after.weights(0), before.weights(0))
    assert after.weights(1)[2].eq(1 / len(IDS)).all()
    assert not torch.equal(after.weights(2), before.weights(2))
    assert not after.weights(2)[2].eq(1 / len(IDS)).all()


def test_a_uniform_head_leaves_nothing_to_a_sink(family):
    t = run(family("gpt_oss"), uniform_heads={(0, 1)})
    rows = t.steps(0, 1).weights
    assert_close(rows.sum(-1), torch.ones(len(IDS)))
    assert rows[2].tolist() == pytest.approx([1 / 3] * 3 + [0] * 4)
    assert float(t.steps(0, 0).weights.sum(-1).max()) < 1


def test_the_past_keeps_its_window_when_a_causal_mask_is_lifted(family):
    model = family("mistral")  # looks at itself and one token before
    before, after = run(model).mask(0), run(model, causal=False).mask(0)
    places = torch.arange(len(IDS))
    window = places[None] > places[:, None] - 2
    assert torch.equal(before, window.tril())
    assert torch.equal(after, window)


def test_a_window_that_looks_both_ways_is_no_causal_mask(family):
    model = family("modernbert")
    before, after = run(model), run(model, causal=False)
    assert torch.equal(before.output, after.output)
    assert torch.equal(run(model, causal=True).mask(1), before.mask(1).tril())


def test_files_name_what_was_changed(family, tmp_path):
    t = run(family("llama"), heads_off={(0, 1)}, block={2}, scale="none")
    t.to_npz(tmp_path / "run.npz")
    t.to_json(tmp_path / "run.json", 0, 1)
    with np.load(tmp_path / "run.npz", allow_pickle=False) as found:
        in_npz = json.loads(str(found["what_if"]))
        assert not found["decoder_0.output"][1].any()
        assert not found["decoder_1.weights"][:, :, 2][:, 3:].any()
    in_json = json.loads((tmp_path / "run.json").read_text(encoding="utf-8"))["what_if"]
    assert in_npz == in_json == {"heads_off": [[0, 1]], "block": [2], "scale": "none"}


def test_files_of_an_unchanged_run_say_so(family, tmp_path):
    t = run(family("llama"))
    t.to_json(tmp_path / "run.json", 0, 1)
    assert json.loads((tmp_path / "run.json").read_text(encoding="utf-8"))["what_if"] == {}
