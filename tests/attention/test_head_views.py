"""What all heads of a layer do for one query, held against the models themselves."""

import numpy as np
import pytest
import torch
from torch.testing import assert_close
from transformers import AutoModel

import attention
from attention.head_views import (
    STRIPE,
    attention_output,
    has_output_projection,
    lengths,
    many_heads,
    stripes,
)
from tests.attention import folders

ANIMAL = "The animal didn't cross the street because it was too tired"
RUNS = {
    "minilm": (ANIMAL, 5),
    "e5": ("孩子们累了，他们想回家", 8),
    "smollm2": ("The capital of France is", 17),
}


@pytest.fixture(params=RUNS)
def run(request, model) -> tuple[attention.Trace, int]:
    text, layer = RUNS[request.param]
    return attention.trace(model(request.param), text), layer


@pytest.mark.weights
@pytest.mark.parametrize("name", RUNS)
def test_the_models_own_output_is_what_its_eager_run_gives(name, model, plain):
    text, layer = RUNS[name]
    t = attention.trace(model(name), text)
    wrote = plain(name).run(t.tokens.ids).wrote["o", layer]
    own = attention_output(t, layer)
    assert_close(own, wrote, rtol=0, atol=1e-5 * float(wrote.abs().max()))


@pytest.mark.weights
def test_contributions_and_bias_add_up_to_the_models_own_output(run):
    t, layer = run
    for query in range(t.n_tokens):
        view = many_heads(t, layer, query)
        total = view.contributions.astype(np.float64).sum(0)
        total = total if view.bias is None else total + view.bias
        assert np.abs(total - view.own).max() == view.error
        assert view.agrees
        assert np.array_equal(view.contributions, t.contributions(layer)[:, query].numpy())


@pytest.mark.weights
def test_everything_is_cut_out_of_the_run_and_nothing_is_rounded(run):
    t, layer = run
    query = t.n_tokens - 2
    view = many_heads(t, layer, query)
    for head in range(t.n_heads):
        steps = t.steps(layer, head)
        assert_close(torch.from_numpy(view.z[head]), steps.output[query], rtol=1e-5, atol=1e-6)
        assert np.array_equal(view.weights[head], t.weights(layer)[head, query].numpy())
        W_o = t.projection(layer).W_o.view(t.n_heads, t.model.d_head, -1)[head]
        handed = torch.linalg.vector_norm((steps.v @ W_o).double(), dim=-1)
        assert view.value_lengths[head] == pytest.approx(handed.numpy(), rel=1e-5)
        assert view.lengths[head] == pytest.approx(
            float(torch.linalg.vector_norm(t.contributions(layer)[head, query].double())), rel=1e-6
        )


@pytest.mark.weights("minilm")
def test_head_11_adds_the_longest_vector_to_it_and_number_0_adds_up(model):
    view = many_heads(attention.trace(model("minilm"), ANIMAL), 5, 10)
    assert view.lengths.argmax() == 11
    assert f"{view.lengths[11]:.2f}" == "4.03"
    assert view.bias is not None
    total = view.contributions[:, 0].astype(np.float64).sum()
    numbers = (total, view.bias[0], total + view.bias[0], view.own[0])
    assert [f"{number:.4f}" for number in numbers] == ["0.0891", "0.0469", "0.1360", "0.1360"]
    assert view.error < 1e-6


@pytest.mark.weights("smollm2")
def test_in_smollm2_nine_query_heads_have_an_output_each_and_there_is_no_bias(model):
    t = attention.trace(model("smollm2"), "The capital of France is")
    view = many_heads(t, 0, 2)
    assert (view.n_heads, view.n_kv_heads, view.z.shape) == (9, 3, (9, 64))
    assert view.bias is None
    assert view.masked.tolist() == [False, False, False, True, True]
    assert view.weights[:, view.masked].tolist() == [[0.0, 0.0]] * 9


@pytest.fixture
def without_output_layer(tmp_path) -> attention.Trace:
    sizes = {"num_attention_heads": 3, "num_hidden_layers": 1, "intermediate_size": 40}
    folder = folders.made("bert", tmp_path, AutoModel, vocab_size=60, hidden_size=24, **sizes)
    model = attention.load(folder)
    t = attention.trace(model, ids=[5, 6, 7])
    object.__setattr__(model.sources[0], "o", None)
    return t


def test_without_a_known_output_layer_it_says_so(without_output_layer):
    assert not has_output_projection(without_output_layer, 0)
    for give in (lambda t: many_heads(t, 0, 1), lambda t: attention_output(t, 0)):
        with pytest.raises(ValueError, match="output projection of layer 0 was not found"):
            give(without_output_layer)


@pytest.mark.parametrize("shape", [(3, 8, 24), (9, 64, 576), (2, 33, 97), (1, 1, 1)])
def test_a_cell_of_a_stripe_is_the_number_of_largest_size_in_its_block(shape):
    W_o = np.random.default_rng(3).normal(size=shape).astype(np.float32)
    picture = stripes(W_o)
    n_rows, n_columns = picture.cells.shape[1:]
    assert n_rows <= STRIPE[0]
    assert n_columns <= STRIPE[1]
    for row in range(n_rows):
        for column in range(n_columns):
            block = W_o[
                :,
                row * picture.rows : (row + 1) * picture.rows,
                column * picture.columns : (column + 1) * picture.columns,
            ].reshape(shape[0], -1)
            largest = block[np.arange(shape[0]), np.abs(block).argmax(1)]
            assert np.array_equal(picture.cells[:, row, column], largest)


def test_a_length_is_the_root_of_the_sum_of_squares():
    assert lengths(np.float32([[3, 4], [0, 0]])).tolist() == [5.0, 0.0]


@pytest.mark.weights
def test_the_concat_is_held_against_the_models_own_output(run):
    t, layer = run
    query = t.n_tokens - 2
    view = many_heads(t, layer, query)
    concat, own = torch.from_numpy(view.z).reshape(-1), torch.from_numpy(view.own)
    found = view.unmixed
    assert found is not None
    assert found.cosine == pytest.approx(
        float(torch.cosine_similarity(concat, own, dim=0)), abs=1e-6
    )
    assert (found.length, found.own_length) == pytest.approx(
        (float(concat.norm()), float(own.norm()))
    )
    assert abs(found.cosine) < 0.5  # W_O really mixes
