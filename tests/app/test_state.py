"""What is asked for before the last wish is drawn, and what a row takes along."""

from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest

from app.selection import Selection

FIRST = Selection("the cat sat", "minilm", layer=1, head=2, query=2)


def asked(address: dict[str, str], *changes: tuple[Selection, dict[str, object]]) -> Selection:
    """Give the view that is asked for after changes, each made on what was on screen then."""

    def page(changes: object) -> None:
        import streamlit as st

        from app import state

        for selection, fields in changes:  # pyright: ignore[reportGeneralTypeIssues]
            state.change(selection, **fields)
        st.session_state["found"] = state.read()

    at = AppTest.from_function(page, kwargs={"changes": changes})
    for name, value in address.items():
        at.query_params[name] = value
    at.run()
    assert not at.exception
    return at.session_state["found"]


def test_of_two_changes_on_one_picture_the_second_keeps_the_first():
    both = asked(FIRST.to_query(), (FIRST, {"layer": 3, "head": 4}), (FIRST, {"query": 1}))
    assert (both.layer, both.head, both.query) == (3, 4, 1)


def test_a_change_on_the_next_picture_starts_from_it():
    second = replace(FIRST, layer=3)
    found = asked(FIRST.to_query(), (FIRST, {"layer": 3}), (second, {"layer": 1, "query": 0}))
    assert (found.layer, found.query) == (1, 0)


@pytest.mark.parametrize(
    ("change", "kept"),
    [
        ({"key": 1}, True),
        ({"query": 2}, True),
        ({"off": ((0, 1),)}, True),
        ({"query": 1}, False),
        ({"head": 3}, False),
        ({"text": "the dog sat"}, False),
        ({"model": "e5"}, False),
    ],
)
def test_the_effects_are_asked_for_one_row_only(change, kept):
    shown = replace(FIRST, effects=True)
    assert asked(shown.to_query(), (shown, change)).effects is kept
