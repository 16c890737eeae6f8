"""Who may run a model: first come, first served, and a long run never keeps short ones waiting."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

AT_ONCE = 2
LONG_AT_ONCE = 1  # the other turn is for short runs, however many long ones wait
TICK = 0.25  # seconds after which whoever waits looks round


@dataclass(frozen=True, eq=False)
class Place:
    """Hold a place in the queue; those before it have smaller numbers, ``go`` ends its wait."""

    visitor: str
    is_long: bool
    number: int
    thread: int = field(default_factory=threading.get_ident)
    go: threading.Event = field(default_factory=threading.Event)


class Turns:
    """Let few run at one time, in the order they came, and each visitor once.

    More at once would only make each other slower. A visitor who asks again before the last answer
    is there waits for the own one, with everybody else going on.
    """

    def __init__(self, at_once: int = AT_ONCE, long_at_once: int = LONG_AT_ONCE) -> None:
        """Begin with nobody there."""
        self._at_once, self._long_at_once = at_once, long_at_once
        self._waiting: list[Place] = []
        self._running: list[Place] = []
        self._n_came = 0
        self._lock = threading.Lock()

    @property
    def n_there(self) -> int:
        """Return how many wait or run."""
        with self._lock:
            return len(self._waiting) + len(self._running)

    @contextmanager
    def turn(
        self, visitor: str, *, is_long: bool = False, look: Callable[[int], None] = lambda n: None
    ) -> Iterator[None]:
        """Wait for a turn and hold it for as long as the block lasts.

        ``look`` is called now and then with how many other visitors are before this one. If it
        raises, the place in the queue is given up.

        Raises:
            ValueError: this thread holds a turn already and would wait for itself.
        """
        place = self._queue(visitor, is_long)
        try:
            self._wait(place, look)
            yield
        finally:
            with self._lock:
                self._waiting = [one for one in self._waiting if one is not place]
                self._running = [one for one in self._running if one is not place]
                self._admit()

    def _queue(self, visitor: str, is_long: bool) -> Place:
        with self._lock:
            self._n_came += 1
            place = Place(visitor, is_long, self._n_came)
            if any(one.thread == place.thread for one in self._running):
                raise ValueError("expected no turn within a turn")
            self._waiting.append(place)
            self._admit()
            return place

    def _wait(self, place: Place, look: Callable[[int], None]) -> None:
        while not place.go.wait(TICK):
            with self._lock:
                n = self._before(place)
            look(n)  # may draw and may raise: not while everybody else is locked out

    def _admit(self) -> None:
        """Let in whoever may run now, and wake nobody else: sixty may be waiting."""
        while (place := self._next()) is not None:
            self._waiting.remove(place)
            self._running.append(place)
            place.go.set()

    def _next(self) -> Place | None:
        """Give the first in the queue that may run."""
        if len(self._running) >= self._at_once:
            return None
        busy = {one.visitor for one in self._running}
        full = sum(one.is_long for one in self._running) >= self._long_at_once
        free = (p for p in self._waiting if p.visitor not in busy and not (p.is_long and full))
        return next(free, None)

    def _before(self, place: Place) -> int:
        """Count the other visitors who came before and are not done."""
        there = (*self._running, *self._waiting)
        return len({p.visitor for p in there if p.number < place.number} - {place.visitor})
