"""What comes back from the browser is not trusted, and what goes there is what was computed."""

import numpy as np
import pytest

from app.components.alignment import Aligned, picked, swapped
from app.components.compared import body
from app.components.wire import as_pair
from attention.compare_views import Comparison, Side

ROWS = Aligned(
    names=("a", "b"),
    kinds=("same", "inserted"),
    before=(("the",), ()),
    after=(("the",), ("old",)),
    special=(False, False),
    words=(None, "old"),
    is_double=True,
)


@pytest.mark.parametrize(
    ("value", "choice"),
    [
        (["query", 0], ("query", 0)),
        (["key", 0], ("key", 0)),
        (["query", 1], None),  # the first side has no token there
        (["query", 2], None),
        (["query", True], None),
        (["text", 0], None),
        (["query"], None),
        ("query", None),
        (None, None),
    ],
)
def test_only_a_choice_that_exists_is_followed(value, choice):
    assert picked(value, ROWS) == choice


@pytest.mark.parametrize(
    ("value", "swap"),
    [
        ([1, "new"], (1, "new")),
        ([1, "x" * 201], None),
        ([1, 7], None),
        ([0, "new"], None),  # nothing can be typed over there
        ([2, "new"], None),
        ([1], None),
        (None, None),
    ],
)
def test_only_a_word_for_a_place_that_takes_one_is_followed(value, swap):
    assert swapped(value, ROWS) == swap


@pytest.mark.parametrize(
    ("value", "pair"),
    [
        ([0, 2], (0, 2)),
        ([0, 3], None),
        ([-1, 0], None),
        ([0], None),
        ([0.0, 1], None),
        (None, None),
    ],
)
def test_only_a_pair_of_places_is_followed(value, pair):
    assert as_pair(value, 3) == pair


def test_a_masked_cell_travels_as_no_weight_could_and_an_absent_one_as_no_number():
    weights = np.float32([[0.5, 0.0], [np.nan, np.nan]])
    masked = np.array([[False, True], [False, False]])
    side = Side(weights, masked)
    sent = np.frombuffer(body(Comparison((), side, side, weights)), "<f4").reshape(2, 2, 2)
    assert sent[0, 0].tolist() == [0.5, -1.0]
    assert np.isnan(sent[:, 1]).all()
