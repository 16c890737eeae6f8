"""What the browser tests share: one Chromium, and each server once per session."""

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.conftest import WEIGHTS_REQUIRED
from tests.e2e.browser import FLAGS, executable
from tests.e2e.qkv import Window, open_window
from tests.e2e.server import running


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


@pytest.fixture(scope="session")
def serve(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], str]]:
    """Give a function that runs a Streamlit script (path from the root) once per session."""
    with ExitStack() as servers:
        started: dict[str, str] = {}

        def start(script: str) -> str:
            if script not in started:
                log = tmp_path_factory.mktemp("server") / "log"
                command = [sys.executable, "-m", "streamlit", "run", script]
                started[script] = servers.enter_context(running(command, log)).url
            return started[script]

        yield start


@pytest.fixture(scope="session")
def app_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Give the address of the app, started as `make run` starts it."""
    log = tmp_path_factory.mktemp("app") / "log"
    with running([sys.executable, "-m", "app.serve"], log) as server:
        yield server.url


@pytest.fixture
def window(browser: Browser, app_url: str) -> Iterator[Window]:
    pages: list[Page] = []

    def make(width: int = 1440, **settings: object) -> Page:
        pages.append(open_window(browser, app_url, width, **settings))
        return pages[-1]

    yield make
    for page in pages:
        page.context.close()
