"""Which runs take long and much room, by what they keep: a measure of both."""

from contextlib import AbstractContextManager

from app.waiting import turn
from attention.models import Model
from attention.trace import Trace

LARGE = 12_000_000  # bytes: 260 tokens in MiniLM, 48 in SmolLM2

Turn = AbstractContextManager[None]


def n_bytes(model: Model, n_tokens: int) -> int:
    """Give what a run keeps at most: x, q, k, v, z of every token in every layer, as float32.

    Of two texts the longer one counts.
    """
    heads = 2 * model.n_heads + 2 * model.n_kv_heads
    return 4 * n_tokens * len(model.places) * (model.d_model + heads * model.d_head)


def is_long(model: Model, n_tokens: int, n_runs: int = 1) -> bool:
    """Tell whether some runs of so many tokens count as long."""
    return n_runs * n_bytes(model, n_tokens) >= LARGE


def turn_for(trace: Trace, n_runs: int = 1) -> Turn:
    """Give a turn for what takes as long as some runs of the same tokens."""
    n_tokens = max(trace.n_tokens, len(trace.target_tokens or ()))
    return turn(is_long=is_long(trace.model, n_tokens, n_runs))
