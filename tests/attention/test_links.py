"""Links between two words: the ranking, what the other words give, and the base rate."""

import numpy as np
import pytest
import torch

import attention
from attention import links
from attention.errors import OutOfRange
from tests.cases import case

ANIMAL = "The animal didn't cross the street because it was too tired"
pytestmark = pytest.mark.weights("minilm", "e5", "smollm2")


@pytest.fixture(scope="module")
def t(model):
    return attention.trace(model("minilm"), ANIMAL)


def test_the_two_best_heads_for_a_pair_differ_in_what_other_words_give(t):
    first, second = t.find_links(10, 2, top=2)
    assert (first.layer, first.head, second.layer, second.head) == (5, 11, 3, 1)
    assert (first.weight, first.others) == pytest.approx((0.6466, 0.3011), abs=5e-4)
    assert (second.weight, second.others) == pytest.approx((0.6397, 0.0527), abs=5e-4)


def test_all_heads_are_ranked_by_the_models_own_weights(t):
    found = t.find_links(10, 2, top=100)
    table = np.array(case("F01")["reference_values"]["it_to_animal"])
    assert len(found) == 72
    assert [one.weight for one in found] == sorted((one.weight for one in found), reverse=True)
    for one in found:
        assert one.weight == pytest.approx(table[one.layer, one.head], abs=5e-4)


def test_the_best_chinese_head_is_not_specific(model):
    reference = case("E34")["reference_values"]
    (best,) = attention.trace(model("e5"), case("E34")["input"]).find_links(8, 2, top=1)
    assert (best.layer, best.head) == (11, 3)
    assert best.weight == pytest.approx(reference["weight"], abs=2e-3)
    assert best.others == pytest.approx(reference["other_queries_mean"], abs=2e-3)


def test_in_a_causal_model_only_words_that_see_the_key_are_asked(model):
    t = attention.trace(model("smollm2"), ANIMAL)
    own = next(one for one in t.find_links(8, 1, top=270) if (one.layer, one.head) == (13, 8))
    assert [t.tokens[i].label for i in (8, 1)] == ["␣it", "␣animal"]
    rows = [3, 4, 5, 6, 7, 9, 10, 11]  # after the key's neighbour, without the query
    rows = [i for i in rows if any(map(str.isalnum, t.tokens[i].label))]
    assert own.others == pytest.approx(float(t.weights(13)[8, rows, 1].mean()), abs=1e-6)
    (late,) = t.find_links(1, 8, top=1)
    assert late.weight == 0


def test_without_another_word_nothing_is_said_about_others(model):
    (best,) = attention.trace(model("minilm"), "cat sat").find_links(1, 2, top=1)
    assert best.others is None


@pytest.mark.parametrize(("query", "key"), [(15, 2), (10, -1)])
def test_a_token_that_is_not_there_is_refused(t, query, key):
    with pytest.raises(OutOfRange):
        t.find_links(query, key)


def test_the_base_rate_is_the_median_best_head_over_pairs_of_words(t):
    rate = links.base_rate(t.layers(), t.tokens)
    best = torch.stack([t.weights(layer) for layer in range(6)]).amax((0, 1))
    words = [i for i, token in enumerate(t.tokens) if token.label.isalnum()]
    found = [float(best[q, k]) for q in words for k in words if abs(q - k) >= 2]
    assert rate.n_pairs == len(found) == 112
    assert rate.median == pytest.approx(float(np.median(found)), abs=1e-6)
    assert rate.below(0.6466) == pytest.approx(np.mean(np.array(found) < 0.6466), abs=0.01)
    assert rate.median < 0.64


def test_a_causal_base_rate_leaves_out_the_first_token_and_what_comes_later(model):
    t = attention.trace(model("smollm2"), "The capital of France is Paris")
    rate = links.base_rate(t.layers(), t.tokens)
    best = torch.stack([t.weights(layer) for layer in range(30)]).amax((0, 1))
    found = [float(best[q, k]) for q in range(6) for k in range(1, q - 1)]
    assert rate.best == pytest.approx(sorted(found), abs=1e-6)


def test_a_text_too_short_for_a_pair_has_no_base_rate(model):
    t = attention.trace(model("minilm"), "hello")
    assert links.base_rate(t.layers(), t.tokens) is None


def test_painted_cells_rank_the_head_that_looks_there_and_nowhere_else(t):
    diagonal = [(q, q - 1) for q in range(3, 9)]
    best = links.match(t.layers(), diagonal, top=3)
    assert (best[0].layer, best[0].head) == (0, 2)
    own = t.weights(0)[2]
    painted = [float(own[q, k]) for q, k in diagonal]
    others = [float(own[q, k]) for q in range(3, 9) for k in range(15) if k != q - 1]
    assert best[0].painted == pytest.approx(np.mean(painted), abs=1e-6)
    assert best[0].elsewhere == pytest.approx(np.mean(others), abs=1e-6)
    gaps = [one.painted - one.elsewhere for one in best]
    assert gaps == sorted(gaps, reverse=True)


def test_nothing_painted_matches_nothing(t):
    with pytest.raises(ValueError, match="at least one"):
        links.match(t.layers(), [], top=3)
