"""Where q, k and v come from: matrices, a head's columns, one number taken apart, the turn."""

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

import attention
from attention import projection_views as views
from attention.plane import plane
from attention.turns import find_turn, pairings
from tests.attention import folders
from tests.attention.opened import open_cell
from tests.cases import case

IDS = [5, 6, 7, 8, 5, 6]
NAMES = ("q", "k", "v")
ROTATED = ("llama", "mistral", "qwen2", "gemma2", "granite", "gpt_oss", "modernbert", "gpt_neox")
HIDDEN = {"deepseek_v2": ("indirect", "not_found", "not_found")}


@pytest.fixture
def made(tmp_path):
    def trace(family: str) -> attention.Trace:
        return attention.trace(attention.load(folders.family(family, tmp_path)), ids=IDS)

    return trace


@pytest.mark.weights("minilm")
def test_c061_the_numbers_of_the_head_are_those_of_x_times_w_plus_b(model):
    known = case("C061")
    trace = attention.trace(model("minilm"), known["input"])
    for name, token in (("q", 10), ("k", 2), ("v", 2)):
        view = views.projection_view(trace, 0, 0, name)
        label = "q_it_first4" if name == "q" else f"{name}_animal_first4"
        assert view.own[token, :4] == pytest.approx(known["reference_values"][label], abs=1e-4)
        assert (view.own == view.projected).all()
        found = view.factors
        by_hand = found.x.astype(float) @ found.W.astype(float) + found.b
        assert found.wide == pytest.approx(by_hand, abs=1e-5)


@pytest.mark.weights("minilm", "smollm2")
@pytest.mark.parametrize(("name", "layer", "head"), [("minilm", 3, 7), ("smollm2", 17, 4)])
def test_an_opened_number_is_the_sum_of_its_products_and_bias(model, name, layer, head):
    trace = attention.trace(model(name), "The capital of France is")
    for matrix in NAMES:
        view = views.projection_view(trace, layer, head, matrix)
        opened = open_cell(view, 3, 11)
        column = trace.hidden(layer)[3].double().numpy() * view.factors.W[:, view.columns][:, 11]
        assert opened.products == pytest.approx(column, abs=1e-12)
        assert opened.total == pytest.approx(opened.products.sum() + opened.bias, abs=1e-12)
        assert opened.shown == view.projected[3, 11]
        assert opened.error < 1e-4 * max(1, np.abs(opened.products).sum())


@pytest.mark.weights("smollm2")
def test_c058_a_score_before_and_after_the_turn(model):
    known = case("C058")["reference_values"]
    trace = attention.trace(model("smollm2"), "The capital of France is")
    score = views.pair_score(trace, 0, 0, known["q"], known["k"])
    assert score.before == pytest.approx(known["score_raw_before_rope"], abs=5e-5)
    assert score.after == pytest.approx(known["score_after_rope"], abs=5e-5)
    assert score.q_length == pytest.approx(known["norm_q_after"], abs=5e-5)
    turn = views.projection_view(trace, 0, 0, "q").turn
    assert turn.layout == "halves"
    assert turn.pairs[3].tolist() == [3, 35]
    assert turn.angles[0] == pytest.approx(np.zeros(32), abs=1e-5)
    assert turn.angles[:, 0] == pytest.approx(range(5), abs=1e-4)
    assert turn.error < 1e-5


@pytest.mark.weights("smollm2")
def test_angles_are_those_of_the_models_own_rotary_embedding(model):
    smollm2 = model("smollm2")
    trace = attention.trace(smollm2, "The capital of France is")
    rotary = smollm2.network.base_model.rotary_emb
    cos, sin = rotary(trace.hidden(0)[None], torch.arange(trace.n_tokens)[None])
    for name in ("q", "k"):
        turn = views.projection_view(trace, 5, 2, name).turn
        assert np.cos(turn.angles) == pytest.approx(cos[0, :, :32].numpy(), abs=1e-4)
        assert np.sin(turn.angles) == pytest.approx(sin[0, :, :32].numpy(), abs=1e-4)


@pytest.mark.weights("smollm2")
def test_grouped_heads_share_k_and_v_and_say_with_whom(model):
    trace = attention.trace(model("smollm2"), "The capital of France is")
    k = [views.projection_view(trace, 17, head, "k") for head in (3, 5, 6)]
    assert [view.users for view in k] == [(3, 4, 5), (3, 4, 5), (6, 7, 8)]
    assert [view.part for view in k] == [1, 1, 2]
    assert (k[0].own == k[1].own).all()
    assert k[0].columns == slice(64, 128)
    assert views.projection_view(trace, 17, 5, "q").users == (5,)


@pytest.mark.weights("minilm")
def test_a_model_without_rotation_has_no_turn_and_no_score_before_it(model):
    trace = attention.trace(model("minilm"), "the cat sat")
    assert views.projection_view(trace, 0, 0, "q").turn is None
    assert views.pair_score(trace, 0, 0, 1, 2) is None


@pytest.mark.parametrize("family", ROTATED)
def test_turning_the_projection_gives_what_attention_reads(made, family):
    trace = made(family)
    for name in ("q", "k"):
        view = views.projection_view(trace, 1, 3, name)
        turn, before = view.turn, view.factor * view.projected.astype(float)
        a, b = before[:, turn.pairs[:, 0]], before[:, turn.pairs[:, 1]]
        cos, sin = np.cos(turn.angles), np.sin(turn.angles)
        before[:, turn.pairs[:, 0]], before[:, turn.pairs[:, 1]] = (
            a * cos - b * sin,
            a * sin + b * cos,
        )
        assert before == pytest.approx(view.own, abs=1e-5)
    assert len(turn.pairs) == (1 if family == "gpt_neox" else 4)


def test_a_norm_behind_the_projection_is_named_and_no_turn_is_claimed(made):
    view = views.projection_view(made("qwen3"), 1, 3, "q")
    assert (view.relation, view.turn) == ("normed", None)
    assert view.projected is not None
    assert np.abs(view.projected - view.own).max() > 0.01


def test_a_model_that_scales_q_itself_says_by_how_much(made):
    view = views.projection_view(made("opt"), 1, 3, "q")
    assert view.relation == "scaled"
    assert view.factor * view.projected == pytest.approx(view.own, abs=1e-5)


@pytest.mark.parametrize("family", HIDDEN)
def test_a_projection_that_can_not_be_shown_says_why_and_keeps_the_models_numbers(made, family):
    trace = made(family)
    found = [views.projection_view(trace, 1, 3, name) for name in NAMES]
    assert tuple(view.hidden for view in found) == HIDDEN[family]
    assert all(view.projected is None for view in found)
    assert (found[0].own == trace.steps(1, 3).q.numpy()).all()
    with pytest.raises(ValueError, match="indirect"):
        open_cell(found[0], 0, 0)


@given(st.integers(0, 3), st.integers(2, 9), st.floats(50, 1e6), st.floats(0.5, 2), st.randoms())
def test_any_rotation_is_read_off_its_values(which, n_tokens, base, factor, random):
    layout, pairs = list(pairings(16))[which]
    rng = np.random.default_rng(random.randrange(2**32))
    before = rng.normal(size=(3, n_tokens, 16))
    angles = np.arange(n_tokens)[:, None] * base ** -(np.arange(len(pairs)) / len(pairs))
    after = before.copy()
    a, b = before[..., pairs[:, 0]], before[..., pairs[:, 1]]
    after[..., pairs[:, 0]] = a * np.cos(angles) - b * np.sin(angles)
    after[..., pairs[:, 1]] = a * np.sin(angles) + b * np.cos(angles)
    wide = before.transpose(1, 0, 2).reshape(n_tokens, -1).astype(np.float32)
    turn = find_turn(wide, (factor * after).astype(np.float32), factor)
    assert (turn.layout, turn.pairs.tolist()) == (layout, pairs.tolist())
    assert np.cos(turn.angles - angles) == pytest.approx(np.ones_like(angles), abs=1e-5)


def test_values_that_no_rotation_explains_give_no_turn():
    rng = np.random.default_rng(0)
    wide = rng.normal(size=(5, 16)).astype(np.float32)
    assert find_turn(wide, rng.normal(size=(2, 5, 8)).astype(np.float32), 1.0) is None


@pytest.mark.weights("smollm2")
def test_the_plane_keeps_what_two_directions_can_and_lists_real_scores_of_seen_keys(model):
    trace = attention.trace(model("smollm2"), "The capital of France is")
    found, steps = plane(trace, 0, 0, 2), trace.steps(0, 0)
    points = np.concatenate([steps.q.double(), steps.k.double()])
    centred = points - points.mean(axis=0)
    shadow = np.concatenate([found.q, found.k])
    assert found.share == pytest.approx((shadow**2).sum() / (centred**2).sum(), abs=1e-9)
    axes = np.linalg.eigh(centred.T @ centred)[1][:, -2:]
    assert (shadow**2).sum() == pytest.approx(((centred @ axes) ** 2).sum(), rel=1e-9)
    assert {key for key, _ in found.nearest} == {0, 1, 2}
    values = [score for _, score in found.nearest]
    assert values == sorted(values, reverse=True)
    assert dict(found.nearest)[1] == float(steps.scores[2, 1])
