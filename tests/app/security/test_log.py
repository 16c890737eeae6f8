"""Rule: nothing that a visitor typed stands in the server's log, whatever goes wrong."""

import logging
import sys

import pytest

from app.log import LEFT_OUT, UNCAUGHT, keep_discreet, quotes

pytestmark = pytest.mark.weights("minilm")

MARKS = ("Quinoxaline", "孩子们")
TEXTS = {
    "text": "Quinoxaline slept while 孩子们 sang",
    "other_text": "Quinoxaline woke while 孩子们 sang",
    "pair": "Quinoxaline again, 孩子们",
}


def breaking(*args: object, **kwargs: object):
    """Fail as a library does that says what it was given, and in pieces."""
    text = next((a for a in args if isinstance(a, str) and "Quin" in a), TEXTS["text"])
    try:
        raise KeyError(text)
    except KeyError as error:
        error.add_note(f"while reading {text!r}")
        raise ValueError(f"no piece {text[4:9]!r} of {text.lower()}") from error


def assert_silent(said: str) -> None:
    assert not any(mark.lower() in said.lower() for mark in (*MARKS, "noxal"))


@pytest.mark.parametrize("page", ["heads", "compare", "course", "from_scratch"])
def test_a_page_that_is_drawn_writes_no_text_to_the_log(arrive, caplog, capsys, page):
    with caplog.at_level(logging.DEBUG):
        seen = arrive(page, **TEXTS, model="minilm", lang="en")
    assert not seen.at.exception
    out = capsys.readouterr()
    assert_silent(caplog.text + out.out + out.err)


@pytest.mark.parametrize("place", ["attention.trace", "app.runs.tokenize", "app.open_head.heatmap"])
def test_a_mistake_that_quotes_a_text_is_logged_without_it(arrive, caplog, monkeypatch, place):
    monkeypatch.setattr(place, breaking)
    keep_discreet()
    text = f"{TEXTS['text']} {place}"
    with caplog.at_level(logging.DEBUG):
        arrive("heads", text=text, model="minilm", lang="en")
    assert LEFT_OUT in caplog.text
    assert "in breaking" in caplog.text
    assert_silent(caplog.text)


def test_a_text_that_no_model_can_read_is_not_in_the_log(arrive, caplog):
    with caplog.at_level(logging.DEBUG):
        for model in ("Quin/nope", "../x", "minilm"):
            arrive(
                "heads", text=f"{TEXTS['text']}\x00", model=model, layer="Quinoxaline", lang="en"
            )
    assert_silent(caplog.text)


def test_what_streamlit_itself_reports_is_discreet_too(arrive, caplog, monkeypatch):
    keep_discreet()
    keep_discreet()
    monkeypatch.setattr("app.notices.style", breaking)
    with caplog.at_level(logging.DEBUG):
        arrive("heads", text=TEXTS["text"], model="minilm", lang="en")
    said = "".join(caplog.handler.format(r) for r in caplog.records)
    assert_silent(said)
    log = logging.getLogger(UNCAUGHT)
    try:
        breaking("Quinoxaline")
    except ValueError:
        record = log.makeRecord(log.name, logging.ERROR, "", 0, "Uncaught", (), sys.exc_info())
    (discreet,) = (one for one in log.filters if type(one).__name__ == "Discreet")
    assert discreet.filter(record)
    assert record.exc_info is None
    assert "in breaking" in record.getMessage()


@pytest.mark.parametrize(
    ("message", "typed", "hidden"),
    [
        ("division by zero", "the cat sat", False),
        ("KeyError: 'sat'", "The cat SAT", True),
        ("no piece 'qui'", "quinoxaline", True),
        ("他", "他们想回家", True),
        ("expected (3, 4), got (3, 5)", "3 and 4 and 5", False),
    ],
)
def test_a_message_that_shares_a_word_with_a_text_is_left_out(message, typed, hidden):
    assert quotes(message, typed.casefold()) is hidden
