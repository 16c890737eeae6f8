"""Let visitors come and go for an hour and watch the memory: `python -m bench.soak --help`.

Each visitor shows new sentences on every page, closes the window after some and comes back as
somebody else. The memory is flat if, after the warm-up, its means over ten minutes stay within
50 MB: a single reading also holds what is being computed at that moment.
"""

import asyncio
import sys
import tempfile
import time
from argparse import ArgumentDefaultsHelpFormatter, ArgumentParser, Namespace
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from statistics import fmean

from bench.load.asking import MIXED, Ask, asks
from bench.load.process import memory
from bench.load.rows import quantiles
from bench.load.visitor import Tally, come
from tests.e2e.server import Server, running

FLAT = 50  # MB
SPAN = 10  # minutes of one mean
STAY = 15  # views in one window


def mixed(seed: int) -> Iterator[Ask]:
    """Give views on every page; one in ten in E5, one in ten in SmolLM2, the others in MiniLM."""
    sources = {name: asks(name, MIXED, seed=seed) for name in ("minilm", "e5", "smollm2")}
    order = ("minilm", "minilm", "e5", "minilm", "minilm", "minilm", "smollm2", *("minilm",) * 3)
    while True:
        yield from (next(sources[name]) for name in order)


async def regular(server: Server, tally: Tally, source: Iterator[Ask], until: float) -> None:
    """Come again and again."""
    while time.monotonic() < until:
        await come(server.url, tally, islice(source, STAY), think=4.0)


async def soak(server: Server, options: Namespace) -> tuple[list[int], Tally]:
    """Print and give the memory minute by minute, and what the visitors saw."""
    tally, found = Tally(), [memory(server.pid)]
    until = time.monotonic() + 60 * options.minutes
    print(
        f"| minute | MB | runs | p50 | p95 |\n|---:|---:|---:|---:|---:|\n| 0 | {found[0]} | | | |"
    )
    visitors = [
        asyncio.create_task(regular(server, tally, mixed(seed), until))
        for seed in range(options.visitors)
    ]
    for minute in range(1, options.minutes + 1):
        before = len(tally.milliseconds)
        await asyncio.sleep(60)
        found.append(memory(server.pid))
        p50, p95 = quantiles(tally.milliseconds[before:])
        n = len(tally.milliseconds) - before
        print(f"| {minute} | {found[-1]} | {n} | {p50:.0f} | {p95:.0f} |", flush=True)
    for visitor in visitors:
        visitor.cancel()
    ends = await asyncio.gather(*visitors, return_exceptions=True)
    tally.n_errors += sum(isinstance(one, Exception) for one in ends)
    return found, tally


def main() -> None:
    """Soak, then give the verdict; end with 1 if memory grew or an answer was wrong."""
    parser = ArgumentParser(
        prog="python -m bench.soak",
        description="Let visitors come and go and watch the memory.",
        formatter_class=ArgumentDefaultsHelpFormatter,
    )
    parser.add_argument("--minutes", type=int, default=60, help="how long")
    parser.add_argument("--visitors", type=int, default=10, help="how many at once")
    parser.add_argument("--warm-up", type=int, default=10, help="minutes that do not count")
    options = parser.parse_args()
    if options.minutes < options.warm_up + 2 * SPAN:
        parser.error(f"one mean takes {SPAN} minutes, and two are held against each other")
    with running([sys.executable, "-m", "app.serve"], Path(tempfile.mkdtemp()) / "log") as server:
        found, tally = asyncio.run(soak(server, options))
        broken = server.tracebacks()
    counted = found[options.warm_up + 1 :]
    means = [fmean(counted[i : i + SPAN]) for i in range(0, len(counted) - SPAN + 1, SPAN)]
    spread = max(means) - min(means)
    is_flat = spread <= FLAT
    print(f"\nAfter {options.warm_up} minutes: {min(counted)} to {max(counted)} MB;")
    print(f"means over {SPAN} minutes are {spread:.0f} MB apart: {'' if is_flat else 'NOT '}flat")
    print(f"{len(tally.milliseconds)} runs, {tally.n_wrong} wrong, {tally.n_errors} errors{broken}")
    sys.exit(not is_flat or tally.n_wrong + tally.n_errors > 0 or bool(broken))


if __name__ == "__main__":
    main()
