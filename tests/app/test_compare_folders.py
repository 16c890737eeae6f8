"""A folder of one's own as the other model of a comparison."""

from functools import partial

import numpy as np
import pytest

from app.i18n import words
from tests.app.test_compare_page import L3H1, sent
from tests.attention.folders import family

pytestmark = pytest.mark.weights


@pytest.fixture
def open_page(visit_page):
    """Give a function that opens the page at an address."""
    return partial(visit_page, "compare")


@pytest.fixture
def mine(tmp_path, monkeypatch):
    """Give a folder of one's own beside the models that come along."""
    family("bert", tmp_path / "mine")
    monkeypatch.setenv("ATTENTION_ROOT", str(tmp_path))
    return "mine"


def test_a_folder_of_ones_own_can_be_the_other_model(open_page, mine):
    seen = open_page(kind="model", **{**L3H1, "text": "the dog sees a cat", "query": 2, "key": 1})
    menu = seen.at.selectbox(key="other_model")
    assert menu.value == "smollm2"
    assert [name.partition(" · ")[0] for name in menu.options][-1] == mine
    assert menu.options[-1].startswith("mine · bert, ")
    menu.set_value(mine).run()
    assert seen.query["other_model"] == mine
    assert seen.at.selectbox(key="other_layer").options == ["0", "1"]
    head, maps = sent(seen)
    assert "sees" in str(head["labels"])
    assert np.nanmax(abs(maps[0] - maps[1])) > 0.01


def test_a_folder_is_compared_where_there_is_no_other_model(open_page, mine, monkeypatch):
    monkeypatch.setenv("ATTENTION_MODELS", "minilm")
    seen = open_page(kind="model", **{**L3H1, "text": "the dog sees a cat", "query": 2, "key": 1})
    assert seen.at.selectbox(key="other_model").value == mine
    assert words("en")("compare.no_other_model") not in seen.text
