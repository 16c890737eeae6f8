"""View data of one query token's walk through one head: the numbers of every stage.

Long texts are shown through a window of tokens; what lies outside it is added up, never dropped.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np
from jaxtyping import Bool, Float32

from attention import step_numbers as numbers
from attention.core import AttentionSteps
from attention.sources import Relation
from attention.step_numbers import HeadRun
from attention.trace import Trace

Stage = Literal[
    "x", "qkv", "scores", "scaled", "softcap", "bias", "mask", "sink", "shifted", "exp", "weights",
    "sum", "output",
]  # fmt: skip
Scaling = Literal["root", "other_root", "factor", "none", "on_q"]
Looks = Literal["everywhere", "back", "somewhere"]

ALL_SHOWN = 24  # up to here every token has a row
TOP = 16
NEIGHBOURS = 2


@dataclass(frozen=True, eq=False)
class StepView:
    """Hold what the walk draws; ``shown`` are the keys with a row.

    Attributes:
        n_tokens: how many keys there are; ``n_queries`` likewise.
        askers: the queries that are known, ``query`` among them; ``shown`` where both are one text.
        stages: the ones this model has, in the order in which it computes them.
        scaling: what happens to a score: ``root`` divides by √d_head, ``other_root`` by the root of
            another number, ``factor`` multiplies, ``none`` leaves it, ``on_q`` found it done to q.
        q_factor: what the projection multiplied q with, 1 for most models.
        relation: how x · W became q, see ``sources.Source``; None where that is not known.
        looks: which keys the mask leaves to a query of this layer.
        n_hidden: how many keys the mask hides from this query.
        group: first and last of the query heads that share this head's keys and values.
        matrices: by name, float32; rows follow ``shown``, those of ``q``, ``z`` and of all that has
            a column for each ``shown`` key follow ``askers``. ``x`` is what keys are made of;
            ``x_query`` what queries are, where that is of another text. ``concat`` has a row per
            head, ``added``, ``others``, ``bias_o`` and ``total`` have one.
        sums: by name, this row over *all* keys: max, sum, and what lies outside the window.
    """

    layer: int
    head: int
    query: int
    n_tokens: int
    n_queries: int
    n_heads: int
    shown: tuple[int, ...]
    askers: tuple[int, ...]
    stages: tuple[Stage, ...]
    scaling: Scaling
    scale: float
    q_factor: float
    softcap: float | None
    relation: Relation | None
    has_bias: bool
    looks: Looks
    n_hidden: int
    group: tuple[int, int]
    matrices: Mapping[str, numbers.Matrix]
    sums: Mapping[str, float]


def step_view(trace: Trace, layer: int, head: int, query: int, key: int) -> StepView:
    """Give the numbers of one row of one head of a model, and of the rows around it."""
    return step_view_of(numbers.head_run(trace, layer, head), query, key)


def step_view_of(run: HeadRun, query: int, key: int) -> StepView:
    """Give the numbers of one row of a head, and of the rows around it."""
    steps, projection, head = run.steps, run.projection, run.head
    is_cross = run.memory is not None
    shown = window(steps.weights.numpy()[query], key if is_cross else query, key)
    askers = around(query, len(steps.q)) if is_cross else shown
    allowed = steps.mask
    every = numbers.every_row(steps)
    rows = np.array(shown)
    matrices = {
        **_matrices(run, every, rows, np.array(askers)),
        **numbers.row(steps, query, rows),
        **numbers.output(run, query),
    }
    n_heads = len(run.concat)
    size = n_heads // run.n_kv_heads
    return StepView(
        layer=run.layer,
        head=head,
        query=query,
        n_tokens=len(steps.k),
        n_queries=len(steps.q),
        n_heads=n_heads,
        shown=shown,
        askers=askers,
        stages=_stages(steps, run.x is not None),
        scaling=scaling(steps, projection.q_factor),
        scale=steps.scale,
        q_factor=projection.q_factor,
        softcap=steps.softcap,
        relation=projection.q_relation,
        has_bias=projection.b_q is not None,
        looks=_looks(None if allowed is None else allowed.numpy()),
        n_hidden=0 if allowed is None else int((~allowed[query]).sum()),
        group=(head // size * size, head // size * size + size - 1),
        matrices={name: np.ascontiguousarray(m, np.float32) for name, m in matrices.items()},
        sums=numbers.sums(steps, every, query, rows),
    )


def _matrices(
    run: HeadRun, every: Mapping[str, np.ndarray], rows: np.ndarray, asking: np.ndarray
) -> dict[str, np.ndarray]:
    """Give what is known of the keys in ``rows``, of the queries ``asking``, and of their pairs."""
    read = {}
    if run.x is not None:
        of_keys = run.x if run.memory is None else run.memory
        read = {"x": of_keys.numpy()[rows]}
        read |= {} if run.memory is None else {"x_query": run.x.numpy()[asking]}
    return {
        **read,
        "q": run.steps.q.numpy()[asking],
        **{name: getattr(run.steps, name).numpy()[rows] for name in ("k", "v")},
        "z": run.steps.output.numpy()[asking],
        **{name: matrix[np.ix_(asking, rows)] for name, matrix in every.items()},
    }


def around(query: int, n_queries: int) -> tuple[int, ...]:
    """Choose the queries that are known beside one: all, or the first and the nearest.

    >>> around(1, 3), around(50, 100)[:3], len(around(50, 100))
    ((0, 1, 2), (0, 39, 40), 24)
    """
    if n_queries <= ALL_SHOWN:
        return tuple(range(n_queries))
    near = range(query - ALL_SHOWN // 2 + 1, query + ALL_SHOWN // 2)
    return tuple(sorted({0, *(place for place in near if 0 <= place < n_queries)}))


def window(row: Float32[np.ndarray, " key"], query: int, key: int) -> tuple[int, ...]:
    """Choose the tokens that get a row: all, or the heaviest, the nearest, the first and the pair.

    >>> window(np.eye(1, 100, 7, dtype=np.float32)[0], 50, 90)[-6:]
    (48, 49, 50, 51, 52, 90)
    """
    n_tokens = len(row)
    if n_tokens <= ALL_SHOWN:
        return tuple(range(n_tokens))
    heaviest = np.argsort(-row, kind="stable")[:TOP].tolist()
    near = range(max(0, query - NEIGHBOURS), min(n_tokens, query + NEIGHBOURS + 1))
    return tuple(sorted({*heaviest, *near, 0, query, key}))


def scaling(steps: AttentionSteps, q_factor: float) -> Scaling:
    """Tell where the factor on the scores comes from."""
    d_head = steps.q.shape[-1]
    if np.isclose(steps.scale, 1.0):
        return "none" if np.isclose(q_factor, 1.0) else "on_q"
    if np.isclose(steps.scale, d_head**-0.5):
        return "root"
    square = steps.scale**-2
    return "other_root" if np.isclose(square, round(square), atol=1e-6) else "factor"


def _stages(steps: AttentionSteps, has_x: bool) -> tuple[Stage, ...]:
    optional: dict[Stage, bool] = {
        "x": has_x,
        "softcap": steps.softcap is not None,
        "bias": steps.bias is not None,
        "sink": steps.sink is not None,
    }
    order: tuple[Stage, ...] = Stage.__args__
    return tuple(stage for stage in order if optional.get(stage, True))


def _looks(allowed: Bool[np.ndarray, "query key"] | None) -> Looks:
    if allowed is None or allowed.all():
        return "everywhere"
    return "back" if np.array_equal(allowed, np.tri(*allowed.shape, dtype=bool)) else "somewhere"
