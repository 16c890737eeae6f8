"""A server that is full: one sentence, and a try again that succeeds when somebody has left."""

import sys
import urllib.request
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.server import Server, running

pytestmark = [pytest.mark.e2e, pytest.mark.weights("minilm")]

PATIENT = 60_000


@pytest.fixture
def small(tmp_path, monkeypatch) -> Iterator[Server]:
    """Give a server for one visitor."""
    monkeypatch.setenv("ATTENTION_VISITORS", "1")
    with running([sys.executable, "-m", "app.serve"], tmp_path / "log") as server:
        yield server


def test_the_second_of_one_waits_outside_and_comes_in_when_the_first_has_left(browser, small):
    first, second = enter(browser, small, "The cat sat"), enter(browser, small, "The dog slept")
    expect(first.locator(".sentence")).to_contain_text("cat", timeout=PATIENT)
    outside = second.get_by_text("Every place on this server is taken (1).")
    expect(outside).to_be_visible(timeout=PATIENT)
    second.get_by_role("button", name="Try again").click()
    expect(second.locator("[data-test-script-state=notRunning]")).to_be_visible(timeout=PATIENT)
    expect(outside).to_be_visible()
    with urllib.request.urlopen(f"{small.url}/_stcore/health") as health:
        assert (health.status, health.read()) == (200, b"ok")
    first.context.close()
    second.get_by_role("button", name="Try again").click()
    expect(second.locator(".sentence")).to_contain_text("dog", timeout=PATIENT)
    second.context.close()
    assert small.tracebacks() == ""


def enter(browser: Browser, server: Server, text: str) -> Page:
    page = browser.new_context(locale="en-US", base_url=server.url).new_page()
    page.goto(f"/steps?text={text}&model=minilm&lang=en")
    return page
