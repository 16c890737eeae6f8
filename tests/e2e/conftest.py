"""What the browser tests share: one Chromium, and each server once per session."""

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
import torch
from playwright.sync_api import Browser, Page, expect, sync_playwright

import attention
from tests.conftest import WEIGHTS_REQUIRED
from tests.e2e.browser import FLAGS, executable
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
def walker(browser: Browser, app_url: str) -> Iterator[Page]:
    """Give a page without motion on the app; its scripts may not fail."""
    context = browser.new_context(
        viewport={"width": 1440, "height": 1300},
        locale="en-US",
        base_url=app_url,
        reduced_motion="reduce",
    )
    context.set_default_timeout(60_000)
    expect.set_options(timeout=60_000)
    page, failures = context.new_page(), []
    page.on("pageerror", lambda error: failures.append(str(error)))
    yield page
    context.close()
    assert failures == []


@pytest.fixture(scope="session")
def steps() -> Iterator[Callable[..., dict]]:
    """Give a function to the steps of a head, computed as the server does: by one thread."""
    n_threads = torch.get_num_threads()
    torch.set_num_threads(1)

    def run(model: str, text: str, layer: int, head: int) -> dict:
        found = attention.trace(attention.load(model), text).steps(layer, head)
        names = ("q", "k", "v", "scores", "scaled", "weights", "output")
        return {name: getattr(found, name).numpy() for name in names}

    yield run
    torch.set_num_threads(n_threads)
