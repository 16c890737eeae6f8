"""Kill one of two servers and time how long its visitors wait: `python -m bench.failover`.

Real browsers stand before HAProxy with the project's own configuration. Everybody opens a view of
their own and chooses words in it; then one server is killed, and nobody does anything. What is
timed is from there to the end of the run that drew the same view on the other server.
"""

import os
import signal
import statistics
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from playwright.sync_api import expect, sync_playwright

from tests.e2e.browser import FLAGS, executable
from tests.e2e.replicas import balancer
from tests.e2e.server import running
from tests.e2e.visitor import PATIENT, Visitor

N_VISITORS = 8
WORDS = ("cat", "dog", "cow", "fox", "hen", "owl", "ram", "bee")
BASE = "attention"


def come(visitors: list[Visitor]) -> None:
    """Open a view of one's own, then choose each of three words; the server must stay the same."""
    for word, visitor in zip(WORDS, visitors, strict=True):
        visitor.go("heads", text=f"The {word} sat there", model="minilm", lang="en", layer=2)
        first = visitor.server
        for place, chosen in enumerate((word, "sat", "there"), start=2):
            visitor.strip.get_by_role("button").filter(has_text=chosen).first.click()
            visitor.page.wait_for_url(f"**query={place}**")
        visitor.at_rest()
        assert (visitor.server, visitor.wrong) == (first, [])


def report(visitors: list[Visitor], lost: list[Visitor], killed: float) -> None:
    """Wait until everybody has a view again, then print who waited and for how long."""
    for visitor in lost:
        visitor.until(lambda visitor=visitor: visitor.ends)
        visitor.at_rest()
    times = sorted(visitor.ends[0] - killed for visitor in lost)
    print(f"{len(visitors)} visitors, {len(lost)} of them on the server that was killed")
    print(f"their view is back after {statistics.median(times):.1f} s, at most {times[-1]:.1f} s")
    kept = [visitor for visitor in visitors if visitor not in lost]
    print(f"of the others {sum(bool(visitor.ends) for visitor in kept)} noticed anything")
    whole = 0
    for word, visitor in zip(WORDS, visitors, strict=True):
        visitor.strip.get_by_role("button").filter(has_text=word).first.click()
        visitor.page.wait_for_url("**query=2**")
        whole += (visitor.server, visitor.wrong) == ("two", [])
    print(f"{whole} of {len(visitors)} go on where they were, all on the server that is left")


def main() -> None:
    """Start both servers and let the visitors in."""
    if balancer.executable() is None:
        sys.exit(balancer.MISSING)
    expect.set_options(timeout=PATIENT)
    folder = Path(tempfile.mkdtemp())
    command = [sys.executable, "-m", "app.serve"]
    with ExitStack() as stack:
        servers = {
            name: stack.enter_context(running(command, folder / f"{name}.log", base=BASE))
            for name in ("one", "two")
        }
        url = stack.enter_context(balancer.balancing(servers, BASE, folder))
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=executable(), args=FLAGS)
        visitors = [Visitor.of(browser, url) for _ in range(N_VISITORS)]
        come(visitors)
        lost = [visitor for visitor in visitors if visitor.server == "one"]
        for visitor in visitors:
            visitor.ends.clear()
        os.kill(servers["one"].pid, signal.SIGKILL)
        report(visitors, lost, time.monotonic())
        browser.close()


if __name__ == "__main__":
    main()
