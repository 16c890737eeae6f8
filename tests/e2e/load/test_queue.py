"""What a visitor sees while others are before: one line that counts down and goes."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Page, expect

pytestmark = pytest.mark.e2e

PATIENT = 60_000
PHONE = {"width": 390, "height": 844}


class Room:
    """Let people open the page, each in a window of its own."""

    def __init__(self, browser: Browser, url: str, windows: ExitStack) -> None:
        self._browser, self._url, self._windows = browser, url, windows

    def open(self, **query: str) -> Page:
        context = self._browser.new_context(viewport=PHONE)
        self._windows.callback(context.close)
        page = context.new_page()
        page.set_default_timeout(PATIENT)
        page.goto(f"{self._url}/?" + "&".join(f"{k}={v}" for k, v in query.items()))
        expect(page.get_by_role("heading")).to_be_visible(timeout=PATIENT)
        return page

    def end(self, *names: str) -> None:
        page = self.open(end="+".join(names))
        expect(page.get_by_text("ready", exact=True)).to_be_visible(timeout=PATIENT)
        page.context.close()


@pytest.fixture
def room(browser: Browser, serve: Callable[[str], str]) -> Iterator[Room]:
    with ExitStack() as windows:
        yield Room(browser, serve("tests/e2e/load/queue_app.py"), windows)


def line(page: Page, text: str) -> None:
    expect(page.locator(".waiting")).to_have_text(text, timeout=PATIENT)


def shown(page: Page, name: str) -> None:
    expect(page.get_by_text(f"shown: {name}", exact=True)).to_be_visible(timeout=PATIENT)
    expect(page.locator(".waiting")).to_have_count(0, timeout=PATIENT)


def test_the_line_counts_down_moves_nothing_and_goes(room):
    first, second = room.open(run="a"), room.open(run="b")
    third, fourth = room.open(run="c"), room.open(run="d", lang="zh-CN")
    line(third, "2 before you")
    line(fourth, "前面还有 3 人")
    place = fourth.get_by_role("heading").bounding_box()
    box, page = fourth.locator(".waiting").bounding_box(), PHONE
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= page["width"]
    assert box["y"] + box["height"] <= page["height"]
    expect(first.locator(".waiting")).to_have_count(0)
    room.end("a")
    shown(first, "a")
    line(fourth, "前面还有 2 人")
    room.end("b", "c", "d")
    for window, name in ((second, "b"), (third, "c"), (fourth, "d")):
        shown(window, name)
    assert fourth.get_by_role("heading").bounding_box() == place
    again = room.open(run="d")  # what is kept for everybody is the answer, not the wait for it
    shown(again, "d")


def test_who_closes_the_window_or_asks_for_something_else_gives_up_the_place(room):
    held = [room.open(run="e"), room.open(run="f")]
    leaves, asks, stays = room.open(run="g"), room.open(run="h"), room.open(run="i")
    line(stays, "4 before you")
    leaves.context.close()
    line(stays, "3 before you")
    asks.goto(asks.url.replace("run=h", "lang=en"))
    line(stays, "2 before you")
    room.end("e", "f", "i")
    shown(stays, "i")
    for window, name in zip(held, "ef", strict=True):
        shown(window, name)
