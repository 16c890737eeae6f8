"""A real Streamlit server of this project on a free port, ended by the process that was started."""

import os
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Server:
    """Say where a server answers, which process it is, and where it writes its log."""

    url: str
    pid: int
    log: Path

    def tracebacks(self) -> str:
        """Return the log from its first traceback on; empty where there is none."""
        _, found, rest = self.log.read_text(errors="replace").partition("Traceback")
        return found + rest


def free_port() -> int:
    """Give a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_until_healthy(url: str, process: "subprocess.Popen[bytes]", log: Path) -> None:
    """Return when the server answers; raise with the end of its log when it will not."""
    deadline = time.monotonic() + 180
    while time.monotonic() < deadline and process.poll() is None:
        try:
            with urllib.request.urlopen(f"{url}/_stcore/health", timeout=2):
                return
        except OSError:
            time.sleep(0.2)
    raise RuntimeError(f"the server did not come up:\n{log.read_text(errors='replace')[-3000:]}")


@contextmanager
def running(command: list[str], log: Path, *, base: str = "") -> Iterator[Server]:
    """Run a server for as long as the block lasts; ``base`` is a path it is to be served under."""
    port = free_port()
    environ = {
        **os.environ,
        "STREAMLIT_SERVER_PORT": str(port),
        "STREAMLIT_SERVER_ADDRESS": "127.0.0.1",
        "STREAMLIT_SERVER_HEADLESS": "true",
        "STREAMLIT_SERVER_BASE_URL_PATH": base,
    }
    with log.open("wb") as output:
        process = subprocess.Popen(command, cwd=ROOT, env=environ, stdout=output, stderr=output)
    try:
        url = f"http://127.0.0.1:{port}" + (f"/{base}" if base else "")
        wait_until_healthy(url, process, log)
        yield Server(url, process.pid, log)
    finally:
        process.terminate()
        try:
            process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
