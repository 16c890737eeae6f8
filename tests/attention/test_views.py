import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

import attention
from attention import views

CHAIN = "The animal didn't cross the street because it was too tired"


@pytest.fixture(scope="module")
def trace(model):
    return attention.trace(model("minilm"), CHAIN)


@given(st.floats(0, 1, width=32), st.booleans())
def test_a_thousandth_is_what_three_decimals_print(weight, masked):
    cell = views.thousandths(np.float32([weight]), np.array([masked]))[0]
    assert f"{cell / 1000:.3f}" == f"{np.float32(weight):.3f}" or masked
    assert (cell == views.MASKED) == masked


@pytest.mark.weights("minilm")
def test_the_grid_holds_every_weight_in_the_order_layer_head_query_key(trace):
    grid = views.head_grid(trace)
    shape = (grid.n_layers, grid.n_heads, grid.rows, grid.columns)
    assert (shape, grid.step) == ((6, 12, 15, 15), 1)
    cells = np.frombuffer(grid.cells, "<u2").reshape(shape)
    for layer in range(6):
        expected = np.rint(trace.weights(layer).double().numpy() * 1000)
        assert (cells[layer] == expected).all()


@pytest.mark.weights("minilm")
@pytest.mark.parametrize(("n_words", "step", "side"), [(62, 1, 64), (63, 2, 33), (510, 10, 52)])
def test_a_long_sentence_is_pooled_into_a_small_message(model, n_words, step, side):
    trace = attention.trace(model("minilm"), " ".join(["cat"] * n_words))
    grid = views.head_grid(trace)
    assert (grid.n_keys, grid.step, grid.columns) == (n_words + 2, step, side)
    assert len(grid.cells) == 72 * side * side * 2 <= (600_000 if step == 1 else 400_000)
    cells = np.frombuffer(grid.cells, "<u2").reshape(6, 12, side, side)
    largest = trace.weights(2).amax(dim=(1, 2)).double().numpy()
    assert (cells[2].max(axis=(1, 2)) == np.rint(largest * 1000)).all()


@pytest.mark.weights("smollm2")
def test_what_a_causal_model_may_not_see_is_masked_and_not_small(model):
    trace = attention.trace(model("smollm2"), "The capital of France is")
    view = views.head_map(trace, 17, 4)
    assert (view.masked == np.triu(np.ones((5, 5), dtype=bool), 1)).all()
    assert (np.isnan(view.shown) == view.masked).all()
    cells = np.frombuffer(views.head_grid(trace).cells, "<u2").reshape(30, 9, 5, 5)
    assert ((cells == views.MASKED) == view.masked).all()


@pytest.mark.weights("minilm")
def test_hiding_takes_columns_away_and_says_how_much_went(trace):
    shown, hidden = views.head_map(trace, 4, 5), views.head_map(trace, 4, 5, "hide")
    assert shown.row_sums == pytest.approx(np.ones(15), abs=1e-6)
    assert np.isnan(hidden.shown[:, [0, 14]]).all()
    assert (hidden.shown[:, 1:14] == shown.weights[:, 1:14]).all()
    assert hidden.hidden_share[10] == pytest.approx(0.9019, abs=5e-4)
    assert hidden.row_sums[10] == pytest.approx(0.0981, abs=5e-4)
    assert np.nanmax(hidden.shown) == pytest.approx(0.0452, abs=5e-4)


@pytest.mark.weights("minilm")
def test_rescaling_divides_by_what_is_left_and_keeps_the_models_own_weights(trace):
    view = views.head_map(trace, 5, 11, "rescale")
    own = trace.weights(5)[11].numpy()
    assert (view.weights == own).all()
    assert view.row_sums == pytest.approx(np.ones(15), abs=1e-6)
    assert view.shown[10, 2] == pytest.approx(own[10, 2] / (1 - own[10, [0, 14]].sum()), rel=1e-5)


@pytest.mark.weights("minilm")
def test_the_table_of_a_row_has_four_decimals_and_one_line_per_token(trace):
    view, line = views.head_map(trace, 3, 1), views.token_line(trace.tokens)
    table = views.row_table(view, line, 10)
    assert [row[0] for row in table.rows] == list(range(15))
    assert table.rows[2] == (2, "animal", f"{trace.weights(3)[1, 10, 2]:.4f}")


@pytest.mark.weights("smollm2")
def test_next_tokens_are_the_likeliest_of_the_models_own_logits(model):
    trace = attention.trace(model("smollm2"), "The capital of France is")
    best = torch.softmax(trace.logits[-1], dim=-1).topk(5)
    found = views.next_tokens(trace)
    assert found[0].label == "␣Paris"
    assert [one.probability for one in found] == pytest.approx(best.values.tolist(), abs=1e-6)


@pytest.mark.weights("minilm")
def test_an_encoder_has_no_next_token(trace):
    assert views.next_tokens(trace) == ()


@pytest.mark.weights("minilm")
def test_no_view_reads_a_tensor_where_it_lies_but_brings_it_home_first(trace, monkeypatch):
    home, cpu, numpy = [], torch.Tensor.cpu, torch.Tensor.numpy

    def come(tensor: torch.Tensor) -> torch.Tensor:
        home.append(cpu(tensor))
        return home[-1]

    def read(tensor: torch.Tensor) -> np.ndarray:
        if not any(tensor is one for one in home):
            raise TypeError("can't convert cuda:0 device type tensor to numpy")
        return numpy(tensor)

    causal = torch.ones(trace.n_tokens, trace.n_tokens, dtype=torch.bool).tril()
    monkeypatch.setattr(attention.Trace, "masks", lambda self, layer, part=None: causal[None])
    monkeypatch.setattr(torch.Tensor, "cpu", come)
    monkeypatch.setattr(torch.Tensor, "numpy", read)
    assert views.head_grid(trace).n_heads == 12
    assert views.head_map(trace, 3, 1).masked[0, 1]
