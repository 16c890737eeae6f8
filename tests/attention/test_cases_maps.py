"""Cases about a map as a whole: which axis is which, softmax and scale, equal words, head order."""

import pytest
import torch
from transformers import AutoModel

import attention
from attention import recording, weights
from attention.core import attend
from bench import probe_statistics as probes
from tests.cases import case

SENTENCE = case("C019")["input"]


@pytest.fixture(scope="module")
def t(model) -> attention.Trace:
    return attention.trace(model("minilm"), SENTENCE)


@pytest.fixture(scope="module")
def cats(model) -> attention.Trace:
    return attention.trace(model("minilm"), case("C007")["input"])


def test_c019_rows_are_queries_and_columns_are_keys(t):
    right, mirrored = case("C019")["reference_values"].values()
    it, animal = t.tokens.labels.index("it"), t.tokens.labels.index("animal")
    assert float(t.weights(5)[11, it, animal]) == pytest.approx(right, abs=5e-4)
    assert float(t.weights(5)[11, animal, it]) == pytest.approx(mirrored, abs=5e-4)


def test_c022_a_step_of_generation_has_one_row_and_all_columns(model):
    smollm2 = model("smollm2")
    asked = smollm2.tokenizer("The capital of France is", return_tensors="pt")
    with torch.inference_mode(), recording.record() as recorded:
        smollm2.network.generate(**asked, max_new_tokens=3, do_sample=False, use_cache=True)
    shapes = [list(call.steps().weights.shape) for call in recorded.calls]
    expected = case("C022")["reference_values"]
    assert shapes == [shape for shape in expected for _ in range(30)]


def test_c023_softmax_runs_over_keys_and_the_scale_is_that_of_one_head(t):
    reference = case("C023")["reference_values"]
    steps = t.steps(5, 11)
    found = {
        "L5H11_right": steps.weights,
        "softmax_over_queries": steps.scaled.softmax(0),
        "no_scale": steps.scores.softmax(-1),
        "scale_sqrt384": (steps.scores / 384**0.5).softmax(-1),
        "scale_div_32": (steps.scores / 32).softmax(-1),
    }
    for name, weights_ in found.items():
        assert float(weights_[10, 2]) == pytest.approx(reference[name], abs=5e-4)
    assert float(steps.weights[:, 2].sum()) == pytest.approx(
        reference["col_sum_animal_L5H11"], abs=5e-4
    )


def test_c025_rows_sum_to_one_and_columns_to_anything(t):
    maps = probes.maps(t)
    assert float((maps.sum(-1) - 1).abs().max()) < 1e-5
    columns = maps.sum(-2)
    lowest, highest = case("C025")["reference_values"]["col_sums"]
    assert float(columns.min()) == pytest.approx(lowest, abs=1e-4)
    assert float(columns.max()) == pytest.approx(highest, abs=5e-3)


def test_c026_large_scores_give_no_nan():
    k = torch.tensor([1000.0, 999.0, 0.0]).view(1, 1, 3, 1)
    steps = attend(torch.ones(1, 1, 1, 1), k, k)
    expected = case("C026")["reference_values"]["stable"]
    assert steps.weights.flatten().tolist() == pytest.approx(expected, abs=1e-4)
    assert steps.output.isfinite().all()


def test_c027_the_model_never_trains(t):
    assert not any(module.training for module in t.model.network.modules())
    assert float((probes.maps(t).sum(-1) - 1).abs().max()) < 1e-5


@pytest.mark.weights("minilm")
def test_c027_a_model_in_training_would_be_noticed():
    network = AutoModel.from_pretrained(weights.folder("minilm"), attn_implementation="eager")
    torch.manual_seed(0)
    asked = torch.tensor([case("F01")["reference_values"]["ids"]])
    with torch.no_grad():
        maps = torch.cat(network.train()(input_ids=asked, output_attentions=True).attentions)
    reference = case("C027")["reference_values"]
    assert float(maps.sum(-1).min()) == pytest.approx(reference["row_sum_min"], abs=0.05)
    assert float(maps.sum(-1).max()) == pytest.approx(reference["row_sum_max"], abs=0.05)
    assert float((maps == 0).float().mean()) == pytest.approx(reference["zeros_frac"], abs=0.01)


def test_c007_equal_words_are_apart_by_position(cats):
    reference = case("C007")["reference_values"]
    assert [token.piece for token in cats.tokens] == reference["tokens"]
    assert cats.weights(0).shape == (12, 7, 7)
    for name, place in (("L0H2", (0, 2)), ("L2H0", (2, 0)), ("L5H11", (5, 11))):
        row = cats.steps(*place).weights[5]
        assert row.tolist() == pytest.approx(reference[f"{name}_row_cat2"], abs=5e-4)
    gap, row = reference["largest_gap_cat1_vs_cat2_key"], cats.weights(2)[4, 5]
    assert [float(row[2]), float(row[5])] == pytest.approx([gap["k_cat1"], gap["k_cat2"]], abs=5e-4)


def test_c009_the_second_the_is_not_the_first(cats):
    rows = cats.weights(0)[2]
    assert (int(rows[4].argmax()), int(rows[1].argmax())) == (3, 0)
    assert min(float(rows[4, 3]), float(rows[1, 0])) > 0.99


def test_c035_special_tokens_take_most_of_the_weight(t):
    reference = case("C035")["reference_values"]
    sink, other = t.weights(4)[5], t.weights(1)[10]
    found = {
        "L4H5_max_with": sink.max(),
        "L4H5_max_without": sink[1:-1, 1:-1].max(),
        "L4H5_it_rowmass_without": sink[10, 1:-1].sum(),
        "L1H10_it_cls": other[10, 0],
        "L1H10_it_rest": other[10, 1:-1].sum(),
        "mean_mass_on_CLS": probes.maps(t)[..., 1:-1, 0].mean(),
        "mean_mass_on_SEP": probes.maps(t)[..., 1:-1, -1].mean(),
    }
    assert {name: float(value) for name, value in found.items()} == pytest.approx(
        reference, abs=5e-4
    )
    assert [token.is_special for token in t.tokens] == [True, *[False] * 13, True]


def test_c067_layer_comes_before_head(t):
    reference = case("C067")["reference_values"]
    before, after = probes.previous(probes.maps(t)), probes.following(probes.maps(t))
    found = [before[0, 2], before[2, 0], after[1, 8], before[1, 8], after[0, 2]]
    names = ("L0H2_prev", "L2H0_prev", "L1H8_next", "L1H8_prev", "L0H2_next")
    assert [float(value) for value in found] == pytest.approx(
        [reference[name] for name in names], abs=5e-4
    )


@pytest.mark.parametrize(("name", "n_layers", "n_heads"), [("minilm", 6, 12), ("smollm2", 30, 9)])
def test_c069_c070_every_head_is_there_and_none_twice(model, name, n_layers, n_heads):
    t = attention.trace(model(name), "The capital of France is")
    assert (t.n_layers, t.n_heads) == (n_layers, n_heads)
    maps = probes.maps(t).flatten(0, 1).flatten(1)
    assert len(maps) == n_layers * n_heads
    assert len(torch.unique(maps, dim=0)) == n_layers * n_heads
    if name == "smollm2":
        last = t.steps(29, 8).weights[-1]
        assert last.tolist() == pytest.approx(case("C069")["reference_values"], abs=5e-4)
