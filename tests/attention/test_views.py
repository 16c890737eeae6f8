import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from transformers import AutoTokenizer

import attention
from attention import views, weights
from tests.attention.drawn import chance, sentence

HALF_A_THOUSANDTH = 0.0005 + 2e-6  # what rounding takes, and what two ways of adding may differ by
CHAIN = "The animal didn't cross the street because it was too tired"


@pytest.fixture(scope="module")
def trace(model):
    return attention.trace(model("minilm"), CHAIN)


def drawn(plain, name, more_than=0):
    """Give a drawn text of more than so many tokens, and its eager weights by the library alone."""
    draw, tokenizer = chance(), AutoTokenizer.from_pretrained(weights.folder(name))
    text = sentence("zh" if name == "e5" else "en", draw)
    while len(tokenizer(text).input_ids) <= more_than:
        text += " " + sentence("zh" if name == "e5" else "en", draw)
    attentions = plain(name).run(tokenizer(text).input_ids).answer.attentions
    return text, torch.cat(attentions).double().numpy()


@given(st.floats(0, 1, width=32), st.booleans())
def test_a_thousandth_is_what_three_decimals_print(weight, masked):
    cell = views.thousandths(np.float32([weight]), np.array([masked]))[0]
    assert f"{cell / 1000:.3f}" == f"{np.float32(weight):.3f}" or masked
    assert (cell == views.MASKED) == masked


@given(arrays.arrays(np.uint16, (3, 23), elements=st.sampled_from([0, 1, 500, 1000, 65535])))
def test_pooling_keeps_the_largest_weight_and_masks_only_what_is_masked_whole(cells):
    pooled = views._largest(cells, 5, axis=1)
    for block in range(5):
        part = cells[:, 5 * block : 5 * block + 5]
        for row in range(3):
            seen = [cell for cell in part[row].tolist() if cell != views.MASKED]
            assert pooled[row, block] == (max(seen) if seen else views.MASKED)


@pytest.mark.weights("minilm")
def test_the_grid_holds_every_weight_in_the_order_layer_head_query_key(trace):
    grid = views.head_grid(trace)
    shape = (grid.n_layers, grid.n_heads, grid.side, grid.side)
    assert (shape, grid.step) == ((6, 12, 15, 15), 1)
    cells = np.frombuffer(grid.cells, "<u2").reshape(shape)
    for layer in range(6):
        expected = np.rint(trace.weights(layer).double().numpy() * 1000)
        assert (cells[layer] == expected).all()


@given(st.integers(1, 1024), st.integers(1, 512))
def test_a_grid_is_exact_while_it_is_small_and_else_as_fine_as_fits(n_heads, n_tokens):
    def size(step):
        return 2 * n_heads * (-(-n_tokens // step)) ** 2

    step = views.pooling(n_heads, n_tokens)
    exact = n_tokens <= 64 and size(1) <= 600_000
    assert (step == 1) == exact
    assert exact or size(step) <= 400_000
    assert step <= 2 or size(step - 1) > 400_000


@pytest.mark.parametrize(
    ("n_heads", "n_tokens", "step"),
    [(72, 33, 1), (72, 64, 1), (72, 65, 2), (270, 15, 1), (270, 33, 1), (270, 34, 2), (270, 64, 3)],
)
def test_what_the_embedded_models_send(n_heads, n_tokens, step):
    assert views.pooling(n_heads, n_tokens) == step


@pytest.mark.weights("minilm")
@pytest.mark.parametrize(("n_words", "step", "side"), [(62, 1, 64), (63, 2, 33), (510, 10, 52)])
def test_a_long_sentence_is_pooled_into_a_small_message(model, n_words, step, side):
    trace = attention.trace(model("minilm"), " ".join(["cat"] * n_words))
    grid = views.head_grid(trace)
    assert (grid.n_tokens, grid.step, grid.side) == (n_words + 2, step, side)
    assert len(grid.cells) == 72 * side * side * 2 <= (600_000 if step == 1 else 400_000)
    cells = np.frombuffer(grid.cells, "<u2").reshape(6, 12, side, side)
    largest = trace.weights(2).amax(dim=(1, 2)).double().numpy()
    assert (cells[2].max(axis=(1, 2)) == np.rint(largest * 1000)).all()


@pytest.mark.weights
@pytest.mark.parametrize("name", ["minilm", "e5", "smollm2"])
@pytest.mark.parametrize("more_than", [0, 64])
def test_the_grids_bytes_are_the_models_own_eager_weights(model, plain, name, more_than):
    text, own = drawn(plain, name, more_than)
    grid = views.head_grid(attention.trace(model(name), text))
    n, step, side = grid.n_tokens, grid.step, grid.side
    assert step > 1 or not more_than
    cells = np.frombuffer(grid.cells, "<u2").reshape(grid.n_layers, grid.n_heads, side, side)
    seen = np.where(cells == views.MASKED, 0, cells) / 1000
    whole = np.zeros((*own.shape[:2], side * step, side * step))
    whole[:, :, :n, :n] = own
    largest = whole.reshape(*own.shape[:2], side, step, side, step).max(axis=(3, 5))
    assert np.abs(seen - largest).max() <= HALF_A_THOUSANDTH


@pytest.mark.weights("minilm", "smollm2")
@pytest.mark.parametrize("name", ["minilm", "smollm2"])
def test_lines_and_sentence_strip_receive_the_models_own_eager_weights(model, plain, name):
    text, own = drawn(plain, name)
    trace = attention.trace(model(name), text)
    layer, head = trace.n_layers // 2, trace.n_heads // 2
    view, eager = views.head_map(trace, layer, head), own[layer, head]
    sent = views.thousandths(view.weights, view.masked).tobytes()
    cells = np.frombuffer(sent, "<u2").reshape(eager.shape)
    assert np.abs(np.where(view.masked, 0, cells) / 1000 - eager).max() <= HALF_A_THOUSANDTH
    assert eager[cells == views.MASKED].sum() == 0
    for query, row in enumerate(cells):
        strip = views.thousandths(view.weights[query], view.masked[query])
        assert strip.tobytes() == row.tobytes()


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


class Elsewhere:
    """Be a tensor on a graphics card, which numpy can't read before it is brought home."""

    def __init__(self, tensor: torch.Tensor) -> None:
        self.tensor = tensor

    def __getitem__(self, index: int) -> "Elsewhere":
        return Elsewhere(self.tensor[index])

    def cpu(self) -> torch.Tensor:
        return self.tensor

    def numpy(self) -> np.ndarray:
        raise TypeError("can't convert cuda:0 device type tensor to numpy")


@pytest.mark.weights("minilm")
def test_a_run_on_another_device_gives_the_same_views(trace):
    class Away:
        tokens, n_tokens = trace.tokens, trace.n_tokens
        n_layers, n_heads = trace.n_layers, trace.n_heads

        def weights(self, layer: int) -> Elsewhere:
            return Elsewhere(trace.weights(layer))

        def mask(self, layer: int) -> Elsewhere:
            n = trace.n_tokens
            return Elsewhere(torch.ones(n, n, dtype=torch.bool))

    assert views.head_grid(Away()) == views.head_grid(trace)
    here, away = views.head_map(trace, 3, 1), views.head_map(Away(), 3, 1)
    assert np.array_equal(away.weights, here.weights)
    assert np.array_equal(away.masked, here.masked)
