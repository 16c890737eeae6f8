"""Where a question is asked: one head of one run, a query and a key, and their numbers."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from jaxtyping import Bool, Float

from attention.core import AttentionSteps
from attention.effects import Effect, effects_of_blocking
from attention.experiments.order import Shuffled, shuffle
from attention.trace import Trace

Row = Float[np.ndarray, " key"]


@dataclass(frozen=True, eq=False)
class Place:
    """Hold a place in a run; the numbers are float64 copies of the run's own."""

    trace: Trace
    layer: int
    head: int
    query: int
    key: int
    find_effects: Callable[[], tuple[Effect, ...]] | None = None
    find_shuffled: Callable[[], Shuffled] | None = None

    @cached_property
    def steps(self) -> AttentionSteps:
        """Return every step of the head."""
        return self.trace.steps(self.layer, self.head)

    @property
    def shuffled(self) -> Shuffled:
        """Return the layer's weights for these words in another order, without positions."""
        if self.find_shuffled is not None:
            return self.find_shuffled()
        return shuffle(self.trace, self.layer, positions=False)

    def matrix(self, name: str) -> Float[np.ndarray, "row column"]:
        """Return q, k, v, scores, scaled, masked, weights or output as float64."""
        return getattr(self.steps, name).double().numpy()

    def row(self, name: str) -> Row:
        """Return the query's row of a matrix."""
        return self.matrix(name)[self.query]

    @property
    def n_tokens(self) -> int:
        """Return the number of tokens."""
        return self.trace.n_tokens

    @property
    def d_head(self) -> int:
        """Return the width of the head's queries and keys."""
        return self.steps.q.shape[-1]

    @property
    def seen(self) -> Bool[np.ndarray, " key"]:
        """Return which keys the query may look at."""
        mask = self.steps.mask
        return np.ones(self.n_tokens, bool) if mask is None else mask[self.query].numpy()

    @property
    def by_weight(self) -> list[int]:
        """Return the keys the query may look at, the heaviest first."""
        order = np.argsort(-self.row("weights"), kind="stable")
        return [int(key) for key in order if self.seen[key]]

    @property
    def scale_is_root(self) -> bool:
        """Tell whether scores are divided by √d_head, as in the paper."""
        return bool(np.isclose(self.steps.scale, self.d_head**-0.5))

    @property
    def is_plain(self) -> bool:
        """Tell whether softmax meets the scaled scores and nothing else."""
        return self.steps.softcap is None and self.steps.bias is None and self.steps.sink is None

    @property
    def effects(self) -> tuple[Effect, ...]:
        """Return what the heaviest keys do; this runs the model, unless it is known already."""
        return self._own_effects if self.find_effects is None else self.find_effects()

    @cached_property  # in Python 3.11 all places share its lock: nothing may wait under it
    def _own_effects(self) -> tuple[Effect, ...]:
        return effects_of_blocking(self.trace, self.layer, self.head, self.query)
