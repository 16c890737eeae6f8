import json
import re

import pytest

from app.components import HERE, lean
from app.components.grid import WORDS as GRID_WORDS
from app.components.grid import choice
from app.components.sentence import picked
from app.components.wire import (
    as_index,
    as_pair,
    check_bytes,
    check_index,
    chosen,
    pack,
    telling,
    token_line,
)
from attention.views import TokenLine
from tests.e2e.components.words import ENGLISH


def test_a_packed_message_is_length_head_and_body():
    message = pack({"labels": ["孩子", "\ud800"]}, b"\x01\x02")
    n = int.from_bytes(message[:4], "little")
    assert json.loads(message[4 : 4 + n]) == {"labels": ["孩子", "\ud800"]}
    assert message[4 + n :] == b"\x01\x02"


def test_missing_words_are_named():
    with pytest.raises(ValueError, match="gives"):
        chosen(dict.fromkeys(GRID_WORDS - {"gives"}, ""), GRID_WORDS)
    assert chosen({**ENGLISH["grid"], "more": ""}, GRID_WORDS).keys() == GRID_WORDS


def test_what_does_not_fit_is_refused():
    with pytest.raises(ValueError, match="equal length"):
        token_line(TokenLine(("a",), ("a", "b"), (False,), (False,)), "labels")
    with pytest.raises(ValueError, match="4 uint16"):
        check_bytes("cells", b"123", 4)
    with pytest.raises(ValueError, match="0 … 2"):
        check_index("query", 3, 3)
    check_index("key_token", None, 3)


@pytest.mark.parametrize("value", [-1, 3, 1.0, True, "1", None, [1]])
def test_only_an_index_within_bounds_is_taken_from_the_browser(value):
    assert as_index(value, 3) is None


@pytest.mark.parametrize("value", [None, "query", ["query"], ["value", 1], ["query", 9], [1, 1]])
def test_only_a_role_and_a_token_are_taken_as_a_choice(value):
    assert picked(value, 3, 3) is None
    assert picked(["key", 2], 1, 3) == ("key", 2)
    assert picked(["query", 1], 1, 3) is None


@pytest.mark.parametrize("value", [None, [1], [2, 0], [0, 3], ["0", 0], {"layer": 0}])
def test_only_a_head_of_the_model_is_taken_as_opened(value):
    assert as_pair(value, 2, 3) is None
    assert as_pair([1, 2], 2, 3) == (1, 2)


@pytest.mark.parametrize("value", [None, 1, "nonsense", ["self"]])
def test_only_a_mark_that_is_offered_is_taken_as_a_choice(value):
    assert choice("filter", value) is None
    assert choice("filter", "self") == ("filter", "self")
    assert choice("filter", "") == ("filter", None)


def test_what_is_read_is_told_and_what_is_not_is_dropped(monkeypatch):
    told = []
    tell = telling("part", "pick", lambda value: as_pair(value, 3), lambda *pair: told.append(pair))
    for value in ([1, 2], [1, 3], None, "[1, 2]"):
        monkeypatch.setattr("streamlit.session_state", {"part": {"pick": value}})
        tell()
    assert told == [(1, 2)]


def test_a_lean_script_keeps_its_code():
    script = (
        "/**\n * Say it.\n */\nfunction say() {\n  // WHY\n  return `/** not a comment */`;\n}\n"
    )
    assert lean(script) == "function say() {\nreturn `/** not a comment */`;\n}\n"


# A saved page is written from a document of its own, out of the program and the fonts the page has.
NEEDED_TO_SAVE = {
    "shared/mount.js": ["import"],
    "save/files.js": ["fetch(", "outerHTML"],
    "save/live.js": ["fetch(", "outerHTML"],
}


@pytest.mark.parametrize("script", sorted(HERE.rglob("*.js")), ids=lambda file: file.name)
def test_no_script_writes_markup_or_reaches_out(script):
    text = script.read_text(encoding="utf-8")
    forbidden = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|fetch\(|import\b|https?://(?!www\.w3)"
    allowed = NEEDED_TO_SAVE.get(script.relative_to(HERE).as_posix(), [])
    assert re.findall(forbidden, text) == allowed
