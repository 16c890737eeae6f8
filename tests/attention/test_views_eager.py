"""What the pictures are sent, against the eager weights of sentences that nobody knew before."""

import numpy as np
import pytest
import torch
from transformers import AutoTokenizer

import attention
from attention import views, weights
from tests.attention.drawn import chance, sentence

HALF_A_THOUSANDTH = 0.0005 + 2e-6  # what rounding takes, and what two ways of adding may differ by


def drawn(plain, name, more_than=0):
    """Give a drawn text of more than so many tokens, and its eager weights by the library alone."""
    draw, tokenizer = chance(), AutoTokenizer.from_pretrained(weights.folder(name))
    text = sentence("zh" if name == "e5" else "en", draw)
    while len(tokenizer(text).input_ids) <= more_than:
        text += " " + sentence("zh" if name == "e5" else "en", draw)
    attentions = plain(name).run(tokenizer(text).input_ids).answer.attentions
    return text, torch.cat(attentions).double().numpy()


@pytest.mark.weights
@pytest.mark.parametrize("name", ["minilm", "e5", "smollm2"])
@pytest.mark.parametrize("more_than", [0, 64])
def test_the_grids_bytes_are_the_models_own_eager_weights(model, plain, name, more_than):
    text, own = drawn(plain, name, more_than)
    grid = views.head_grid(attention.trace(model(name), text))
    n, step, side = grid.n_queries, grid.step, grid.rows
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
