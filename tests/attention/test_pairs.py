"""Two sentences in one run: the second has its own type, and the numbers follow from it."""

import numpy as np
import pytest
import torch

import attention
from tests.cases import case, cases

pytestmark = pytest.mark.weights("minilm")

(PAIR,) = cases("sentence-pairs")
KNOWN = PAIR["reference_values"]
CLAIMS = case("R07")["reference_values"]["minilm"]


@pytest.fixture(scope="module")
def trace(model):
    first, second = PAIR["input"]
    return attention.trace(model("minilm"), first, pair=second)


@pytest.fixture(scope="module")
def weights(trace):
    return torch.stack([trace.weights(layer) for layer in range(6)]).numpy()


def test_the_second_sentence_starts_after_the_separator_with_its_own_type(trace):
    assert [token.piece for token in trace.tokens] == KNOWN["tokens"]
    assert list(trace.tokens.segments) == KNOWN["types"]
    assert trace.tokens.segments.index(1) == KNOWN["sentence_b_start"]
    assert trace.tokens[9].span == (4, 7)


def test_read_as_one_text_the_numbers_are_others(trace, weights, model):
    plain = attention.trace(model("minilm"), ids=list(trace.tokens.ids))
    assert not any(plain.tokens.segments)
    own = torch.stack([plain.weights(layer) for layer in range(6)]).numpy()
    assert np.abs(own - weights).max() == pytest.approx(KNOWN["max_diff_types_zero"], abs=0.005)


@pytest.mark.parametrize(
    ("query", "key", "name"), [(2, 9, "catA_to_catB_best"), (6, 13, "mat_to_rug_best")]
)
def test_a_word_finds_its_partner_in_the_other_sentence(weights, query, key, name):
    layer, head, weight = KNOWN[name]
    pair = weights[:, :, query, key]
    assert np.unravel_index(pair.argmax(), pair.shape) == (layer, head)
    assert pair.max() == pytest.approx(weight, abs=0.005)


def test_how_much_goes_from_one_sentence_to_the_other(weights):
    first, second = slice(1, 7), slice(8, 14)
    found = [weights[:, :, a, b].sum(axis=-1).mean() for a, b in ((first, second), (second, first))]
    assert found == pytest.approx([KNOWN["A_to_B"], KNOWN["B_to_A"]], abs=0.005)


@pytest.mark.parametrize("name", ["cat->cat(B)", "mat->rug", "rug->mat"])
def test_r07_what_is_claimed_of_the_pair_is_measured(weights, name):
    known = CLAIMS[name]
    pair = weights[:, :, known["query_index"], known["key_indices"]].sum(axis=-1)
    best = known["best"]
    assert pair[best["layer"], best["head"]] == pytest.approx(best["weight"], abs=0.005)
    assert pair.max() == pytest.approx(best["weight"], abs=0.005)
    assert pair.mean() == pytest.approx(known["mean_all_heads"], abs=0.005)
    row = weights[best["layer"], best["head"], known["query_index"]]
    assert (row.argmax() in known["key_indices"]) == known["argmax_of_that_row_is_target"]
    other = known["competitor"]
    rival = weights[:, :, known["query_index"], other["indices"]].sum(axis=-1)
    assert (pair > rival).sum() == pytest.approx(other["heads_target_gt_competitor"], abs=1)


@pytest.fixture(scope="module")
def flies(model):
    """Give the weights of the two sentences about flies: a pair, or one text for a causal model."""
    first, second = case("R27")["input"]
    runs = {
        "minilm": attention.trace(model("minilm"), first, pair=second),
        "smollm2": attention.trace(model("smollm2"), f"{first}\n{second}"),
    }
    return {
        name: torch.stack([t.weights(layer) for layer in range(t.n_layers)]).numpy()
        for name, t in runs.items()
    }


@pytest.mark.weights("minilm", "smollm2")
@pytest.mark.parametrize(
    ("name", "link"),
    [
        ("minilm", "flies1->arrow"),
        ("minilm", "flies2->banana"),
        ("minilm", "flies2->fruit"),
        ("smollm2", "flies2->fruit"),
    ],
)
def test_r27_what_flies_looks_at_is_measured(flies, name, link):
    weights, known = flies[name], case("R27")["reference_values"][name]
    assert weights.shape[-1] == known["n_tokens"]
    known = known[link]
    pair = weights[:, :, known["query_index"], known["key_indices"]].sum(axis=-1)
    best, other = known["best"], known["competitor"]
    assert pair[best["layer"], best["head"]] == pytest.approx(best["weight"], abs=0.005)
    assert pair.max() == pytest.approx(best["weight"], abs=0.005)
    assert pair.mean() == pytest.approx(known["mean_all_heads"], abs=0.005)
    rival = weights[:, :, known["query_index"], other["indices"]].sum(axis=-1)
    assert rival.max() == pytest.approx(other["best"]["weight"], abs=0.005)
    assert (pair > rival).sum() == pytest.approx(other["heads_target_gt_competitor"], abs=1)


@pytest.mark.weights("minilm", "smollm2")
def test_r27_most_weight_stays_inside_a_sentence_and_none_looks_ahead(flies):
    known, weights = case("R27")["reference_values"]["extra"], flies["minilm"]
    first, second = slice(1, 6), slice(7, 12)
    names = ("A_rows_within", "A_rows_to_B", "B_rows_within", "B_rows_to_A")
    ways = ((first, first), (first, second), (second, second), (second, first))
    found = [weights[:, :, a, b].sum(axis=-1).mean() for a, b in ways]
    assert found == pytest.approx([known[name] for name in names], abs=0.005)
    assert not np.triu(flies["smollm2"], 1).any()
