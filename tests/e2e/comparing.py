"""How a test reads the page of comparisons."""

import re
from urllib.parse import urlencode

from playwright.sync_api import Locator, Page, expect

ANIMAL = "The animal didn't cross the street because it was too tired"
WIDE = ANIMAL.replace("tired", "wide")
L3H1 = {"text": ANIMAL, "model": "minilm", "layer": 3, "head": 1, "query": 10, "key": 2}
SIGNATURE = {**L3H1, "other_text": WIDE}
READY = ".am[data-ready] .compared canvas"


def open_compare(page: Page, **query: object) -> None:
    page.goto(f"/compare?{urlencode(query)}")
    page.wait_for_selector(READY)
    expect(page.locator(".stCaption, [data-testid=stCaptionContainer]").last).to_be_visible()
    page.wait_for_load_state("networkidle")


def cell(page: Page, side: int, query: int, key: int) -> tuple[float, float]:
    """Give the middle of a cell on the screen, from the ring that lies on the chosen one."""
    plate = page.locator(".compared .plate").nth(side)
    row, chosen = (plate.locator(f".ring.{name}").bounding_box() for name in ("row", "cell"))
    assert row is not None
    assert chosen is not None
    return (
        row["x"] + 1 + (chosen["width"] - 4) * (key + 0.5),
        chosen["y"] + 2 + (chosen["height"] - 4) * (query + 0.5 - page_query(page)),
    )


def page_query(page: Page) -> int:
    """Give the chosen place, as the address says it."""
    return int(re.search(r"[?&]query=(\d+)", page.url)[1])


def point(page: Page, side: int, query: int, key: int) -> Locator:
    page.mouse.move(*cell(page, side, query, key))
    return page.locator(".compared .readout")


def row_of(page: Page, name: str) -> list[str]:
    """Give the numbers of a key in the table of the chosen row."""
    row = page.locator(".compared .row tbody tr").filter(
        has=page.locator("th bdi", has_text=re.compile(rf"^{re.escape(name)}$"))
    )
    return row.first.locator("td:not(.track)").all_text_contents()


def painted(page: Page, side: int, row: int, column: int, *, chosen: int) -> int:
    """Count the colours inside a cell of a map; ``chosen`` is the place of the ringed row."""
    return page.evaluate(
        """([side, row, column, chosen]) => {
          const root = [...document.querySelectorAll('*')].map((node) => node.shadowRoot ?? node)
            .find((node) => node.querySelector?.('.compared'));
          const plate = root.querySelectorAll('.compared .plate')[side];
          const [canvas, ring] = [plate.querySelector('canvas'), plate.querySelector('.ring.row')];
          const [left, top] = ring.style.transform.match(/-?[\\d.]+/g).map(Number);
          const n = root.querySelectorAll('.compared .row tbody tr').length;
          const size = (parseFloat(ring.style.width) - 2) / n;
          const ratio = canvas.width / parseFloat(canvas.style.width);
          const x = Math.round((left + 1 + column * size) * ratio) + 2;
          const y = Math.round((top + 1 + (row - chosen) * size) * ratio) + 2;
          const inside = Math.round(size * ratio) - 6;
          const seen = canvas.getContext('2d').getImageData(x, y, inside, inside).data;
          return new Set(new Uint32Array(seen.buffer)).size;
        }""",
        [side, row, column, chosen],
    )
