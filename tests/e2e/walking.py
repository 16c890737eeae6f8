"""How a test reads the page of single steps."""

from urllib.parse import parse_qs, urlencode, urlsplit

from playwright.sync_api import Page, expect

ANIMAL = "The animal didn't cross the street because it was too tired"
L5H11 = {"text": ANIMAL, "model": "minilm", "layer": 5, "head": 11, "query": 10, "key": 2}
FRANCE = {"text": "The capital of France is", "model": "smollm2", "query": 4, "key": 1}


def walk(page: Page, **query: object) -> None:
    page.goto(f"/steps?{urlencode(query)}")
    page.wait_for_selector(".steps .card .lead")


def number(text: str) -> float:
    return float(text.replace("−", "-").strip("()"))


def column(page: Page, name: str) -> list[str]:
    """Read a column of the table as it is seen."""
    cells = page.locator(f".column.{name}.on .digits")
    expect(cells.first).to_be_visible()
    return cells.all_text_contents()


def result(page: Page) -> str:
    return page.locator(".equation .result").first.text_content() or ""


def address(page: Page) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(urlsplit(page.url).query).items()}


def opened(page: Page, label: str) -> list[list[str]]:
    """Open what a disclosure hides and read its rows."""
    box = page.locator("details", has_text=label).first
    box.locator("summary").click()
    rows = box.locator("tbody tr")
    return [row.locator("td").all_text_contents() for row in rows.all()]
