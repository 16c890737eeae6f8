"""People who queue for a turn, each in a thread of its own, for tests."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import pytest

from app.turns import Turns

PATIENCE = 20.0  # seconds; only a fault waits so long


class Left(BaseException):
    """Stand for what Streamlit stops a script with."""


class People:
    """Let visitors queue, each in a thread of its own, in an order that is certain."""

    def __init__(self, turns: Turns) -> None:
        self.turns, self.served, self.heard = turns, [], {}
        self._lock, self._pool = threading.Lock(), ThreadPoolExecutor(16)
        self._done: dict[str, threading.Event] = {}
        self._began: dict[str, threading.Event] = {}
        self._gone: set[str] = set()
        self._futures = {}

    def come(self, name: str, *, is_long: bool = False, visitor: str = "") -> None:
        """Queue behind everybody who is there."""
        before = self.turns.n_there
        self._done[name], self._began[name] = threading.Event(), threading.Event()
        self._futures[name] = self._pool.submit(self._visit, name, visitor or name, is_long)
        self.until(lambda: self.turns.n_there > before or self._futures[name].done())

    def _visit(self, name: str, visitor: str, is_long: bool) -> None:
        def look(n: int) -> None:
            self.heard.setdefault(name, []).append(n)
            if name in self._gone:
                raise Left

        with self.turns.turn(visitor, is_long=is_long, look=look):
            self.served.append(name)
            self._began[name].set()
            assert self._done[name].wait(PATIENCE)

    def began(self, *names: str) -> None:
        """Wait until these hold a turn."""
        for name in names:
            assert self._began[name].wait(PATIENCE), f"{name} got no turn; served: {self.served}"

    def end(self, name: str) -> None:
        """Give a turn back."""
        self._done[name].set()
        self._futures[name].result(PATIENCE)

    def leave(self, name: str) -> None:
        """Give up a place in the queue."""
        self._gone.add(name)
        with pytest.raises(Left):
            self._futures[name].result(PATIENCE)

    def until(self, holds: Callable[[], bool]) -> None:
        """Wait for something that other threads do."""
        ticks = threading.Event()
        for _ in range(int(PATIENCE / 0.005)):
            if holds():
                return
            ticks.wait(0.005)
        raise AssertionError("it never came to this")

    def close(self) -> None:
        for event in self._done.values():
            event.set()
        self._gone |= set(self._done)
        self._pool.shutdown()


@contextmanager
def queue(**limits: int) -> Iterator[People]:
    people = People(Turns(**limits))
    try:
        yield people
    finally:
        people.close()
