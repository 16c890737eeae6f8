"""A head seen between whole words, or between two texts only, against a few lines of NumPy."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import attention
from attention import head_map, map_views, sides, surfaces, views, words
from attention.map_views import UNITS
from attention.sides import BETWEEN
from tests.attention.plain import Plain
from tests.cases import case, cases

(PAIR,) = cases("sentence-pairs")
KNOWN = PAIR["reference_values"]


@pytest.fixture
def pair(model):
    return attention.trace(model("minilm"), PAIR["input"][0], pair=PAIR["input"][1])


@pytest.mark.weights("minilm")
@pytest.mark.parametrize("texts", [PAIR["input"], ["a", "a"], ["A [SEP] b", "[SEP] c"], ["x", "?"]])
def test_sentence_b_begins_where_the_models_own_types_say(model, texts):
    tokens = attention.trace(model("minilm"), texts[0], pair=texts[1]).tokens
    assert sides.is_second(tokens).tolist() == [bool(one) for one in tokens.segments]


@pytest.mark.weights("e5")
@pytest.mark.parametrize("second", ["他们想回家", "they go home"])
def test_without_types_the_first_closing_mark_is_a_s_and_the_next_opens_b(model, second):
    tokens = attention.trace(model("e5"), "孩子们累了", pair=second).tokens
    pieces, found = [token.piece for token in tokens], sides.is_second(tokens)
    assert pieces[:7] == ["<s>", "▁", "孩子们", "累", "了", "</s>", "</s>"]
    assert found.tolist() == [False] * 6 + [True] * (len(pieces) - 6)
    read = "".join(surfaces.surfaces(tokens)).replace(" ", "")
    assert read == f"孩子们累了{second}".replace(" ", "")


@pytest.mark.weights("minilm")
def test_one_text_has_no_second(model):
    assert not sides.is_second(attention.trace(model("minilm"), "a cat").tokens).any()


@pytest.mark.weights("minilm")
@pytest.mark.parametrize("between", BETWEEN)
def test_each_filter_leaves_the_block_that_two_slices_give(pair, between):
    start = KNOWN["sentence_b_start"]
    cut = {"a": slice(None, start), "b": slice(start, None)}
    rows, columns = (slice(None), slice(None)) if between == "all" else map(cut.get, between)
    view = views.head_map(pair, 2, 9)
    second = sides.is_second(pair.tokens)
    found = map_views.only(view, *sides.looking(between, second))
    expected = np.full_like(view.weights, np.nan)
    expected[rows, columns] = pair.weights(2)[9].numpy()[rows, columns]
    np.testing.assert_array_equal(found.shown, expected)
    np.testing.assert_array_equal(found.weights, view.weights)
    inside = np.nansum(expected.astype(float), axis=1)[rows]
    np.testing.assert_allclose(found.row_sums[rows], inside, atol=1e-6)
    assert np.isnan(np.delete(found.row_sums, rows)).all()
    keys = sides.looking(between, second)[1]
    for query, share in zip(range(15)[rows], inside, strict=True):
        assert map_views.share(view, query, keys) == pytest.approx(share, abs=1e-6)


@pytest.mark.weights("minilm")
@pytest.mark.parametrize(("between", "name"), [("ab", "A_to_B"), ("ba", "B_to_A")])
def test_c111_words_of_one_sentence_give_those_of_the_other_their_share(pair, between, name):
    chosen = sides.looking(between, sides.is_second(pair.tokens))
    rows = [i for i in np.flatnonzero(chosen[0]).tolist() if not pair.tokens[i].is_special]
    sums = [
        map_views.only(views.head_map(pair, layer, head, "hide"), *chosen).row_sums[rows]
        for layer, head in itertools.product(range(6), range(12))
    ]
    assert np.mean(sums) == pytest.approx(KNOWN[name], abs=5e-4)


@pytest.mark.weights("minilm")
def test_c109_a_head_between_words_has_the_measured_weights(model):
    known = case("C109")["reference_values"]
    t = attention.trace(model("minilm"), case("C109")["input"])
    groups = words.groups(t.tokens)
    found = map_views.by_word(views.head_map(t, 5, 11), groups, groups)
    np.testing.assert_allclose(found.weights, known["L5H11"], atol=5e-4)
    line = map_views.word_line(views.token_line(t.tokens), t.tokens, groups)
    assert list(line.labels) == known["words"]
    assert line.special == (True, False, False, False, False, True)


@pytest.mark.weights("smollm2")
def test_words_of_a_causal_model_agree_with_its_own_eager_weights(model):
    text = "Unbelievably, tokenizers misbehave"
    t = attention.trace(model("smollm2"), text)
    own = Plain("smollm2").run(list(t.tokens.ids)).answer.attentions[3][0, 4].double().numpy()
    groups = words.groups(t.tokens)
    assert max(map(len, groups)) > 1
    found = map_views.by_word(views.head_map(t, 3, 4), groups, groups)
    by_hand = [[own[np.ix_(q, k)].sum(1).mean() for k in groups] for q in groups]
    np.testing.assert_allclose(found.weights, by_hand, atol=1e-6)
    np.testing.assert_allclose(found.row_sums, 1, atol=1e-5)
    assert np.array_equal(found.masked, np.triu(np.ones_like(found.masked), 1))


@given(st.data())
def test_however_tokens_are_joined_rows_add_up_to_what_they_did(data):
    n = data.draw(st.integers(1, 9))
    numbers = np.random.default_rng(data.draw(st.integers(0, 99))).random((n, n), np.float32)
    numbers /= numbers.sum(1, keepdims=True)
    cuts = sorted(data.draw(st.sets(st.integers(1, n - 1) if n > 1 else st.nothing())))
    groups = [tuple(range(a, b)) for a, b in itertools.pairwise([0, *cuts, n])]
    nothing = np.zeros(n, bool)
    view = head_map.shown_map((0, 0), numbers, np.zeros((n, n), bool), nothing, "show")
    np.testing.assert_allclose(map_views.by_word(view, groups, groups).row_sums, 1, atol=1e-5)


@pytest.mark.weights("minilm")
def test_a_rescaled_head_of_words_is_rescaled_over_its_words(model):
    t = attention.trace(model("minilm"), case("C109")["input"])
    groups = words.groups(t.tokens)
    found = map_views.by_word(views.head_map(t, 5, 11, "rescale"), groups, groups)
    own = found.weights[:, 1:-1].astype(float)
    np.testing.assert_allclose(found.shown[:, 1:-1], own / own.sum(1, keepdims=True), rtol=1e-4)
    assert np.isnan(found.shown[:, [0, -1]]).all()


def test_the_choices_are_those_of_the_address():
    assert (UNITS, BETWEEN) == (("piece", "word"), ("all", "aa", "ab", "ba", "bb"))
