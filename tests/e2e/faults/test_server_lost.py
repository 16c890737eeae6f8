"""The server goes away in the middle of a lesson, or only its connection: the view stays."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.server import ROOT, free_port, wait_until_healthy
from tests.e2e.visitor import PATIENT, Visitor

pytestmark = [pytest.mark.e2e, pytest.mark.weights("minilm")]

VIEW = {"text": "Quinoxaline sat on the mat", "model": "minilm", "lang": "en", "layer": 2}
GRACE = 15  # seconds that compose and Kubernetes give before they kill
KEEP = """const Own = WebSocket; window.lines = [];
window.WebSocket = class extends Own {
    constructor(...given) { super(...given); lines.push(this); }
};"""


@dataclass
class Machine:
    """Hold a server that can be switched off and on at one address."""

    port: int
    log: Path
    process: "subprocess.Popen[bytes] | None" = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def switch_on(self) -> None:
        environ = {**os.environ, "STREAMLIT_SERVER_PORT": str(self.port)}
        environ |= {"STREAMLIT_SERVER_ADDRESS": "127.0.0.1", "STREAMLIT_SERVER_HEADLESS": "true"}
        with self.log.open("ab") as output:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "app.serve"],
                cwd=ROOT,
                env=environ,
                stdout=output,
                stderr=output,
            )
        wait_until_healthy(self.url, self.process, self.log)

    def switch_off(self, sign: int = signal.SIGTERM) -> float:
        """Stop the server as an engine does, and give how long it took; it may not need force."""
        assert self.process is not None
        start = time.monotonic()
        self.process.send_signal(sign)
        self.process.wait(timeout=GRACE)
        return time.monotonic() - start


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    machine = Machine(free_port(), tmp_path_factory.mktemp("machine") / "log")
    machine.switch_on()
    yield machine
    if machine.process is not None and machine.process.poll() is None:
        machine.process.kill()
        machine.process.wait()
    said = machine.log.read_text("utf-8", errors="replace")
    assert "Traceback" not in said
    assert "quinoxaline" not in said.lower()


@pytest.fixture
def visitor(browser: Browser, machine: Machine) -> Iterator[Visitor]:
    expect.set_options(timeout=PATIENT)
    visitor = Visitor.of(browser, machine.url)
    visitor.page.add_init_script(KEEP)
    visitor.go("heads", **VIEW)
    visitor.strip.get_by_role("button").filter(has_text="mat").first.click()
    visitor.page.wait_for_url("**query=*")
    visitor.at_rest()
    yield visitor
    visitor.page.context.close()


def chosen(visitor: Visitor) -> tuple[str, str, str]:
    """Give what makes a view: its address, its tokens, its sentence."""
    said = visitor.page.locator(".spoken").first.inner_text()
    return visitor.page.url, visitor.strip.inner_text(), said


def goes_on(visitor: Visitor) -> None:
    """Choose another word: the session behind the page must be alive."""
    visitor.strip.get_by_role("button").filter(has_text="sat").first.click()
    expect(visitor.page.locator(".spoken").first).to_contain_text("sat")
    assert visitor.wrong == []


def test_f5_gives_the_same_view(visitor):
    before = chosen(visitor)
    visitor.page.reload()
    visitor.at_rest()
    assert chosen(visitor) == before
    goes_on(visitor)


def test_a_connection_that_drops_comes_back_by_itself_with_the_same_view(visitor):
    before = chosen(visitor)
    visitor.ends.clear()
    visitor.page.evaluate("lines.forEach((line) => line.close())")
    visitor.until(lambda: visitor.ends)
    visitor.at_rest()
    assert chosen(visitor) == before
    goes_on(visitor)


def test_a_server_with_an_open_page_stops_when_told_and_the_page_is_rebuilt_when_it_is_back(
    visitor, machine
):
    before = chosen(visitor)
    visitor.ends.clear()
    took = machine.switch_off()
    print(f"stopped after {took:.1f} s with a page open")
    with socket.socket() as attempt:
        assert attempt.connect_ex(("127.0.0.1", machine.port)) != 0
    machine.switch_on()
    visitor.until(lambda: visitor.ends)
    visitor.at_rest()
    assert chosen(visitor) == before
    goes_on(visitor)
