"""What the browser gets of a projection: exact numbers, pictures that keep the largest, a limit."""

import json

import numpy as np
import pytest

import attention
from app.components.qkv.message import column_step, largest, message
from attention.projection_views import Factors, ProjectionView, projection_view
from attention.views import TokenLine, token_line


def unpacked(data: bytes) -> tuple[dict, bytes]:
    length = int.from_bytes(data[:4], "little")
    return json.loads(data[4 : 4 + length]), data[4 + length :]


def made(n: int, d_model: int, n_parts: int, d_head: int) -> tuple[ProjectionView, TokenLine]:
    rng = np.random.default_rng(0)
    draw = lambda *shape: rng.normal(size=shape).astype(np.float32)  # noqa: E731
    wide = draw(n, n_parts * d_head)
    found = Factors(draw(n, d_model), draw(d_model, n_parts * d_head), None, wide)
    own = wide[:, :d_head]
    view = ProjectionView("q", 0, 0, n_parts, (0,), own, found, None, "exact", 1.0, None)
    return view, TokenLine(("word",) * n, ("word",) * n, (False,) * n, (False,) * n)


@pytest.mark.parametrize(
    "sizes", [(512, 384, 12, 32), (512, 576, 9, 64), (512, 768, 12, 64), (512, 4096, 32, 128)]
)
def test_no_message_is_larger_than_400_kb(sizes):
    for token in (0, 300, 511):
        data = message(*made(*sizes), token, 5, sizes[2]).packed({})
        assert len(data) <= 400_000
        head, _ = unpacked(data)
        assert head["first"] <= token < head["first"] + len(head["labels"])
        assert head["dims"][0] <= 5 < head["dims"][1]


@pytest.mark.weights("smollm2")
def test_the_numbers_sent_are_the_models_own_float32(model):
    trace = attention.trace(model("smollm2"), "The capital of France is")
    view = projection_view(trace, 0, 4, "k")
    head, body = unpacked(message(view, token_line(trace.tokens), 1, 0, 9).packed({}))
    assert len(body) % 2 == 0
    numbers = np.frombuffer(body[: 4 * (5 * 576 + 64 * 576)], "<f4")
    assert (numbers[: 5 * 576].reshape(5, 576) == trace.hidden(0).numpy()).all()
    columns = numbers[5 * 576 :].reshape(64, 576).T
    assert (columns == trace.projection(0).W_k[:, 64:128].numpy()).all()
    assert head["turn"]["speeds"][0] == pytest.approx(1, abs=1e-5)
    assert (head["part"], head["users"]) == (1, [3, 4, 5])


def test_a_point_keeps_the_number_farthest_from_zero_with_its_sign():
    matrix = np.float32([[1, -3, 0, 2], [2, 0.5, -1, 1.5], [0, 0, -4, 3.9]])
    assert largest(matrix, 2, 2).tolist() == [[-3, 2], [0, -4]]
    assert largest(matrix, 1, 1) is matrix


@pytest.mark.parametrize(("width", "d_head"), [(384, 32), (576, 64), (4096, 128), (6144, 96)])
def test_no_point_stands_for_columns_of_two_heads(width, d_head):
    step = column_step(width, d_head)
    assert d_head % step == 0
    assert width // step <= 400
