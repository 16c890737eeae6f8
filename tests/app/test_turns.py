"""The queue for a turn: in the order they came, each visitor once, long runs in one turn only."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from app.turns import AT_ONCE, Turns
from tests.app.queueing import Left, queue


def test_two_run_at_once_and_the_third_waits():
    with queue() as people:
        for name in "abc":
            people.come(name)
        people.began("a", "b")
        people.until(lambda: people.heard.get("c", [0])[-1] == 2)
        assert people.served == ["a", "b"]
        people.end("a")
        people.began("c")


def test_turns_are_given_in_the_order_in_which_people_came():
    with queue(at_once=1) as people:
        names = [f"visitor {i}" for i in range(8)]
        for name in names:
            people.come(name)
        for name in names:
            people.began(name)
            people.end(name)
        assert people.served == names
        assert people.turns.n_there == 0


def test_whoever_waits_hears_how_many_are_before_and_the_number_only_falls():
    with queue(at_once=1) as people:
        for name in "abcd":
            people.come(name)
        for name, n in zip("abc", (3, 2, 1), strict=True):
            people.until(lambda n=n: people.heard.get("d", [0])[-1] == n)
            people.end(name)
        people.began("d")
        heard = people.heard["d"]
        assert heard == sorted(heard, reverse=True)
        assert set(heard) - {0} == {3, 2, 1}


def test_who_leaves_gives_the_place_to_those_behind():
    with queue(at_once=1) as people:
        for name in "abcd":
            people.come(name)
        people.until(lambda: people.heard.get("d", [0])[-1] == 3)
        people.leave("b")
        people.until(lambda: people.heard["d"][-1] == 2)
        people.end("a")
        people.began("c")
        people.end("c")
        people.began("d")
        assert people.served == ["a", "c", "d"]


def test_long_runs_leave_a_turn_to_short_ones_however_many_there_are():
    with queue() as people:
        for name in ("long 1", "long 2", "long 3"):
            people.come(name, is_long=True)
        for name in ("a", "b"):
            people.come(name)
        people.began("long 1", "a")
        people.end("a")
        people.began("b")
        assert people.served == ["long 1", "a", "b"]
        people.end("long 1")
        people.began("long 2")
        assert "long 3" not in people.served


def test_a_long_run_is_not_passed_over_for_ever():
    with queue() as people:
        people.come("a")
        people.come("b")
        people.come("long", is_long=True)
        people.come("c")
        people.began("a", "b")
        people.end("a")
        people.began("long")
        assert "c" not in people.served


def test_a_visitor_who_asks_again_and_again_holds_one_turn_and_others_pass():
    with queue() as people:
        for i in range(4):
            people.come(f"eager {i}", visitor="eager")
        people.come("patient")
        people.began("eager 0", "patient")
        assert people.served == ["eager 0", "patient"]
        people.until(lambda: "eager 1" in people.heard)
        assert set(people.heard["eager 1"]) == {0}  # nobody else came before
        people.end("eager 0")
        people.began("eager 1")


def test_a_run_that_raises_gives_its_turn_back():
    turns = Turns(at_once=1)
    for error in (RuntimeError, Left, MemoryError):
        with pytest.raises(error), turns.turn("a"):
            raise error
    with turns.turn("b"):
        assert turns.n_there == 1
    assert turns.n_there == 0


def test_a_turn_within_a_turn_is_refused_and_does_not_wait_for_itself():
    turns = Turns()
    with turns.turn("a"):
        with pytest.raises(ValueError, match="turn within a turn"), turns.turn("a"):
            pass
        assert turns.n_there == 1
    assert turns.n_there == 0


def test_no_more_than_allowed_run_at_once_whatever_happens():
    turns, lock, running, most = Turns(), threading.Lock(), [], []

    def visit(i: int) -> None:
        for _ in range(20):
            with turns.turn(f"visitor {i}", is_long=i % 3 == 0):
                with lock:
                    running.append(i)
                    most.append((len(running), sum(one % 3 == 0 for one in running)))
                with lock:
                    running.remove(i)

    with ThreadPoolExecutor(12) as pool:
        list(pool.map(visit, range(12)))
    assert len(most) == 12 * 20
    assert max(n for n, _ in most) <= AT_ONCE
    assert max(n for _, n in most) <= 1
    assert turns.n_there == 0
