"""A window on the page of all heads, and the arithmetic of its server."""

from collections.abc import Callable, Iterator
from urllib.parse import urlencode

import pytest
import torch
from playwright.sync_api import Browser, Page, expect

from tests.e2e.many_heads.reading import LINKS

PATIENT = 60_000


@pytest.fixture(scope="module", autouse=True)
def one_thread() -> Iterator[None]:
    """Compute as the server does: the last bits of a product depend on the number of threads."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture
def window(browser: Browser, app_url: str) -> Iterator[Callable[..., Page]]:
    """Give a function that opens the page of all heads at an address."""
    contexts = []

    def open_page(name: str, width: int = 1440, **more: object) -> Page:
        size = {"width": width, "height": 1000}
        context = browser.new_context(viewport=size, locale="en-US", base_url=app_url)
        contexts.append(context)
        context.set_default_timeout(PATIENT)
        expect.set_options(timeout=PATIENT)
        page = context.new_page()
        query = {"model": name, "lang": "en", **LINKS[name], **more}
        page.goto(f"/many_heads?{urlencode(query)}")
        page.wait_for_selector(".layer .total .num")
        page.wait_for_load_state("networkidle")  # what comes late may push the picture down
        return page

    yield open_page
    for context in contexts:
        context.close()
