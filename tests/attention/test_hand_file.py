"""Numbers from outside: a table somebody wrote into, a file somebody sends."""

import json

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from attention import by_hand
from attention.by_hand import Wish, resolve, work
from attention.errors import AttentionError, ImpossibleLayer
from tests.attention.hand import wishes


@given(wishes())
@settings(max_examples=20)
def test_a_file_gives_the_same_layer_again_to_the_last_bit(wish):
    made = work(resolve(wish))
    again, numbers = by_hand.from_json(by_hand.to_json(made, wish.text))
    assert resolve(again) == made.setting
    assert torch.equal(work(resolve(again), numbers).output, made.output)


def test_changed_numbers_travel_with_the_file():
    setting = resolve(Wish("red blue purple", "hand"))
    changed = by_hand.checked(setting, "W_q", [[0.25, 0], [0, -3]])
    made = work(setting, {"W_q": changed})
    _, numbers = by_hand.from_json(by_hand.to_json(made, "red blue purple"))
    assert numbers["W_q"].tolist() == [[0.25, 0], [0, -3]]


def broken(**changes: object) -> str:
    good = json.loads(by_hand.to_json(work(resolve(Wish("a b"))), "a b"))
    return json.dumps({**good, **changes})


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "file"),
        ("[]", "file"),
        ("{}", "file"),
        ("null", "file"),
        ("[" * 100_000, "file"),
        (broken(format="another"), "file"),
        (broken(preset="nobody's"), "file"),
        (broken(d_model="4"), "file"),
        (broken(d_model=True), "file"),
        (broken(causal=1), "file"),
        (broken(x=[[1, 2], [3]]), "file"),
        (broken(x=[[1, 2, 3, 4]]), "file"),
        (broken(x={"a": 1}), "file"),
        (broken(W_q=[["x"] * 4] * 4), "file"),
        (broken(W_q=[[10**400] * 4] * 4), "file"),
        (broken(d_model=17), "d_model"),
        (broken(n_kv_heads=3), "kv_divide"),
        (broken(x=[[1, 2, 3, 4], [1, 2, 3, None]]), "empty"),
        (broken(x=[[1, 2, 3, 4], [1, 2, 3, float("nan")]]), "empty"),
        (broken(x=[[1, 2, 3, 4], [1, 2, 3, float("inf")]]), "too_large"),
        (broken(x=[[1, 2, 3, 4], [1e30, 2, 3, 4]]), "too_large"),
    ],
)
def test_what_is_no_layer_is_refused_with_a_reason(text, reason):
    with pytest.raises(ImpossibleLayer) as refused:
        by_hand.from_json(text)
    assert refused.value.reason == reason


@given(st.text() | st.recursive(st.none() | st.floats() | st.text(), st.lists).map(json.dumps))
def test_no_text_breaks_the_reader(text):
    with pytest.raises(AttentionError):
        by_hand.from_json(text)


def test_the_place_of_a_wrong_number_is_named_by_its_word():
    setting = resolve(Wish("red blue purple", "hand"))
    with pytest.raises(ImpossibleLayer) as refused:
        by_hand.checked(setting, "x", [[1, 0], [0, None], [1, 1]])
    assert refused.value.fields == {"matrix": "x", "row": "blue", "column": 1}
