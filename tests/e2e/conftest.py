"""A real browser and real servers, each ended by the process that was started."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.conftest import WEIGHTS_REQUIRED
from tests.e2e.browser import FLAGS, executable

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = executable()
    if path is None:
        sentence = "no Chromium on this machine; get one: make browser"
        pytest.fail(sentence) if WEIGHTS_REQUIRED else pytest.skip(sentence)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield chromium
        chromium.close()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_until_healthy(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + 180
    while time.monotonic() < deadline and process.poll() is None:
        try:
            with urllib.request.urlopen(f"{url}/_stcore/health", timeout=2):
                return
        except OSError:
            time.sleep(0.2)
    raise RuntimeError(f"the server did not come up:\n{log.read_text(errors='replace')[-3000:]}")


@contextmanager
def running(command: list[str], log: Path) -> Iterator[str]:
    """Run a Streamlit server on a free port and give its address."""
    port = free_port()
    environ = {
        **os.environ,
        "STREAMLIT_SERVER_PORT": str(port),
        "STREAMLIT_SERVER_ADDRESS": "127.0.0.1",
        "STREAMLIT_SERVER_HEADLESS": "true",
    }
    with log.open("wb") as output:
        process = subprocess.Popen(command, cwd=ROOT, env=environ, stdout=output, stderr=output)
    try:
        wait_until_healthy(f"http://127.0.0.1:{port}", process, log)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        try:
            process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@pytest.fixture(scope="session")
def serve(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], str]]:
    """Give a function that runs a Streamlit script (path from the root) once per session."""
    with ExitStack() as servers:
        started: dict[str, str] = {}

        def start(script: str) -> str:
            if script not in started:
                log = tmp_path_factory.mktemp("server") / "log"
                command = [sys.executable, "-m", "streamlit", "run", script]
                started[script] = servers.enter_context(running(command, log))
            return started[script]

        yield start


@pytest.fixture(scope="session")
def app_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Give the address of the app, started as `make run` starts it."""
    log = tmp_path_factory.mktemp("app") / "log"
    with running([sys.executable, "-m", "app.serve"], log) as url:
        yield url
