from dataclasses import replace

import pytest

from app.parsers import is_cut, lost
from app.selection import Selection


def test_what_a_page_compares_and_changes_survives_the_address():
    selection = Selection(
        "hi",
        "minilm",
        kind="head",
        other_text="ho",
        other_head=0,
        off=((5, 11), (3, 1)),
        block=(3, 4),
        scale="none",
        temperature=0.5,
        causal=False,
        sort="entropy",
    )
    query = selection.to_query()
    assert query["off"] == "5.11,3.1"
    assert query["block"] == "3,4"
    assert query["causal"] == "0"
    again = Selection.from_query(query)
    assert again == replace(selection, off=((3, 1), (5, 11)))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("off", "5.11,"), ("off", "5"), ("off", "-1.2"), ("block", "3,x"), ("block", "3.5"),
        ("scale", "nan"), ("scale", "-1"), ("temperature", "1e999"), ("temperature", "inf"),
        ("causal", "true"), ("kind", "words"), ("sort", "<b>"), ("other_head", "1.5"),
        ("lesson", "0"), ("lesson", "8"), ("step", "-1"), ("seed", "x"), ("sampling", "hot"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_named_and_takes_its_default(name, value):
    query = {"text": "hi", "model": "minilm", name: value}
    assert lost(query) == {name: value}
    assert Selection.from_query(query) == Selection("hi", "minilm")


def test_all_texts_of_an_address_share_one_allowance():
    query = {"text": "a" * 3000, "pair": "b" * 900, "other_text": "c" * 900}
    selection = Selection.from_query(query)
    assert (len(selection.text), len(selection.pair), len(selection.other_text)) == (3000, 900, 100)
    assert is_cut(query)
    assert not is_cut({**query, "other_text": "c" * 100})
