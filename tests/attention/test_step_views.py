"""The numbers of a walk are those of the trace, for every kind of model."""

import numpy as np
import pytest
import torch

import attention
from attention.step_views import ALL_SHOWN, step_view, window
from tests.attention.folders import family

TEXT = "the dog sees a cat because it runs"
FAMILIES = ("bert", "t5", "gemma2", "gpt_oss", "granite", "qwen3", "llama", "mistral")


@pytest.fixture(scope="module")
def traced(tmp_path_factory):
    """Give a function to a trace of each tiny family, made once."""
    made = {}

    def give(name):
        if name not in made:
            folder = family(name, tmp_path_factory.mktemp(name))
            made[name] = attention.trace(attention.load(folder), TEXT)
        return made[name]

    return give


@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.parametrize("head", [0, 3])
def test_every_matrix_of_a_walk_is_the_models_own(traced, name, head):
    trace = traced(name)
    steps, view = trace.steps(1, head), step_view(trace, 1, head, 5, 2)
    for part in ("q", "k", "v", "scores", "scaled", "masked", "weights"):
        assert np.array_equal(view.matrices[part], getattr(steps, part).numpy()), part
    assert np.array_equal(view.matrices["z"], steps.output.numpy())
    assert np.array_equal(view.matrices["x"], trace.hidden(1).numpy())


@pytest.mark.parametrize("name", FAMILIES)
def test_exponentials_over_their_sum_are_the_weights(traced, name):
    trace = traced(name)
    for query in range(trace.n_tokens):
        view = step_view(trace, 0, 1, query, 0)
        exp, weights = view.matrices["exp"][query], view.matrices["weights"][query]
        np.testing.assert_allclose(exp / view.sums["sum"], weights, atol=1e-6)
        assert exp.max() <= 1
        total = weights.sum() + view.sums.get("sink_weight", 0.0)
        assert total == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize("name", ["bert", "t5", "llama"])
def test_this_head_the_others_and_the_bias_are_the_attention_output(traced, name):
    trace = traced(name)
    view = step_view(trace, 1, 2, 4, 0)
    parts = [view.matrices[part] for part in ("added", "others", "bias_o") if part in view.matrices]
    projection = trace.projection(1)
    concat = torch.from_numpy(view.matrices["concat"]).reshape(-1)
    own = concat @ projection.W_o + (0 if projection.b_o is None else projection.b_o)
    np.testing.assert_allclose(sum(parts), own.numpy(), atol=1e-5)
    np.testing.assert_allclose(view.matrices["total"], own.numpy(), atol=1e-5)


@pytest.mark.parametrize(
    ("name", "own"),
    [("bert", ()), ("t5", ("bias",)), ("gemma2", ("softcap",)), ("gpt_oss", ("sink",))],
)
def test_soft_cap_bias_and_sink_are_stages_only_where_the_model_has_them(traced, name, own):
    stages = step_view(traced(name), 0, 0, 3, 0).stages
    assert {"softcap", "bias", "sink"} & set(stages) == set(own)
    assert [s for s in stages if s not in own] == [
        "x", "qkv", "scores", "scaled", "mask", "shifted", "exp", "weights", "sum", "output",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "scaling"),
    [("bert", "root"), ("t5", "none"), ("gemma2", "other_root"), ("granite", "other_root")],
)
def test_the_origin_of_the_scale_is_told(traced, name, scaling):
    assert step_view(traced(name), 0, 0, 3, 0).scaling == scaling


@pytest.mark.parametrize(
    ("name", "looks", "hidden"),
    [("bert", "everywhere", 0), ("llama", "back", 5), ("mistral", "somewhere", 7)],
)
def test_what_a_query_may_look_at_is_told(traced, name, looks, hidden):
    view = step_view(traced(name), 0, 0, 3, 0)
    assert (view.looks, view.n_hidden) == (looks, hidden)
    assert np.isneginf(view.matrices["masked"][3]).sum() == hidden


def test_a_long_text_has_rows_for_the_heaviest_the_nearest_and_the_pair():
    row = np.full(512, 1e-4, np.float32)
    row[[7, 400]] = 0.4
    shown = window(row, 300, 90)
    assert {0, 7, 90, 298, 299, 300, 301, 302, 400} <= set(shown)
    assert len(shown) <= ALL_SHOWN
    assert list(shown) == sorted(shown)
    assert window(row[:ALL_SHOWN], 3, 2) == tuple(range(ALL_SHOWN))


def test_what_has_no_row_is_added_up(traced):
    model = traced("bert").model
    trace = attention.trace(model, " ".join([TEXT] * 6))
    view, steps = step_view(trace, 0, 1, 20, 2), trace.steps(0, 1)
    rows = list(view.shown)
    assert len(rows) < trace.n_tokens
    seen = view.matrices["weights"][rows.index(20)]
    np.testing.assert_allclose(
        seen @ view.matrices["v"] + view.matrices["rest"], steps.output[20].numpy(), atol=1e-5
    )
    assert seen.sum() + view.sums["rest_weight"] == pytest.approx(1, abs=1e-6)
    exp = view.matrices["exp"][rows.index(20)].sum()
    assert exp + view.sums["rest_exp"] == pytest.approx(view.sums["sum"], rel=1e-6)
