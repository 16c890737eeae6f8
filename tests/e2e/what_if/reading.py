"""Open the page of experiments, and read its numbers."""

from collections.abc import Callable
from urllib.parse import urlencode

from playwright.sync_api import Locator, Page

import attention
from attention import Trace, WhatIf
from attention.models import Model

ANIMAL = "The animal didn't cross the street because it was too tired"
LINKS = {
    "minilm": {"text": ANIMAL, "layer": 5, "head": 11, "query": 10, "key": 2},
    "e5": {"text": "孩子们累了，他们想回家", "layer": 8, "head": 8, "query": 6, "key": 2},
    "smollm2": {"text": "The capital of France is", "layer": 17, "head": 4, "query": 4, "key": 0},
}


def opened(page: Page, name: str = "minilm", **more: object) -> Page:
    query = {"model": name, "lang": "en", **LINKS[name], **more}
    page.goto(f"/what_if?{urlencode(query)}")
    page.wait_for_selector(".whatif .moving tbody tr")
    page.wait_for_load_state("networkidle")  # what comes late may push the picture down
    return page


def both(model: Callable[[str], Model], name: str, what_if: WhatIf) -> tuple[Trace, Trace]:
    text = LINKS[name]["text"]
    before = attention.trace(model(name), text)
    return before, attention.trace(model(name), text, what_if=what_if)


def shown(cells: Locator) -> list[str]:
    return [text.replace("\u2212", "-") for text in cells.all_inner_texts()]


def column(page: Page, part: str, number: int) -> list[str]:
    return shown(page.locator(f".whatif .{part} tbody tr td:nth-of-type({number})"))


def digits(value: float, places: int = 4) -> str:
    text = f"{float(value):.{places}f}"
    return text.lstrip("-") if float(text) == 0 else text


def signed(value: float, places: int = 4) -> str:
    text = digits(value, places)
    return f"+{text}" if float(text) > 0 else text
