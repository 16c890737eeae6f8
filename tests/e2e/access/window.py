"""A window on the app: open a page, wait until it rests, ask the browser about it."""

from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from playwright.sync_api import Page

ASKING = (Path(__file__).parent / "asking.js").read_text(encoding="utf-8")
AXE = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")
RESTS = """() => {
  const app = document.querySelector('[data-testid="stApp"]');
  const busy = document.querySelector('[data-testid="stSkeleton"], [data-testid="stSpinner"]');
  return app?.dataset.testScriptState === "notRunning" && !busy;
}"""


@dataclass(frozen=True)
class Window:
    """Hold a browser's page."""

    page: Page

    def open(self, name: str, width: int = 1440, **query: object) -> None:
        """Open a page of the app at a width, and wait until it rests."""
        self.page.set_viewport_size({"width": width, "height": 844 if width < 700 else 900})
        self.page.goto(f"/{name}?{urlencode(query)}")
        self.rest()

    def rest(self) -> None:
        """Wait until nothing runs and nothing is fetched."""
        self.page.wait_for_function(RESTS)
        self.page.wait_for_load_state("networkidle")
        self.page.wait_for_function(RESTS)

    def ask(self, what: str, *values: object) -> Any:
        """Call a function of `asking.js` with values."""
        self.page.evaluate(ASKING)
        return self.page.evaluate(f"(values) => window.asking.{what}(...values)", list(values))

    def findings(self) -> list[str]:
        """Give what axe-core finds serious or critical, one line per rule and element."""
        if self.page.evaluate("typeof axe") == "undefined":
            self.page.evaluate(AXE)
        return self.ask("findings")
