"""Few models stay loaded: the one not used for longest leaves, and none that is being looked at."""

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import pytest

from app.shelf import N_LOADED, Shelf
from attention.memory import TooLarge


@dataclass(eq=False)
class Loaded:
    source: str


@pytest.fixture
def loads() -> list[str]:
    return []


@pytest.fixture
def shelf(loads) -> Shelf:
    def load(source: str) -> Loaded:
        loads.append(source)
        return Loaded(source)

    return Shelf(load, lambda: None)


def test_a_model_is_loaded_once(shelf, loads):
    assert shelf.get("a") is shelf.get("a")
    assert loads == ["a"]


def test_the_model_not_used_for_longest_leaves_first(shelf, loads):
    for source in ("a", "b", "c", "a", "d"):
        shelf.get(source)
    assert shelf.sources() == ["c", "a", "d"]
    assert len(shelf.sources()) == N_LOADED
    assert loads == ["a", "b", "c", "d"]


def test_a_model_that_somebody_is_looking_at_stays_and_the_next_one_leaves(shelf):
    looked_at = shelf.get("a")
    for source in ("b", "c", "d"):
        shelf.get(source)
    assert shelf.sources() == ["a", "c", "d"]
    assert shelf.get("a") is looked_at


def test_where_all_are_looked_at_none_leaves_and_later_the_bound_holds_again(shelf):
    held = [shelf.get(source) for source in "abcd"]
    assert shelf.sources() == list("abcd")
    held.clear()
    shelf.get("e")
    assert shelf.sources() == ["c", "d", "e"]


def test_runs_that_are_kept_are_dropped_with_their_model():
    runs: list[Loaded] = []
    shelf = Shelf(Loaded, runs.clear)
    for source in ("a", "b", "c"):
        runs.append(shelf.get(source))
    shelf.get("d")
    assert shelf.sources() == ["b", "c", "d"]


def test_a_model_that_does_not_fit_beside_the_others_takes_their_place():
    def load(source: str) -> Loaded:
        if source == "large" and shelf.sources() not in ([], ["b"]):
            raise TooLarge(source, 2, 1)
        return Loaded(source)

    shelf = Shelf(load, lambda: None)
    shelf.get("a")
    held = shelf.get("b")
    assert shelf.get("large").source == "large"
    assert shelf.sources() == ["b", "large"]
    assert shelf.get("b") is held


def test_a_model_that_never_fits_is_refused():
    def load(source: str) -> Loaded:
        if source == "large":
            raise TooLarge(source, 2, 1)
        return Loaded(source)

    shelf = Shelf(load, lambda: None)
    shelf.get("a")
    with pytest.raises(TooLarge):
        shelf.get("large")
    assert shelf.get("a")


def test_models_are_loaded_one_at_a_time(loads):
    inside = threading.Semaphore(1)

    def load(source: str) -> Loaded:
        assert inside.acquire(blocking=False)
        loads.append(source)
        threading.Event().wait(0.05)
        inside.release()
        return Loaded(source)

    shelf = Shelf(load, lambda: None)
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(shelf.get, ["a", "b", "a", "b"]))
    assert sorted(loads) == ["a", "b"]
    assert found[0] is found[2]
