"""What the server writes to its log while people use the app."""

import pytest
from playwright.sync_api import Browser, expect

from tests.cases import Case, cases
from tests.e2e.server import Server

pytestmark = [pytest.mark.e2e, pytest.mark.weights]

PATIENT = 60_000


@pytest.mark.parametrize("case", cases("startup"), ids=lambda case: case["id"])
def test_the_log_holds_no_traceback_after_the_text_was_changed_twice(
    browser: Browser, app_server: Server, case: Case
):
    assert case["input"] == "start the app, open it, change the text twice"
    context = browser.new_context(locale="en-US", base_url=app_server.url)
    context.set_default_timeout(PATIENT)
    page = context.new_page()
    page.goto("/")
    box, strip = page.locator("textarea#text"), page.locator(".sentence")
    for text, word in (("The cat sat on the mat", "mat"), ("The dog slept by the door", "door")):
        box.fill(text)
        box.press("Enter")
        expect(strip).to_contain_text(word, timeout=PATIENT)
    context.close()
    assert app_server.log.stat().st_size > 0
    assert app_server.tracebacks() == ""
