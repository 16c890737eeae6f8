"""One window on the app for all tests of access: a page is opened once and then looked at."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.e2e.access.window import Window


@pytest.fixture(scope="package")
def window(browser: Browser, app_url: str) -> Iterator[Window]:
    """Give a window on the app without motion."""
    context = browser.new_context(
        viewport={"width": 1440, "height": 900}, base_url=app_url, reduced_motion="reduce"
    )
    context.set_default_timeout(60_000)
    yield Window(context.new_page())
    context.close()
