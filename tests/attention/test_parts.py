"""One run of an encoder–decoder model seen at each of its parts: rows and columns of two texts."""

import csv
import json

import numpy as np
import pytest
import torch
from torch.testing import assert_close
from transformers import AutoModelForSeq2SeqLM

import attention
from attention import head_views, links, pattern_views, projection_views, step_views, views
from attention.errors import OutOfRange
from attention.likeness import likeness
from attention.patterns import NAMES
from attention.patterns.targets import ONE_TEXT
from tests.attention.folders import family, made

TEXT, TARGET = "the dog sees a small cat", "der Hund schläft"
SIDES = {"encoder": (7, 7), "decoder": (5, 5), "cross": (5, 7)}
BART = {
    "vocab_size": 60, "d_model": 32, "encoder_layers": 2, "decoder_layers": 3,
    "encoder_attention_heads": 4, "decoder_attention_heads": 4, "encoder_ffn_dim": 48,
    "decoder_ffn_dim": 48, "max_position_embeddings": 64, "pad_token_id": 0,
    "decoder_start_token_id": 0, "eos_token_id": 1,
}  # fmt: skip
T5 = {"vocab_size": 60, "d_model": 32, "d_kv": 8, "d_ff": 48, "num_layers": 2, "num_heads": 4}


@pytest.fixture(scope="module", params=["t5", "bart", "marian", "pegasus", "mt5"])
def run(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp("parts") / request.param
    if request.param in ("t5", "bart"):
        family(request.param, folder)
    else:
        sizes = {**T5, "decoder_start_token_id": 0} if request.param == "mt5" else BART
        made(request.param, folder, AutoModelForSeq2SeqLM, **sizes)
    return attention.trace(attention.load(str(folder)), TEXT, target=TARGET)


def own_weights(run):
    eager = AutoModelForSeq2SeqLM.from_pretrained(run.model.id, attn_implementation="eager").eval()
    ids, target = torch.tensor([run.tokens.ids]), torch.tensor([run.target_tokens.ids])
    with torch.inference_mode():
        answer = eager(input_ids=ids, decoder_input_ids=target, output_attentions=True)
    return {part: [layer[0] for layer in getattr(answer, f"{part}_attentions")] for part in SIDES}


def test_every_view_of_every_part_shows_what_the_models_own_eager_attention_gives(run):
    assert run.model.parts == ("encoder", "decoder", "cross")
    for part, own in own_weights(run).items():
        seen = run.at(part)
        assert (len(seen.queries), len(seen.keys)) == SIDES[part]
        assert seen.n_layers == len(own)
        grid = views.head_grid(seen)
        assert (grid.rows, grid.columns, grid.n_layers) == (*SIDES[part], len(own))
        cells = np.frombuffer(grid.cells, "<u2").reshape(len(own), run.n_heads, *SIDES[part])
        for layer, weights in enumerate(own):
            assert_close(seen.weights(layer), weights, rtol=0, atol=1e-6)
            assert torch.equal(seen.weights(layer), run.weights(layer, part=part))
            for head in range(run.n_heads):
                steps = seen.steps(layer, head)
                assert_close(torch.softmax(steps.masked, -1), weights[head], rtol=0, atol=1e-6)
                assert_close(weights[head] @ steps.v, steps.output, rtol=0, atol=1e-5)
                shown = views.head_map(seen, layer, head).weights
                assert_close(torch.from_numpy(shown), weights[head], rtol=0, atol=1e-6)
                free = cells[layer, head] != 65535
                assert abs(cells[layer, head] - 1000 * shown)[free].max() <= 0.501


def test_the_walk_across_keeps_queries_and_keys_apart(run):
    seen = run.at("cross")
    for query, key in ((0, 6), (4, 0), (2, 5)):
        view = step_views.step_view(seen, 1, 2, query, key)
        steps, call = seen.steps(1, 2), seen.call(1)
        assert (view.shown, view.askers) == (tuple(range(7)), tuple(range(5)))
        assert view.looks == "everywhere"
        assert "bias" not in view.stages
        for name, shape in {"scores": (5, 7), "q": (5, 8), "k": (7, 8), "z": (5, 8)}.items():
            assert view.matrices[name].shape == shape
        assert np.array_equal(view.matrices["scores"], steps.scores.numpy())
        assert np.array_equal(view.matrices["x_query"], call.x[0].numpy())
        assert np.array_equal(view.matrices["x"], call.memory[0].numpy())
        assert view.sums["total"] == pytest.approx(1, abs=1e-6)


def test_a_long_target_keeps_its_query_among_the_rows_that_are_known(run):
    n = 30
    target = attention.trace(run.model, "the dog", target=" ".join(["Hund"] * n)).at("cross")
    for query in (0, 15, n):
        view = step_views.step_view(target, 0, 0, query, 1)
        assert query in view.askers
        assert view.matrices["weights"].shape == (len(view.askers), 3)


def test_keys_and_values_across_are_made_of_what_the_encoder_gives(run):
    seen = run.at("cross")
    for name, n in zip(projection_views.NAMES, (5, 7, 7), strict=True):
        view = projection_views.projection_view(seen, 1, 3, name)
        assert view.factors is not None
        assert view.factors.x.shape == (n, 32)
        bias = 0 if view.factors.b is None else view.factors.b
        made = view.factor * (view.factors.x @ view.factors.W + bias)[:, view.columns]
        assert np.allclose(made, view.own, atol=1e-5)
    assert likeness(seen, 0, 0, 1, 5) is None


def test_the_heads_of_every_part_add_up_to_what_the_model_hands_on(run):
    for part, (n_queries, n_keys) in SIDES.items():
        view = head_views.many_heads(run.at(part), 1, n_queries - 1)
        assert view.agrees
        assert view.weights.shape == (4, n_keys)
        assert view.masked.shape == (n_keys,)


def test_links_across_count_places_in_the_text_they_belong_to(run):
    seen = run.at("cross")
    best = seen.find_links(2, 6, top=3)
    weights = torch.stack([seen.weights(layer) for layer in range(seen.n_layers)])[:, :, 2, 6]
    assert best[0].weight == pytest.approx(float(weights.max()))
    # All other words of the target, neighbours of the key's number as well: "der", "schläft".
    there = seen.weights(best[0].layer)[best[0].head]
    assert best[0].others == pytest.approx(float(there[[1, 3], 6].mean()), abs=1e-6)
    rate = links.base_rate(seen.layers(), seen.queries, seen.others)
    assert rate is not None
    assert rate.n_pairs == 3 * 6
    with pytest.raises(OutOfRange):
        seen.find_links(5, 0)
    with pytest.raises(OutOfRange):
        seen.find_links(0, 7)


def test_between_two_texts_no_head_is_named_for_a_place_in_one(run):
    habits = pattern_views.habits(run.at("cross"))
    for name in ONE_TEXT:
        assert not habits.clear[NAMES.index(name)].any()
        assert np.isnan(habits.scores.raw[NAMES.index(name)]).all()
    first = habits.scores.raw[NAMES.index("first")]
    assert np.allclose(first[0, 1], run.weights(0, "cross")[1, [1, 2, 3], 0].mean(), atol=1e-6)


def test_exports_name_the_part_and_both_texts(run, tmp_path):
    seen = run.at("cross")
    seen.to_csv(tmp_path / "map.csv", 0, 1)
    rows = list(csv.DictReader((tmp_path / "map.csv").open(encoding="utf-8-sig")))
    assert [(row["query_label"], row["key_label"]) for row in rows[7:9]] == [
        ("der", "the"),
        ("der", "dog"),
    ]
    assert float(rows[8]["weight"]) == pytest.approx(float(seen.weights(0)[1, 1, 1]))
    assert {row["part"] for row in rows} == {"cross"}
    seen.to_json(tmp_path / "head.json", 0, 1)
    record = json.loads((tmp_path / "head.json").read_text(encoding="utf-8"))
    assert record["part"] == "cross"
    assert [token["label"] for token in record["key_tokens"]] == list(run.tokens.labels)
    assert len(record["tokens"]) == len(record["weights"]) == 5
    run.to_npz(tmp_path / "run.npz")
    kept = np.load(tmp_path / "run.npz")
    assert kept["target_labels"].tolist() == list(run.target_tokens.labels)
    assert kept["cross_0.weights"].shape == (4, 5, 7)
    assert kept["cross_0.memory"].shape == (7, 32)


def test_the_target_keeps_its_own_labels_and_says_what_is_unknown(run):
    told = attention.trace(run.model, TEXT, target="der Elefant", max_tokens=4).at("cross").queries
    assert told.labels[1:3] == ("der", "Elefant")
    assert told.n_unknown == 1
    assert told[0].is_special
    long = attention.trace(run.model, TEXT, target="der Hund schläft aber", max_tokens=4).at(
        "decoder"
    )
    assert (len(long.queries), long.queries.n_total) == (4, 6)
    assert len(attention.trace(run.model, TEXT, target="  ").at("cross").queries) == 1


def test_a_map_of_one_query_is_a_map(run):
    alone = attention.trace(run.model, TEXT).at("cross")
    assert views.head_grid(alone).rows == 1
    assert views.head_map(alone, 0, 0, "rescale").shown.shape == (1, 7)
    assert step_views.step_view(alone, 0, 0, 0, 3).askers == (0,)
    assert head_views.many_heads(alone, 0, 0).agrees
    assert pattern_views.habits(alone).entropy.shape == (alone.n_layers, 4)
