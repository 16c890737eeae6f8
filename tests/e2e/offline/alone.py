"""A visit to the app on a machine that has no network, told as JSON.

To be run in a network namespace of its own:  unshare --net python -m tests.e2e.offline.alone TEXT
"""

import fcntl
import json
import socket
import struct
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import expect, sync_playwright

from tests.e2e.browser import FLAGS, executable
from tests.e2e.server import Server, running
from tests.e2e.visitor import PATIENT, Visitor

SET_FLAGS, UP_AND_RUNNING = 0x8914, 0x41  # Linux: SIOCSIFFLAGS, IFF_UP | IFF_RUNNING
OUTSIDE = ("192.0.2.1", 80)  # an address kept free for documents


def raise_loopback() -> None:
    """Let this machine speak to itself, which a new namespace does not."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as control:
        fcntl.ioctl(control, SET_FLAGS, struct.pack("16sh", b"lo", UP_AND_RUNNING))


def is_cut_off() -> bool:
    """Tell whether nothing but this machine can be reached."""
    with socket.socket() as attempt:
        attempt.settimeout(2)
        return attempt.connect_ex(OUTSIDE) != 0


def look(server: Server, text: str) -> dict[str, object]:
    """Type a sentence, wait for its last word, then walk to another page."""
    expect.set_options(timeout=PATIENT)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(), args=FLAGS)
        visitor = Visitor.of(browser, server.url)
        visitor.go("")
        box = visitor.page.locator("textarea#text")
        box.fill(text)
        asked = time.monotonic()
        box.press("Enter")
        expect(visitor.strip).to_contain_text(text.split()[-1])
        answered = time.monotonic() - asked
        visitor.at_rest()
        visitor.page.get_by_role("link", name="Step by step", exact=True).click()
        expect(visitor.page.locator(".steps .card .lead").first).to_be_visible()
        words = visitor.strip.inner_text().split()
        browser.close()
    return {
        "answered": answered,
        "requests": visitor.requests,
        "wrong": visitor.wrong,
        "words": words,
    }


def main(text: str) -> None:
    """Raise the server, visit it, say what happened."""
    raise_loopback()
    interfaces = [name for _, name in socket.if_nameindex()]
    folder = Path(tempfile.mkdtemp())
    calls = folder / "calls"
    calls.touch()
    start = time.monotonic()
    command = [sys.executable, "-m", "tests.e2e.offline.watched", str(calls)]
    with running(command, folder / "log") as server:
        ready = time.monotonic() - start
        told = look(server, text)
        tracebacks = server.tracebacks()
    told |= {
        "cut_off": is_cut_off(),
        "interfaces": interfaces,
        "ready": ready,
        "calls": calls.read_text(encoding="utf-8").splitlines(),
        "tracebacks": tracebacks,
    }
    print(json.dumps(told))


if __name__ == "__main__":
    main(sys.argv[1])
