"""How many visitors a server takes: who is in stays in, who leaves makes room."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from app import door
from app.door import Seats
from app.i18n import words
from app.settings import Settings, complaint


@pytest.fixture
def here(monkeypatch) -> set[str]:
    """Give the visitors whose windows are open."""
    windows: set[str] = set()
    monkeypatch.setattr(door, "is_here", lambda visitor: visitor in windows)
    return windows


def come(seats: Seats, here: set[str], visitor: str, n_seats: int = 2, **how: bool) -> bool:
    here.add(visitor)
    return seats.take(visitor, n_seats, **how)


def test_the_third_of_two_finds_no_room_until_somebody_leaves(here):
    seats = Seats()
    assert [come(seats, here, visitor) for visitor in "abc"] == [True, True, False]
    assert come(seats, here, "c") is False
    here.discard("a")
    assert come(seats, here, "c") is True
    assert come(seats, here, "d") is False


def test_who_is_in_stays_in_however_often_the_page_is_drawn(here):
    seats = Seats()
    assert all(come(seats, here, visitor) for visitor in "abababab")


def test_who_was_refused_takes_nobody_s_place(here):
    seats = Seats()
    assert come(seats, here, "a", 1)
    assert not any(come(seats, here, f"refused {i}", 1) for i in range(50))
    here.discard("a")
    assert come(seats, here, "b", 1)


def test_who_comes_back_after_the_network_failed_is_let_in(here):
    seats = Seats()
    assert come(seats, here, "a", 1)
    here.discard("a")
    assert come(seats, here, "b", 1)
    assert come(seats, here, "a", 1, returns=True)
    assert not come(seats, here, "c", 1)


def test_a_crowd_at_once_gets_as_many_seats_as_there_are(here):
    seats = Seats()
    with ThreadPoolExecutor(16) as pool:
        got = list(pool.map(lambda i: come(seats, here, str(i), 7), range(60)))
    assert sum(got) == 7


def test_that_everybody_has_left_is_told_once(here):
    seats = Seats()
    assert not seats.have_emptied()
    come(seats, here, "a")
    come(seats, here, "b")
    here.discard("a")
    assert not seats.have_emptied()
    here.discard("b")
    assert seats.have_emptied()
    assert not seats.have_emptied()


@pytest.mark.weights("minilm")
@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("en", "Every place on this server is taken (3)."),
        ("zh-CN", "这台服务器的 3 个位置都有人了。"),
    ],
)
def test_beyond_the_limit_there_is_one_sentence_and_a_way_to_try_again(
    visit, monkeypatch, lang, sentence
):
    monkeypatch.setenv("ATTENTION_VISITORS", "3")
    with monkeypatch.context() as full:
        full.setattr(Seats, "take", lambda *_, **how: how["returns"])
        seen = visit(text="the cat sat", model="minilm", lang=lang)
        assert not seen.at.exception
        assert sentence in seen.text
        assert [button.label for button in seen.at.button] == [words(lang)("door.again")]
        assert seen.messages("grid") == []
    again = seen.at.button(key="door_again").click().run()
    assert not again.exception
    assert sentence not in seen.text
    assert len(seen.messages("grid")) == 1
    assert seen.query["text"] == "the cat sat"
    with monkeypatch.context() as full:  # who was in once is not turned away
        full.setattr(Seats, "take", lambda *_, **how: how["returns"])
        again.run()
        assert sentence not in seen.text


def test_the_limit_is_a_setting_and_a_wrong_one_ends_the_start():
    assert Settings.from_environ({}).visitors == Settings().visitors
    assert Settings.from_environ({"ATTENTION_VISITORS": "35"}).visitors == 35
    t = words("en")
    for value in ("0", "-3", "many"):
        assert value in (complaint({"ATTENTION_VISITORS": value}, t) or "")
    assert complaint({"ATTENTION_VISITORS": "35"}, t) is None
