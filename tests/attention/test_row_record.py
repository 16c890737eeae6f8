"""One row as a record: its numbers are the steps', and each follows from those before it."""

import math

import pytest
import torch

from attention.by_hand import Wish, resolve, work
from attention.core import attend
from attention.row_record import row_record


@pytest.mark.parametrize("causal", [False, True])
def test_every_number_follows_from_those_before(causal):
    made = work(resolve(Wish("the cat sat on it", n_heads=2, d_model=6, causal=causal)))
    steps = made.head(1)
    row = row_record(made.setting.words, steps, 2)
    assert (row.token, row.query) == ("sat", 2)
    assert [key.masked for key in row.keys] == [causal and place > 2 for place in range(5)]
    for key in row.keys:
        assert key.score == pytest.approx(sum(key.products), abs=1e-5)
        assert key.scaled == pytest.approx(key.score * row.scale, abs=1e-6)
        assert key.weight == pytest.approx(key.exp / row.total, abs=1e-6)
        if not key.masked:
            assert key.exp == pytest.approx(math.exp(key.scaled - row.largest), abs=1e-6)
    for dimension, number in enumerate(row.output):
        assert number == pytest.approx(sum(key.added[dimension] for key in row.keys), abs=1e-6)


def test_a_sink_takes_its_part_of_the_total_and_a_row_without_keys_is_all_zero():
    q = torch.ones(1, 1, 2, 2)
    steps = attend(q, q, q, sink=torch.tensor([1.0]))
    one_head = work(resolve(Wish("a b"))).head(0)
    record = row_record("ab", type(one_head)(*(
        value[0, 0] if isinstance(value, torch.Tensor) else value for value in vars(steps).values()
    )), 0)  # fmt: skip
    assert sum(key.exp for key in record.keys) < record.total
    assert record.keys[0].weight == pytest.approx(record.keys[0].exp / record.total, abs=1e-6)
    hidden = attend(q, q, q, mask=torch.zeros(1, 1, 2, 2, dtype=torch.bool))
    record = row_record("ab", type(one_head)(*(
        value[0, 0] if isinstance(value, torch.Tensor) else value for value in vars(hidden).values()
    )), 0)  # fmt: skip
    assert (record.largest, record.output) == (None, (0.0, 0.0))


def test_the_tokens_must_be_those_of_the_steps():
    steps = work(resolve(Wish("a b"))).head(0)
    for tokens, query in ((("a",), 0), (("a", "b"), 2)):
        with pytest.raises(ValueError, match="2 tokens"):
            row_record(tokens, steps, query)
