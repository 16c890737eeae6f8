"""What a visitor who sends long texts without a pause costs everybody else."""

import asyncio
from collections.abc import Iterator
from contextlib import suppress

from bench.load.asking import asks
from bench.load.rows import crowd, quantiles
from bench.load.visitor import Tally, come
from tests.e2e.server import Server

N_WORDS = 520  # of which 512 tokens are read
N_OTHERS = 15


async def compare(server: Server, n_each: int, think: float) -> tuple[list[str], bool]:
    """Give a table of a class alone and beside that visitor, and whether nothing in it is wrong."""
    short, long = asks("minilm"), asks("smollm2", n_words=N_WORDS, seed=1)
    await come(server.url, Tally(), [next(long)])  # loads the model
    alone = await crowd(server, short, N_OTHERS, n_each, think)
    greedy = Tally()
    sending = asyncio.create_task(come(server.url, greedy, long))
    beside = await crowd(server, short, N_OTHERS, n_each, think)
    sending.cancel()
    with suppress(asyncio.CancelledError):
        await sending
    named = {"alone": alone.tally, "beside": beside.tally, "that visitor": greedy}
    return list(_table(named)), all(t.n_wrong == t.n_errors == 0 for t in named.values())


def _table(named: dict[str, Tally]) -> Iterator[str]:
    yield ""
    yield f"{N_OTHERS} visitors with MiniLM, alone and beside one with 512 tokens in SmolLM2"
    yield ""
    yield "| | runs | p50 | p95 | waited | wrong | errors |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"
    for name, tally in named.items():
        p50, p95 = quantiles(tally.milliseconds)
        yield (
            f"| {name} | {len(tally.milliseconds)} | {p50:.0f} | {p95:.0f} "
            f"| {tally.n_waits} | {tally.n_wrong} | {tally.n_errors} |"
        )
