"""One row of one head as a record: every number from q and k to the output, ready to be printed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from attention.core import AttentionSteps
from attention.step_numbers import Matrix, every_row, most


@dataclass(frozen=True)
class KeyRecord:
    """Hold what happens between the query and one key.

    Attributes:
        products: q · k number by number; their sum is ``score``.
        masked: whether the query may not look here: then ``shifted`` is None, ``exp`` 0.
        shifted: what enters the exponential: the score after scaling minus the row's largest.
        added: weight · v.
    """

    token: str
    k: tuple[float, ...]
    v: tuple[float, ...]
    products: tuple[float, ...]
    score: float
    scaled: float
    masked: bool
    shifted: float | None
    exp: float
    weight: float
    added: tuple[float, ...]


@dataclass(frozen=True)
class RowRecord:
    """Hold one row: the query, its keys, and what comes out.

    Attributes:
        largest: what softmax subtracts; None where there is no key to look at.
        total: the sum of the exponentials, a sink's among them.
        output: the sum of the keys' ``added``.
    """

    token: str
    query: int
    q: tuple[float, ...]
    scale: float
    keys: tuple[KeyRecord, ...]
    largest: float | None
    total: float
    output: tuple[float, ...]


def row_record(
    tokens: Sequence[str], steps: AttentionSteps, query: int, asking: str | None = None
) -> RowRecord:
    """Give every step of one row of a head, of a real model or of the small layer.

    ``tokens`` are the keys; ``asking`` is the query, where it is of another text.

    Raises:
        ValueError: the tokens are not those of the steps, or there is no such row.
    """
    if len(tokens) != len(steps.k) or not 0 <= query < len(steps.q):
        raise ValueError(
            f"{len(steps.k)} tokens and a query in 0 … {len(steps.q) - 1} are needed, "
            f"got {len(tokens)} and {query}"
        )
    row = {name: matrix[query] for name, matrix in every_row(steps).items()}
    keys = tuple(_key(token, steps, row, query, key) for key, token in enumerate(tokens))
    total = sum(key.exp for key in keys)
    largest = float(most(steps)[query])
    if steps.sink is not None:
        total += float((steps.sink[query] - largest).exp())
    return RowRecord(
        token=tokens[query] if asking is None else asking,
        query=query,
        q=tuple(steps.q[query].tolist()),
        scale=steps.scale,
        keys=keys,
        largest=None if largest == float("-inf") else largest,
        total=total,
        output=tuple(steps.output[query].tolist()),
    )


def _key(
    token: str, steps: AttentionSteps, row: Mapping[str, Matrix], query: int, key: int
) -> KeyRecord:
    every = {name: float(numbers[key]) for name, numbers in row.items()}
    q, k, v = steps.q[query].double(), steps.k[key].double(), steps.v[key].double()
    barred = every["masked"] == float("-inf")
    return KeyRecord(
        token=token,
        k=tuple(k.tolist()),
        v=tuple(v.tolist()),
        products=tuple((q * k).tolist()),
        score=every["scores"],
        scaled=every["scaled"],
        masked=barred,
        shifted=None if barred else every["shifted"],
        exp=every["exp"],
        weight=every["weights"],
        added=tuple((every["weights"] * v).tolist()),
    )
