"""Time what a visitor waits for in the browser: `python -m bench.screen`.

A key pressed in the walk, until the picture that answers it is drawn; a switch flipped on the page
of experiments, until all of its pictures show the changed run; Enter in the sentence box, until the
heads of the new sentence are drawn. Headless Chromium without a graphics card, on the machine that
also serves.
"""

import os
import statistics
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode

from playwright.sync_api import Page, sync_playwright

from tests.e2e.browser import FLAGS, executable
from tests.e2e.server import running

ANIMAL = "The animal didn't cross the street because it was too tired"
LONG = " ".join([f"{ANIMAL}."] * 9)  # 128 tokens and a few
L5H11 = {"model": "minilm", "layer": 5, "head": 11, "query": 10, "key": 2, "lang": "en"}
PRESETS = ("Without √dₖ", "L5H11 off", "Hide [CLS]")

# When a key went down, until the task after the next frame: the frame is drawn then.
KEYS = """() => { window.times = []; document.addEventListener("keydown", () => {
  const start = performance.now();
  requestAnimationFrame(() => { const after = new MessageChannel();
    after.port1.onmessage = () => times.push(performance.now() - start);
    after.port2.postMessage(0); }); }, { capture: true }); }"""

# When a button was clicked, until two frames after the pictures were marked as drawn.
FLIPS = """() => { window.times = []; let start = 0;
  document.addEventListener("click", () => { start = performance.now(); }, true);
  const find = (root) => root.querySelector(".whatif") ? root
    : [...root.querySelectorAll("*")].map((e) => e.shadowRoot && find(e.shadowRoot)).find(Boolean);
  const root = find(document).querySelector(".am") ?? find(document);
  const drawn = () => requestAnimationFrame(() => requestAnimationFrame(
    () => times.push(performance.now() - start)));
  new MutationObserver(drawn).observe(root, { subtree: true, attributes: true,
    attributeFilter: ["data-drawn"] }); }"""

# Enter in the box, until the canvas of all heads looks different.
SENTENCE = """async (text) => {
  const all = (root, sign) => [...root.querySelectorAll(sign), ...[...root.querySelectorAll("*")]
    .flatMap((e) => e.shadowRoot ? all(e.shadowRoot, sign) : [])];
  const box = all(document, "textarea")[0];
  const canvas = all(document, "canvas").find((one) => one.width > 300);
  const look = () => canvas.getContext("2d").getImageData(0, 0, canvas.width, 400).data
    .reduce((sum, value, at) => at % 97 ? sum : (sum * 31 + value) | 0, 0);
  box.focus(); box.value = text; box.dispatchEvent(new Event("input", { bubbles: true }));
  await new Promise((done) => setTimeout(done, 300));
  const before = look(), start = performance.now();
  box.dispatchEvent(new KeyboardEvent("keydown",
    { key: "Enter", code: "Enter", keyCode: 13, bubbles: true, composed: true }));
  while (look() === before && performance.now() - start < 8000)
    await new Promise((done) => requestAnimationFrame(done));
  return performance.now() - start; }"""


@contextmanager
def opened(url: str, page: str, sign: str, **query: object) -> Iterator[Page]:
    """Open a page in a new window, and give it when it shows a sign and has come to rest."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=executable(), args=FLAGS)
        window = chromium.new_page(viewport={"width": 1440, "height": 1200})
        window.goto(f"{url}/{page}?{urlencode(query)}")
        window.wait_for_selector(sign, timeout=60_000)
        window.wait_for_timeout(3000)
        yield window
        chromium.close()


def keys(url: str, text: str, stage: str, back_and_forth: tuple[str, str]) -> list[float]:
    """Time keys of the walk, one after the other."""
    with opened(url, "steps", ".steps .card .lead", text=text, stage=stage, **L5H11) as page:
        page.evaluate(KEYS)
        for key in [*[back_and_forth[0]] * 8, *[back_and_forth[1]] * 8] * 3:
            page.keyboard.press(key)
            page.wait_for_timeout(120)
        return page.evaluate("times")


def flips(url: str) -> list[float]:
    """Time switches of the page of experiments."""
    with opened(url, "what_if", ".whatif tbody tr", text=ANIMAL, **L5H11) as page:
        page.evaluate(FLIPS)
        for name in PRESETS * 5:
            n_times = page.evaluate("times.length")
            page.get_by_role("button", name=name, exact=True).click()
            page.wait_for_function(f"times.length > {n_times}", timeout=20_000)
            page.wait_for_timeout(600)
        return page.evaluate("times")


def sentences(url: str) -> list[float]:
    """Time sentences that nobody has shown before."""
    with opened(url, "heads", ".js-plotly-plot", text=ANIMAL, **L5H11) as page:
        found = []
        for n in range(14):
            found.append(
                page.evaluate(SENTENCE, f"The {n} animals didn't cross the street {n * 7}")
            )
            page.wait_for_timeout(1200)
        return found


def main() -> None:
    """Print a table: median, and the slowest twentieth."""
    with (
        tempfile.TemporaryDirectory() as folder,
        running([sys.executable, "-m", "app.serve"], Path(folder) / "log") as server,
    ):
        stages, rows = ("ArrowRight", "ArrowLeft"), ("ArrowDown", "ArrowUp")
        rows_of_table = {
            "key, next stage, 15 tokens": keys(server.url, ANIMAL, "x", stages),
            "key, next row, 15 tokens": keys(server.url, ANIMAL, "weights", rows),
            "key, next stage, 128 tokens": keys(server.url, LONG, "x", stages),
            "key, next row, 128 tokens": keys(server.url, LONG, "weights", rows),
            "switch, all pictures": flips(server.url),
            "new sentence, all heads": sentences(server.url),
        }
    print(f"milliseconds, load {os.getloadavg()[0]:.1f}")
    for name, times in rows_of_table.items():
        slow = statistics.quantiles(times, n=20)[-1]
        print(
            f"{name:32} n {len(times):3}  median {statistics.median(times):6.0f}  95 % {slow:6.0f}"
        )


if __name__ == "__main__":
    main()
