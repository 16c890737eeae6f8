"""Time the app for a class of visitors: `python -m bench.serve --help`.

Every visitor is a WebSocket that speaks Streamlit's own protocol, and shows a sentence nobody has
shown before, then thinks, then shows the next. What is timed is the server: from the request to the
last message of the run, no browser; cpu is the processor time a run took, which a busy machine
changes least. Every reply's pictures must be of its own sentence. Each part has a server of its
own, whose memory is read at the start, at the peak, and when everybody has left.
"""

import asyncio
import random
import sys
import tempfile
from argparse import ArgumentDefaultsHelpFormatter, ArgumentParser, Namespace
from pathlib import Path

from app.idle import EVERY
from bench.load import fairness
from bench.load.asking import MIXED, asks
from bench.load.process import memory
from bench.load.rows import HEAD, crowd
from bench.load.visitor import Tally, come
from tests.e2e.server import Server, running

PARTS = {
    "heads": ("minilm", ("heads",)),
    "mixed": ("minilm", MIXED),
    "e5": ("e5", ("heads",)),
    "smollm2": ("smollm2", ("heads",)),
}
ALONE = 3  # times as many sentences for a single visitor: a 95th percentile needs some


async def part(server: Server, name: str, options: Namespace) -> bool:
    """Print one table, and tell whether nothing in it is wrong."""
    model, pages = PARTS[name]
    source, clean, first = asks(model, pages), True, memory(server.pid)
    say(f"\n{model}, {', '.join(pages)}: a new sentence every {options.think:g} s per visitor\n")
    say("\n".join(HEAD))
    await come(server.url, Tally(), [next(source)])  # loads the model
    loaded = memory(server.pid)
    for n_visitors in options.visitors:
        n_each = options.sentences * (ALONE if n_visitors == 1 else 1)
        row = await crowd(server, source, n_visitors, n_each, options.think)
        clean &= row.is_clean
        say(str(row))
    await asyncio.sleep(options.settle)
    last = memory(server.pid)
    say(f"\nMemory: {first} MB at the start, {loaded} MB with the model, {last} MB at the end.")
    return clean


def say(line: str) -> None:
    """Print a line at once: a part takes minutes."""
    print(line, flush=True)


def served(name: str, options: Namespace) -> bool:
    """Measure a part on a server of its own, and tell whether nothing in it is wrong."""
    with running([sys.executable, "-m", "app.serve"], Path(tempfile.mkdtemp()) / "log") as server:
        if name == "fairness":
            lines, clean = asyncio.run(fairness.compare(server, options.sentences, options.think))
            say("\n".join(lines))
        else:
            clean = asyncio.run(part(server, name, options))
        broken = server.tracebacks()
    if broken:
        say(broken)
    return clean and not broken


def main() -> None:
    """Print the tables that were asked for; end with 1 if anything in them is wrong."""
    parser = ArgumentParser(
        prog="python -m bench.serve",
        description="Time the app for a class of visitors.",
        formatter_class=ArgumentDefaultsHelpFormatter,
    )
    names = [*PARTS, "fairness"]
    parser.add_argument("--parts", nargs="+", choices=names, default=names, help="which tables")
    parser.add_argument("--visitors", nargs="+", type=int, default=[1, 15, 30, 60], help="rows")
    parser.add_argument("--sentences", type=int, default=10, help="of each visitor")
    parser.add_argument("--think", type=float, default=4.0, help="seconds between two of them")
    wait = "seconds before memory is read when everybody has left"
    parser.add_argument("--settle", type=float, default=2 * EVERY + 10, help=wait)
    options = parser.parse_args()
    random.seed(1)
    clean = [served(name, options) for name in options.parts]
    sys.exit(not all(clean))


if __name__ == "__main__":
    main()
