"""Two maps on one axis: the model's own numbers, grouped by a stated rule, and their difference."""

import tomllib
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

import attention
from attention import compare_views as compare
from attention import views
from attention.views import HeadMap
from tests.cases import case

ANIMAL = "The animal didn't cross the street because it was too tired"
WIDE = ANIMAL.replace("tired", "wide")
LIBRARY = Path(__file__).parents[2] / "assets" / "examples.toml"
PAIRS = tomllib.loads(LIBRARY.read_text(encoding="utf-8"))["pair"]


def compared(model, text, other, layer, head):
    before, after = attention.trace(model, text), attention.trace(model, other)
    places = compare.by_token(before.tokens, after.tokens)
    maps = [views.head_map(trace, layer, head) for trace in (before, after)]
    return compare.compare(*maps, places)


def drawn(weights: np.ndarray, *, causal: bool = False) -> HeadMap:
    """Give a head with these weights, each row divided by its sum."""
    masked = (
        np.triu(np.ones_like(weights, dtype=bool), 1) if causal else np.zeros_like(weights, bool)
    )
    rows = np.where(masked, 0, weights + 0.01)
    rows = (rows / rows.sum(axis=1, keepdims=True)).astype(np.float32)
    nothing = np.zeros(len(rows))
    return HeadMap(0, 0, rows, masked, rows, nothing, nothing, nothing > 0, "show")


def heads(n: int):
    numbers = st.floats(0, 1, width=32)
    return st.builds(
        drawn, arrays.arrays(np.float32, (n, n), elements=numbers), causal=st.booleans()
    )


def place(before=(), after=(), *, is_word=True):
    return compare.Place("same", tuple(before), tuple(after), ("", ""), is_word)


@given(heads(5))
def test_a_head_compared_with_itself_differs_nowhere(view):
    found = compare.compare(view, view, [place([i], [i]) for i in range(5)])
    assert (found.before.weights == view.weights).all()
    assert (np.isnan(found.difference) == view.masked).all()
    assert not np.nan_to_num(found.difference).any()
    assert compare.largest(found) == ()


@given(heads(6), st.lists(st.integers(1, 3), min_size=2, max_size=4))
def test_rows_of_words_still_add_up_to_one(view, sizes):
    edges = np.clip(np.cumsum([0, *sizes]), 0, 6)
    edges[-1] = 6
    groups = [tuple(range(a, b)) for a, b in pairwise(edges)]
    side = compare.on_axis(view, [*groups, ()])
    there = np.array([bool(group) for group in groups])
    sums = np.nansum(side.weights[:-1][there], axis=1)
    assert sums == pytest.approx(np.ones(there.sum()), abs=1e-5)
    assert np.isnan(side.weights[-1]).all()
    assert np.isnan(side.weights[:, -1]).all()


@given(heads(4), heads(4))
def test_a_difference_is_after_minus_before_and_only_where_both_may_look(first, second):
    places = [place([i], [i]) for i in range(3)] + [place([3]), place([], [3])]
    found = compare.compare(first, second, places)
    told = np.full((5, 5), np.nan)
    told[:3, :3] = (second.weights.astype(float) - first.weights)[:3, :3]
    told[:3, :3][(first.masked | second.masked)[:3, :3]] = np.nan
    assert np.array_equal(found.difference, told.astype(np.float32), equal_nan=True)


def test_a_word_gets_the_sum_and_looks_with_the_mean_of_its_pieces():
    weights = np.float32([[0.2, 0.3, 0.5], [0.6, 0.1, 0.3], [0.25, 0.5, 0.25]])
    masked = np.zeros((3, 3), dtype=bool)
    view = HeadMap(0, 0, weights, masked, weights, *[np.zeros(3)] * 2, masked[0], "show")
    side = compare.on_axis(view, [(0, 1), (2,)])
    assert side.weights == pytest.approx(np.float32([[0.6, 0.4], [0.75, 0.25]]))


def test_a_pair_of_words_is_masked_where_no_pair_of_their_pieces_may_look():
    view = drawn(np.ones((4, 4), dtype=np.float32), causal=True)
    side = compare.on_axis(view, [(0, 1), (2, 3)])
    assert side.masked.tolist() == [[False, True], [False, False]]


def test_special_tokens_are_left_out_of_the_list_of_changes_and_the_largest_comes_first():
    before = drawn(np.eye(3, dtype=np.float32))
    after = drawn(np.eye(3, dtype=np.float32)[::-1])
    places = [place([0], [0], is_word=False), place([1], [1]), place([2], [2])]
    found = compare.largest(compare.compare(before, after, places))
    assert [(change.query, change.key) for change in found] == [(2, 2)]
    sizes = [
        abs(change.difference)
        for change in compare.largest(
            compare.compare(before, after, [place([i], [i]) for i in range(3)])
        )
    ]
    assert sizes == sorted(sizes, reverse=True)
    assert len(sizes) == 4


@pytest.mark.weights
@pytest.mark.parametrize("entry", PAIRS, ids=lambda entry: entry["id"])
def test_a_measured_pair_stands_at_its_places_with_its_numbers(entry, model):
    found = compared(
        model(entry["model"]), entry["text"], entry["other_text"], entry["layer"], entry["head"]
    )
    of = {place.before: i for i, place in enumerate(found.places)}
    for link in entry["links"]:
        first, second = link["before"], link["after"]
        query, key = of[first["query"],], of[first["key"],]
        assert found.places[query].after == (second["query"],)
        assert found.places[key].after == (second["key"],)
        change = compare.change(found, query, key)
        assert change.before == pytest.approx(first["weight"], abs=0.005)
        assert change.after == pytest.approx(second["weight"], abs=0.005)
        assert change.difference == pytest.approx(second["weight"] - first["weight"], abs=0.005)


@pytest.mark.weights("minilm")
def test_the_signature_pair_falls_by_what_was_measured(model):
    found = compared(model("minilm"), ANIMAL, WIDE, 3, 1)
    assert [place.kind for place in found.places].count("replaced") == 1
    assert found.places[13].labels == ("tired", "wide")
    second = compare.largest(found)[1]
    assert (second.query, second.key) == (10, 2)
    assert (second.before, second.after) == pytest.approx((0.6397, 0.2659), abs=5e-4)


@pytest.mark.weights("smollm2")
def test_a_causal_models_words_before_the_change_do_not_move_at_all(model):
    for layer, head in ((0, 0), (13, 8), (29, 8)):
        found = compared(model("smollm2"), ANIMAL, WIDE, layer, head)
        assert compare.rows_before_change(found) == (11, 0.0)
        assert np.nan_to_num(found.difference[8]).tolist() == [0.0] * 12
        assert np.isnan(found.difference[8, 9:]).all()


@pytest.mark.weights("minilm")
def test_c109_words_get_the_sum_of_their_pieces_and_look_with_the_mean(model):
    known = case("C109")["reference_values"]
    trace = attention.trace(model("minilm"), case("C109")["input"])
    groups = [(0,), (1, 2, 3, 4, 5), (6,), (7, 8, 9), (10, 11, 12, 13), (14,)]
    side = compare.on_axis(views.head_map(trace, 5, 11), groups)
    assert side.weights == pytest.approx(np.float32(known["L5H11"]), abs=0.005)
    assert side.weights.sum(axis=1) == pytest.approx(known["row_sums"], abs=1e-5)


@pytest.mark.weights("minilm", "smollm2")
def test_c109_the_words_found_through_spans_are_the_ones_of_the_case(model):
    text = case("C109")["input"]
    before, after = (attention.trace(model(name), text) for name in ("minilm", "smollm2"))
    places = compare.by_word(before.tokens, after.tokens)
    assert [place.labels[0] for place in places] == case("C109")["reference_values"]["words"]
    assert [place.is_word for place in places] == [False, True, True, True, True, False]


@pytest.mark.weights("minilm", "smollm2")
def test_two_models_are_compared_only_where_the_causal_one_may_look(model):
    before, after = (attention.trace(model(name), ANIMAL) for name in ("minilm", "smollm2"))
    places = compare.by_word(before.tokens, after.tokens)
    maps = views.head_map(before, 3, 1), views.head_map(after, 13, 8)
    found = compare.compare(*maps, places)
    of = {place.labels[0]: i for i, place in enumerate(places)}
    it, tired, animal = of["it"], of["tired"], of["animal"]
    assert found.after.masked[it, tired]
    assert not found.before.masked[it, tired]
    assert np.isnan(found.difference[it, tired])
    assert found.before.weights[it, animal] == pytest.approx(0.6397, abs=0.005)
    assert found.after.weights[it, animal] == pytest.approx(0.7496, abs=0.005)
    words = slice(1, -1)
    assert (found.after.masked[words, words] == np.triu(np.ones((11, 11), bool), 1)).all()
