"""Time the Heads page for a class of visitors: `python -m bench.serve`.

Every visitor is a WebSocket that speaks Streamlit's own protocol, and shows a sentence nobody has
shown before, then thinks, then shows the next. What is timed is the server: from the request to the
last message of the run, no browser; cpu is the processor time a run took, which a busy machine does
not change. Every reply's pictures must be of its own sentence.
"""

import asyncio
import json
import os
import random
import statistics
import sys
import tempfile
import time
import urllib.parse
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect

from tests.e2e.server import Server, running

VISITORS = (1, 15, 30)
SENTENCES = {1: 15, 15: 8, 30: 8}  # each visitor's, per number of visitors
THINK = 4.0  # seconds between two sentences of one visitor
WORDS = ("animal", "street", "teacher", "river", "garden", "letter", "window", "winter", "music")


@dataclass
class Tally:
    """Collect what the visitors of one row of the table saw."""

    milliseconds: list[float] = field(default_factory=list)
    kilobytes: list[float] = field(default_factory=list)
    n_wrong: int = 0
    n_errors: int = 0


def sentences() -> Iterator[list[str]]:
    """Give sentences of 13 words, 15 tokens with the special ones, each once."""
    chance = random.Random(0)
    seen: set[tuple[str, ...]] = set()
    while True:
        words = tuple(chance.choices(WORDS, k=13))
        if words not in seen:
            seen.add(words)
            yield list(words)


async def visit(socket: ClientConnection, query: str, page: str) -> tuple[list[ForwardMsg], int]:
    """Ask for a view and give the messages of its run, and their bytes."""
    ask = BackMsg()
    ask.rerun_script.query_string = query
    ask.rerun_script.page_script_hash = page
    ask.rerun_script.page_name = "" if page else "heads"
    await socket.send(ask.SerializeToString())
    messages, size = [], 0
    while True:
        raw = await asyncio.wait_for(socket.recv(decode=False), timeout=60)
        message = ForwardMsg.FromString(raw)
        messages.append(message)
        size += len(raw)
        if message.WhichOneof("type") == "script_finished":
            return messages, size


def judge(messages: list[ForwardMsg], words: list[str], tally: Tally) -> None:
    """Count a reply that shows an exception, or whose pictures are not of its own sentence."""
    drawn = [m.delta.SerializeToString() for m in messages if m.WhichOneof("type") == "delta"]
    body = b"".join(drawn).decode("utf-8", errors="ignore")
    labels = json.dumps(["[CLS]", *words, "[SEP]"])
    n_own, n_all = body.count(f'"labels": {labels}'), body.count('"labels": ')
    tally.n_errors += any(m.delta.new_element.HasField("exception") for m in messages)
    tally.n_wrong += n_own == 0 or n_own < n_all


async def visitor(url: str, source: Iterator[list[str]], tally: Tally, n: int) -> None:
    """Come at a random moment, show n new sentences one after another, thinking in between."""
    await asyncio.sleep(random.random() * THINK)
    address = url.replace("http", "ws", 1) + "/_stcore/stream"
    async with connect(address, origin=url, subprotocols=["streamlit"], max_size=None) as socket:
        page = ""
        for i in range(n + 1):
            words = next(source)
            query = {"text": " ".join(words), "model": "minilm", "lang": "en"}
            start = time.perf_counter()
            messages, size = await visit(socket, urllib.parse.urlencode(query), page)
            taken = 1000 * (time.perf_counter() - start)
            judge(messages, words, tally)
            page = page or next(
                m.navigation.page_script_hash
                for m in messages
                if m.WhichOneof("type") == "navigation"
            )
            if i:  # the first run is the page's opening, not a new sentence
                tally.milliseconds.append(taken)
                tally.kilobytes.append(size / 1024)
            await asyncio.sleep(THINK * random.uniform(0.75, 1.25))


async def crowd(server: Server, source: Iterator[list[str]], n_visitors: int) -> Tally:
    """Let so many visitors in at once."""
    tally, n = Tally(), SENTENCES[n_visitors]
    await asyncio.gather(*(visitor(server.url, source, tally, n) for _ in range(n_visitors)))
    return tally


def processor_time(pid: int) -> float:
    """Give the milliseconds of processor time a process has used, 0 where nobody says."""
    status = Path(f"/proc/{pid}/stat")
    if not status.exists():
        return 0.0
    user, system = status.read_text().rpartition(")")[2].split()[11:13]
    return 1000 * (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> str:
    """Give the memory a process holds, in MB, where the system says so."""
    status = Path(f"/proc/{pid}/status")
    if not status.exists():
        return "–"
    line = next(x for x in status.read_text().splitlines() if x.startswith("VmRSS"))
    return f"{int(line.split()[1]) // 1024}"


def main() -> None:
    """Start the app, let the visitors in, print the table."""
    random.seed(1)
    source = sentences()
    print(f"/heads, MiniLM, 15 new tokens every {THINK:g} s per visitor; server time in ms\n")
    print(
        f"{'visitors':>8}{'runs':>7}{'p50':>8}{'p95':>8}{'cpu':>8}{'kB':>8}{'wrong':>7}{'errors':>8}{'MB':>7}"
    )
    log = Path(tempfile.mkdtemp()) / "log"
    with running([sys.executable, "-m", "app.serve"], log) as server:
        for n_visitors in VISITORS:
            before = processor_time(server.pid)
            tally = asyncio.run(crowd(server, source, n_visitors))
            times = tally.milliseconds
            processor = (processor_time(server.pid) - before) / (len(times) + n_visitors)
            p50, p95 = statistics.median(times), statistics.quantiles(times, n=20)[-1]
            size = statistics.median(tally.kilobytes)
            print(
                f"{n_visitors:>8}{len(times):>7}{p50:>8.0f}{p95:>8.0f}{processor:>8.0f}{size:>8.0f}"
                f"{tally.n_wrong:>7}{tally.n_errors:>8}{memory(server.pid):>7}"
            )


if __name__ == "__main__":
    main()
