"""Facts measured once on MiniLM, with the tolerances of the measurement."""

import pytest
import torch

import attention
from attention import links
from bench import probe_statistics as probes
from tests.cases import case

pytestmark = pytest.mark.weights("minilm")

SENTENCE = case("F01")["input"]


@pytest.fixture(scope="module")
def t(model) -> attention.Trace:
    return attention.trace(model("minilm"), SENTENCE)


@pytest.fixture(scope="module")
def maps(t) -> torch.Tensor:
    return probes.maps(t)


def near(found: torch.Tensor | float, expected: object, tolerance: float) -> None:
    expected = torch.as_tensor(expected, dtype=torch.float32)
    found = torch.as_tensor(found)
    assert found.shape == expected.shape
    # Half a unit in the last printed place is the rounding of the reference.
    torch.testing.assert_close(found, expected, rtol=0, atol=tolerance + 5e-5)


def test_f01_the_sentence_is_read_as_these_tokens(t):
    reference = case("F01")["reference_values"]
    assert list(t.tokens.ids) == reference["ids"]
    assert [token.piece for token in t.tokens] == reference["tokens"]


def test_f01_it_to_animal_and_street_in_all_heads(maps):
    reference = case("F01")["reference_values"]
    animal = maps[..., reference["query"], reference["key_animal"]]
    street = maps[..., reference["query"], reference["key_street"]]
    near(animal, reference["it_to_animal"], 5e-4)
    near(street, reference["it_to_street"], 5e-4)
    near(animal.mean(), reference["mean_animal"], 5e-4)
    near(street.mean(), reference["mean_street"], 5e-4)
    assert int((animal > street).sum()) == reference["heads_animal_gt_street"]


def test_wide_instead_of_tired_takes_half_of_the_link_away(model, maps):
    wide = probes.maps(attention.trace(model("minilm"), SENTENCE.replace("tired", "wide")))
    near(maps[3, 1, 10, 2], 0.640, 5e-4)
    near(maps[5, 11, 10, 2], 0.647, 5e-4)
    near(wide[3, 1, 10, 2], 0.266, 5e-4)


@pytest.mark.parametrize("direction", ["prev", "next"])
def test_f03_heads_that_look_at_the_neighbour(maps, direction):
    reference = case("F03")["reference_values"]["here"]
    measure = probes.previous if direction == "prev" else probes.following
    ranked(measure(maps), reference[direction], 5e-4)
    ranked(measure(maps[..., 1:-1, 1:-1]), reference[f"{direction}_without_specials"], 5e-4)
    scores = measure(maps).flatten()
    assert int((scores > 0.6).sum()) == (1 if direction == "prev" else 0)


def ranked(scores: torch.Tensor, expected: list[dict], tolerance: float) -> None:
    """Compare a table layer × head with the best of it, in their order."""
    values, places = scores.flatten().topk(len(expected))
    n_heads = scores.shape[1]
    found = [(place // n_heads, place % n_heads) for place in places.tolist()]
    assert found == [(row["layer"], row["head"]) for row in expected]
    near(values, [row["score"] for row in expected], tolerance)


def test_f03_the_previous_token_head_is_one_on_other_sentences_too(model):
    for text in probes.sentences("en")[:5]:
        assert probes.previous(probes.maps(attention.trace(model("minilm"), text)))[0, 2] >= 0.99


def test_f04_the_sink_is_cls_and_not_sep(maps):
    reference = case("F04")["reference_values"]
    cls, sep = probes.first(maps), maps[..., 1:-1, -1].mean(-1)
    ranked(cls, reference["CLS"], 5e-4)
    ranked(sep, reference["SEP"], 5e-4)
    near(cls.mean(1), reference["CLS_mean_per_layer"], 5e-4)
    near(sep.mean(1), reference["SEP_mean_per_layer"], 5e-4)
    assert int((cls > 0.5).sum()) == 28
    assert int((sep > 0.5).sum()) == 0


def test_f06_shapes_and_scale(t):
    model = t.model
    assert (model.n_layers, model.n_heads, model.n_kv_heads) == (6, 12, 12)
    assert (model.d_model, model.d_head) == (384, 32)
    assert t.steps(0, 0).scale == pytest.approx(0.176777, abs=1e-6)
    assert not model.is_causal


@pytest.mark.parametrize(("head", "place"), [("L5H11", (5, 11)), ("L3H1", (3, 1))])
def test_e35_a_high_weight_is_specific_only_if_other_words_give_less(t, maps, head, place):
    reference = case("E35")["reference_values"][head]
    layer, index = place
    column = maps[layer, index, :, 2]
    near(column[10], reference["weight"], 5e-4)
    others = links.other_words(t.tokens, next(t.layers())[1], 10, 2)
    near(column[others].mean(), reference["other_queries_mean"], 5e-4)
    best = max(others, key=lambda query: float(column[query]))
    label, weight = reference["other_queries_max"]
    assert t.tokens[best].label == label
    near(column[best], weight, 5e-4)


def test_f15_e33_how_high_the_best_head_is_over_pairs_of_words(model):
    reference = case("E33")["reference_values"]
    texts = reference["english_sentences"]
    found = probes.base_rate([attention.trace(model("minilm"), text) for text in texts])
    expected = reference["minilm_same_english"]
    assert found.n_pairs == expected["n"]
    for quantile, value in found.quantiles.items():
        assert value == pytest.approx(expected[str(quantile)], abs=5e-4)
