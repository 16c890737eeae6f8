"""The models that are loaded: few, and the one not used for longest leaves first."""

import threading
import weakref
from collections.abc import Callable, Collection
from itertools import count

from attention import memory
from attention.memory import TooLarge
from attention.models import Model

N_LOADED = 3


class Shelf:
    """Keep a few loaded models for all visitors; whoever waits for one waits for one load.

    One model is loaded at a time: two that fit each by itself may not fit together.
    """

    def __init__(self, load: Callable[[str], Model], forget: Callable[[], None]) -> None:
        """Begin empty; ``forget`` drops the runs that are kept, since they hold their models."""
        self._load, self._forget = load, forget
        self._models: dict[str, Model] = {}
        self._used: dict[str, int] = {}  # when each was asked for last
        self._clock = count()
        self._lock = threading.Lock()
        self._loading = threading.Lock()

    def get(self, source: str) -> Model:
        """Give a model, loaded first if it is not here.

        Raises:
            TooLarge: it does not fit, even without the models that nobody is looking at.
        """
        found = self._find(source)
        if found is not None:
            return found
        with self._loading:
            found = self._find(source)  # another visitor may have brought it meanwhile
            return self._bring(source) if found is None else found

    def sources(self) -> list[str]:
        """Give what is loaded, the one not used for longest first."""
        with self._lock:
            return sorted(self._models, key=self._used.__getitem__)

    def clear(self, but: Collection[str] = ()) -> None:
        """Let every model go that nobody is looking at, but those named; give memory back."""
        with self._loading:
            self._make_room(len(self._models), but)
            memory.give_back()

    def _find(self, source: str) -> Model | None:
        with self._lock:
            if source in self._models:
                self._used[source] = next(self._clock)
            return self._models.get(source)

    def _bring(self, source: str) -> Model:
        try:
            loaded = self._load(source)
        except TooLarge:
            if not self._make_room(1):
                raise
            return self._bring(source)
        with self._lock:
            self._models[source], self._used[source] = loaded, next(self._clock)
            too_many = len(self._models) - N_LOADED
        if too_many > 0:
            self._make_room(too_many, but=(source,))
        else:
            memory.give_back()
        return loaded

    def _make_room(self, n_models: int, but: Collection[str] = ()) -> int:
        """Let models go, and give how many went; one that somebody is looking at stays."""
        gone = 0
        for source in self.sources():
            if gone < n_models and source not in but:
                gone += self._let_go(source)
        return gone

    def _let_go(self, source: str) -> bool:
        """Drop a model; whoever still holds it keeps it alive, so then it is put back."""
        with self._lock:
            still_there = weakref.ref(self._models.pop(source))
        self._forget()
        memory.give_back()
        model = still_there()
        if model is None:
            return True
        with self._lock:
            self._models[source] = model
        return False
