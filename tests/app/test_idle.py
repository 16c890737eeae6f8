"""What is done when the last visitor has left."""

from types import SimpleNamespace

import pytest

from app import door, idle, runs
from app.shelf import Shelf


class Loaded(SimpleNamespace):
    """Can be let go again: a plain namespace takes no weak reference."""


@pytest.mark.parametrize(
    ("here", "tidied"),
    [("a--", 1), ("a----", 1), ("a--b--", 2), ("a-a--", 1), ("a-b-a", 0), ("---", 0), ("aaa", 0)],
)
def test_it_tidies_once_when_nobody_is_there_at_two_looks(monkeypatch, here, tidied):
    seats, times = door.Seats(), []

    class Looks:
        """Let time pass: at each look the visitor of that letter is there, or nobody."""

        left = iter(here)

        def wait(self, _: float) -> bool:
            now = next(self.left, None)
            monkeypatch.setattr(door, "is_here", lambda visitor: visitor == now)
            if now not in (None, "-"):
                seats.take(now, 9)
            return now is None

    monkeypatch.setattr(idle, "tidy", times.append)
    monkeypatch.setattr(door, "seats", lambda: seats)
    idle.watch(["minilm"], Looks())
    assert times == [["minilm"]] * tidied


@pytest.mark.parametrize("warm", [[], ["a"], ["a", "c"]])
def test_what_was_loaded_for_visitors_leaves_and_what_the_server_started_with_stays(
    monkeypatch, warm
):
    forgotten = []
    shelf = Shelf(lambda source: Loaded(id=source), lambda: None)
    for source in "abc":
        shelf.get(source)
    monkeypatch.setattr(runs, "forget", lambda: forgotten.append(True))
    monkeypatch.setattr(runs, "shelf", lambda: shelf)
    idle.tidy(warm)
    assert forgotten
    assert shelf.sources() == warm
