"""Every page by keyboard, by finger, narrow, enlarged and without motion (WCAG 2.2 AA)."""

from itertools import pairwise

import pytest

from app.topbar import PAGES
from tests.e2e.access.test_axe import ANIMAL
from tests.e2e.access.window import Window

pytestmark = [pytest.mark.e2e, pytest.mark.weights]

MOST_STOPS = 200
# Course lessons begin with words; its pictures stand where they explain.
PICTURED = [name for name in PAGES if name not in {"course", "teach"}]


def opened(window: Window, name: str, width: int) -> Window:
    """Open a page on a sentence all of them know."""
    query = {} if name == "from_scratch" else ANIMAL
    window.open(name, width, lang="en", theme="light", **query)
    return window


@pytest.mark.parametrize("width", [1440, 390])
@pytest.mark.parametrize("name", PAGES)
def test_the_focus_is_always_seen_and_never_covered(window: Window, name: str, width: int) -> None:
    opened(window, name, width).ask("start")
    stops, faults = 0, []
    while stops < MOST_STOPS:
        window.page.keyboard.press("Tab")
        at = window.page.evaluate("window.asking.step()")
        faults += at["faults"]
        if at["name"] is None:
            break
        stops += 1
    assert faults == []
    assert 20 < stops < MOST_STOPS
    assert window.ask("tabindex") == []  # the order of the page is the order of the focus


@pytest.mark.parametrize("name", PAGES)
def test_no_page_moves_sideways_and_all_that_is_pressed_is_large_enough(
    window: Window, name: str
) -> None:
    opened(window, name, 1440)
    window.ask("unfold")
    window.rest()
    found = {"small at 1440": window.ask("small")}
    # 320 is 400 % of 1280, and 720 is 200 % of 1440.
    for width in (820, 720, 375, 320):
        window.page.set_viewport_size({"width": width, "height": 844})
        window.rest()
        found[f"wide at {width}"] = window.ask("wide")
        found[f"small at {width}"] = window.ask("small")
    assert {what: nodes for what, nodes in found.items() if nodes} == {}


@pytest.mark.parametrize("name", PAGES)
def test_every_picture_has_a_sentence_and_a_table_and_stands_still_for_who_asks(
    window: Window, name: str
) -> None:
    opened(window, name, 1440)
    assert window.ask("moving") == []
    window.ask("unfold")
    window.rest()
    pictures = window.ask("pictures")
    assert pictures or name not in PICTURED
    assert [one["name"] for one in pictures if not one["said"]] == []
    without = [one["name"] for one in pictures if not one["tables"]]
    # The map of a head is Plotly's: its row stands as a table below it. A code's text is its link.
    assert set(without) <= {"js-plotly-plot", "handout"}
    if "js-plotly-plot" in without:
        assert window.page.locator("table.numbers tr.chosen").first.is_visible()


@pytest.mark.parametrize("lang", ["en", "zh-CN"])
@pytest.mark.parametrize("name", PICTURED)
def test_the_first_picture_begins_on_a_phones_first_screen(
    window: Window, name: str, lang: str
) -> None:
    window.open(name, 390, lang=lang, theme="light")
    assert window.ask("firstPicture") < 800


def test_the_names_above_a_narrow_map_do_not_touch(window: Window) -> None:
    text = "The quick brown fox jumps over the lazy dog because the animal did not cross it today"
    window.open("heads", 390, lang="en", text=text, model="minilm", query=3, key=14)
    window.page.locator(".st-key-map .xtick").first.wait_for()
    lefts = window.page.eval_on_selector_all(
        ".xaxislayer-above .xtick text",
        """(names) => names.filter((name) => getComputedStyle(name).visibility === "visible")
             .map((name) => [name.getBoundingClientRect().left, name.textContent])""",
    )
    assert "not" in [name for _, name in lefts]  # the chosen one is always named
    places = sorted(left for left, _ in lefts)
    assert min(b - a for a, b in pairwise(places)) >= 12


def test_the_first_stop_leads_past_the_pages_to_the_content(window: Window) -> None:
    opened(window, "steps", 1440).ask("start")
    stops = []
    while "skip" not in stops and len(stops) < 4:  # what scrolls is Streamlit's own stop
        window.page.keyboard.press("Tab")
        stops.append(window.page.evaluate("document.activeElement.className"))
    assert "skip" in stops, stops
    window.page.keyboard.press("Enter")
    assert window.page.evaluate("document.activeElement.id") == "content"


def test_changing_the_theme_keeps_the_view(window: Window) -> None:
    window.open("steps", lang="en", theme="light", stage="scores", **ANIMAL)
    window.page.locator(".toolbar .theme").click()
    window.page.locator(".am[data-theme=dark]:has(.steps)").wait_for()
    window.rest()
    assert "stage=scores" in window.page.url
    assert "theme=dark" in window.page.url
    background = "getComputedStyle(document.querySelector('.stApp')).backgroundColor"
    assert window.page.evaluate(background) == "rgb(15, 18, 23)"
