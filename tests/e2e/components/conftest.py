"""One page per test with one component on it; a complaint of the browser fails the test."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from urllib.parse import urlencode, urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

HARNESS = "tests/e2e/components/harness.py"


@dataclass
class Stage:
    """A page with one component, and what the component gave back to Python."""

    page: Page
    url: str
    complaints: list[str] = field(default_factory=list)

    def open(self, part: str, **fields: str) -> Locator:
        """Open the harness with one component and give the component's root."""
        self.page.goto(f"{self.url}/?{urlencode({'part': part, **fields})}")
        root = self.page.locator(".am")
        root.wait_for()
        expect(self.text("runs")).to_be_visible()
        return root

    def text(self, start: str) -> Locator:
        return self.page.get_by_test_id("stText").filter(has_text=start)

    def log(self, expected: list[object]) -> None:
        """Wait until Python was given exactly these values."""
        shown = json.dumps(expected, ensure_ascii=False)
        expect(self.text("log")).to_have_text(f"log {shown}")

    def n_runs(self) -> int:
        return int(self.text("runs").inner_text().split()[1])

    def run_again(self) -> None:
        """Let Python run once more with nothing changed."""
        self.page.get_by_role("button", name="again").click()
        expect(self.text("ran again")).to_be_visible()

    def listen(self) -> None:
        """Note what the browser complains about and every request to another host."""
        host = urlsplit(self.url).netloc
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on(
            "console",
            lambda said: said.type == "error" and self.complaints.append(said.text),
        )
        self.page.on(
            "request",
            lambda request: (
                urlsplit(request.url).scheme in ("http", "https", "ws", "wss")
                and urlsplit(request.url).netloc != host
                and self.complaints.append(f"asked {request.url}")
            ),
        )


@pytest.fixture(scope="session")
def windows(browser: Browser) -> Iterator[dict[str, BrowserContext]]:
    """Hold one browser window per settings: a warm cache makes the next page quick."""
    opened: dict[str, BrowserContext] = {}
    yield opened
    for context in opened.values():
        context.close()


@pytest.fixture
def stage_with(
    browser: Browser, windows: dict[str, BrowserContext], serve: Callable[[str], str]
) -> Iterator[Callable[..., Stage]]:
    """Give a function that opens an empty page in a window with some settings."""
    stages: list[Stage] = []

    def make(**settings: object) -> Stage:
        settings = {"viewport": {"width": 1000, "height": 1000}, **settings}
        name = repr(sorted(settings.items()))
        if name not in windows:
            windows[name] = browser.new_context(**{"color_scheme": "light", **settings})
        stage = Stage(windows[name].new_page(), serve(HARNESS))
        stage.listen()
        stages.append(stage)
        return stage

    yield make
    for stage in stages:
        stage.page.evaluate("localStorage.clear()")
        stage.page.close()
    assert [complaint for stage in stages for complaint in stage.complaints] == []


@pytest.fixture
def stage(stage_with: Callable[..., Stage]) -> Stage:
    return stage_with()
