"""What is done when the last visitor has left."""

import threading
from types import SimpleNamespace

import pytest

from app import door, idle, runs
from app.shelf import Shelf


class Loaded(SimpleNamespace):
    """Can be let go again: a plain namespace takes no weak reference."""


def test_it_tidies_once_each_time_everybody_has_left(monkeypatch):
    emptied, tidied, stop = iter([False, True, False, True]), [], threading.Event()

    def have_emptied() -> bool:
        found = next(emptied, None)
        if found is None:
            stop.set()
        return bool(found)

    monkeypatch.setattr(idle, "EVERY", 0.0)
    monkeypatch.setattr(idle, "tidy", tidied.append)
    monkeypatch.setattr(door, "seats", lambda: SimpleNamespace(have_emptied=have_emptied))
    idle.watch(["minilm"], stop)
    assert tidied == [["minilm"], ["minilm"]]


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
