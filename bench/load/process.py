"""What a process takes: memory and processor time, where the system tells (Linux)."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

EVERY = 0.25  # seconds between two looks at the memory


def processor_time(pid: int) -> float:
    """Give the milliseconds of processor time a process has used, 0 where nobody says."""
    status = Path(f"/proc/{pid}/stat")
    if not status.exists():
        return 0.0
    user, system = status.read_text().rpartition(")")[2].split()[11:13]
    return 1000 * (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> int:
    """Give the MB (of 1024² bytes) that a process holds, 0 where nobody says."""
    status = Path(f"/proc/{pid}/status")
    if not status.exists():
        return 0
    line = next(x for x in status.read_text().splitlines() if x.startswith("VmRSS"))
    return int(line.split()[1]) // 1024


@asynccontextmanager
async def watched(pid: int) -> AsyncIterator[list[int]]:
    """Give a list that gets the memory of a process from time to time, while the block lasts."""
    seen = [memory(pid)]

    async def look() -> None:
        while True:
            await asyncio.sleep(EVERY)
            seen.append(memory(pid))

    task = asyncio.create_task(look())
    try:
        yield seen
    finally:
        task.cancel()
        seen.append(memory(pid))
