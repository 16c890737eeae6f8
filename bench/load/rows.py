"""One row of the load table: so many visitors, and what came of it."""

import asyncio
import random
import statistics
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from bench.load.asking import Ask
from bench.load.process import processor_time, watched
from bench.load.visitor import Tally, come
from tests.e2e.server import Server

HEAD = (
    "| visitors | runs | p50 | p95 | cpu | kB | waited | wrong | errors | MB, peak |",
    "| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
)


@dataclass(frozen=True)
class Row:
    """Hold what one row says; times in milliseconds, memory in MB."""

    n_visitors: int
    tally: Tally
    cpu: float
    peak: int

    @property
    def is_clean(self) -> bool:
        """Tell whether everybody got the own answer."""
        return self.tally.n_wrong == self.tally.n_errors == 0

    def __str__(self) -> str:
        """Write it as a line of a table."""
        seen = self.tally
        p50, p95 = quantiles(seen.milliseconds)
        size = statistics.median(seen.kilobytes) if seen.kilobytes else 0
        return (
            f"| {self.n_visitors} | {len(seen.milliseconds)} | {p50:.0f} | {p95:.0f} "
            f"| {self.cpu:.0f} | {size:.0f} | {seen.n_waits} | {seen.n_wrong} | {seen.n_errors} "
            f"| {self.peak} |"
        )


def quantiles(times: list[float]) -> tuple[float, float]:
    """Give the median and what 95 of 100 do not pass; NaN without two times."""
    if len(times) < 2:
        return float("nan"), float("nan")
    return statistics.median(times), statistics.quantiles(times, n=20, method="inclusive")[-1]


async def crowd(
    server: Server, source: Iterator[Ask], n_visitors: int, n_each: int, think: float
) -> Row:
    """Let so many visitors in at random moments of one think time; each shows ``n_each`` views."""
    tally, before = Tally(), processor_time(server.pid)
    async with watched(server.pid) as seen:
        await asyncio.gather(
            *(
                come(
                    server.url,
                    tally,
                    list(islice(source, n_each + 1)),
                    think * random.uniform(0.9, 1.1),
                    pause=think * random.random(),
                )
                for _ in range(n_visitors)
            )
        )
    n_runs = len(tally.milliseconds) + n_visitors
    return Row(n_visitors, tally, (processor_time(server.pid) - before) / n_runs, max(seen))
