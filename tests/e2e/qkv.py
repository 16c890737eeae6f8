"""Opening the page of q, k and v, and reading its numbers off the screen."""

import re
from collections.abc import Callable
from urllib.parse import urlencode

from playwright.sync_api import Browser, Locator, Page, expect

ANIMAL = "The animal didn't cross the street because it was too tired"
IT = {"text": ANIMAL, "model": "minilm", "query": 10, "key": 2, "lang": "en"}
FRANCE = {
    "text": "The capital of France is",
    "model": "smollm2",
    "query": 4,
    "key": 1,
    "lang": "en",
}
PATIENT = 60_000

Window = Callable[..., Page]


def open_window(browser: Browser, app_url: str, width: int = 1440, **settings: object) -> Page:
    size = {"width": width, "height": 1600}
    context = browser.new_context(viewport=size, base_url=app_url, locale="en-US", **settings)
    context.set_default_timeout(PATIENT)
    expect.set_options(timeout=PATIENT)
    return context.new_page()


def open_page(page: Page, **query: object) -> Locator:
    page.goto(f"/qkv?{urlencode(query)}")
    root = page.locator(".am:has(.qkv)")
    expect(root).to_have_attribute("data-ready", "true")
    # What Streamlit fetches late may still push the pictures down, and a pointer reads where it is.
    page.wait_for_load_state("networkidle")
    return root


def wait_for(page: Page, **wanted: object) -> None:
    """Wait until the address says what is wanted."""
    for name, value in wanted.items():
        page.wait_for_url(re.compile(rf"[?&]{name}={value}(&|$)"))


def number(text: str | None) -> float:
    return float((text or "").strip("()").replace("−", "-"))


def rounded(value: float) -> str:
    """Give four decimals with a true minus, and no minus before a zero."""
    return f"{round(float(value), 4) + 0.0:.4f}".replace("-", "−")


def summed(root: Locator) -> list[str]:
    """Give the terms and the result of the opened number as they are written."""
    return [text.strip("()") for text in root.locator(".sum .num").all_inner_texts()]


def printed_error(root: Locator) -> float:
    """Give the difference that the page owns up to."""
    found = re.search(r"([\d.]+) × 10⁻([⁰¹²³⁴⁵⁶⁷⁸⁹]+)", root.locator(".check").inner_text())
    assert found is not None
    power = found[2].translate(str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789"))
    return float(found[1]) * 10 ** -int(power)
