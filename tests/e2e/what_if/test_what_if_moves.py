"""Keyboard, pointer, switches, bad links and a phone on the page of experiments."""

import re

import pytest
from playwright.sync_api import Page, expect

from app.i18n import words
from attention import WhatIf
from tests.e2e.what_if.reading import LINKS, both, digits, opened, signed

pytestmark = [pytest.mark.e2e, pytest.mark.weights]
ABOVE = 84 + 20  # the leaning names, and the name of their axis
WRITTEN = """() => {
    const write = CanvasRenderingContext2D.prototype.fillText;
    window.written = [];
    CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
        const ink = document.createElement("i");
        ink.style.color = this.fillStyle;
        window.written.push([text, ink.style.color]);
        return write.call(this, text, ...place);
    };
}"""


def read(before, after, query: int, key: int) -> str:
    """Say a cell as the page does."""
    layer, head = LINKS["minilm"]["layer"], LINKS["minilm"]["head"]
    was, now = (float(t.weights(layer)[head, query, key]) for t in (before, after))
    labels = before.tokens.labels
    said = f"{labels[query]} (query) → {labels[key]} (key): before {digits(was, 3)}, "
    said += f"after {digits(now, 3)}, difference {signed(round(1000 * (now - was)) / 1000, 3)}."
    return said.replace("-", "\u2212")


def cell(page: Page, figure: int, query: int, key: int) -> dict[str, float]:
    """Give a place inside a cell of a map; maps end where the leaning names may reach."""
    box = page.locator(".whatif .plate").nth(figure).bounding_box()
    size = (box["height"] - ABOVE - 3) / 15
    left = box["width"] - 32 - 15 * size
    return {"x": left + (key + 0.5) * size, "y": ABOVE + (query + 0.5) * size}


def test_a_cell_under_the_pointer_is_read_in_all_three_maps(walker, model):
    page = opened(walker, scale="none")
    before, after = both(model, "minilm", WhatIf(scale="none"))
    readout = page.locator(".whatif .readout")
    expect(readout).to_have_text(read(before, after, 10, 2))
    for figure, query, key in ((0, 6, 0), (1, 12, 13), (2, 0, 14)):
        plate = page.locator(".whatif .plate").nth(figure)
        plate.hover(position=cell(page, figure, query, key))
        expect(readout).to_have_text(read(before, after, query, key))


def test_only_a_key_that_may_not_be_looked_at_is_struck_out(walker):
    page = opened(walker, block=",".join(map(str, range(15))))
    rows = page.locator(".whatif .moving tbody tr:has(th)")
    found = rows.evaluate_all("""rows => rows.map((row) => [
        getComputedStyle(row.querySelector("th button")).textDecorationLine,
        row.querySelector("td.is").innerText])""")
    assert found == [["line-through", "masked"]] * 14 + [["none", "1.0000"]]


@pytest.mark.parametrize(("lang", "width"), [("en", 1280), ("zh-CN", 390)])
def test_every_map_names_its_axes_in_the_colours_of_their_roles(walker, lang, width):
    walker.set_viewport_size({"width": width, "height": 900})
    walker.add_init_script(f"({WRITTEN})()")
    page, t = opened(walker, lang=lang), words(lang)
    colour = """(node, name) => {
        const ink = document.createElement("i");
        ink.style.color = getComputedStyle(node).getPropertyValue(`--${name}`).trim();
        return ink.style.color;
    }"""
    written = page.evaluate("window.written")
    for role in ("query", "key"):
        ink = page.locator(".whatif").evaluate(colour, role)
        assert [t(f"what_if.{role}_axis"), ink] in written
    expect(page.locator(".whatif .axes")).to_have_text(t("what_if.axes"))
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_click_on_a_cell_chooses_query_and_key(walker):
    page = opened(walker, scale="none")
    page.locator(".whatif .plate").nth(2).click(position=cell(page, 2, 13, 0))
    page.wait_for_url(re.compile(r"query=13&key=0"))
    expect(page.locator(".whatif .moving h2")).to_have_text("The row of “tired”")
    expect(page.locator(".whatif .moving tr.chosen th")).to_have_text("[CLS]")


def test_arrow_keys_walk_the_cells_and_enter_chooses(walker, model):
    page = opened(walker, temperature="2")
    before, after = both(model, "minilm", WhatIf(temperature=2.0))
    page.locator(".whatif .maps").focus()
    for pressed in ("ArrowDown", "ArrowDown", "ArrowLeft"):
        page.keyboard.press(pressed)
    expect(page.locator(".whatif .readout")).to_have_text(read(before, after, 12, 1))
    expect(page.locator(".whatif").get_by_role("status")).to_have_text(read(before, after, 12, 1))
    page.keyboard.press("Escape")
    expect(page.locator(".whatif .readout")).to_have_text(read(before, after, 10, 2))
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"query=9&key=2"))
    expect(page.locator(".whatif .maps")).to_be_focused()


def test_a_token_of_the_row_becomes_the_key(walker):
    page = opened(walker, temperature="2")
    page.locator(".whatif .moving").get_by_role("button", name="tired").press("Enter")
    page.wait_for_url(re.compile(r"key=13"))
    expect(page.locator(".spoken").first).to_contain_text("it gives to tired")


def test_a_preset_changes_all_pictures_and_reset_brings_the_baseline_back(walker):
    page = opened(walker)
    expect(page.locator(".whatif .meter b").last).to_have_text("0.0000")
    page.get_by_role("button", name="Without √dₖ").click()
    page.wait_for_url(re.compile(r"scale=none"))
    expect(page.locator(".whatif .meter b").last).to_have_text("0.3534")
    expect(page.locator('.am[data-drawn=\'{"scale": "none"}\'] .whatif')).to_have_count(1)
    page.get_by_role("button", name="L5H11 off").click()
    page.wait_for_url(re.compile(r"off=5\.11"))
    expect(page.locator(".whatif .meter b").last).to_have_text("0.0000")
    assert "scale" not in page.url
    page.get_by_role("button", name="Reset").click()
    page.wait_for_url(lambda address: "off" not in address)
    expect(page.get_by_text("Nothing is changed yet")).to_be_visible()
    page.go_back()
    page.wait_for_url(re.compile(r"off=5\.11"))
    expect(page.get_by_text("This map does not change")).to_be_visible()


@pytest.mark.parametrize(
    ("link", "said"),
    [
        ({"off": "99.99"}, "“off=99.99” in the link does not exist here and is left out"),
        ({"block": "999"}, "“block=999” in the link does not exist here and is left out"),
        ({"temperature": "0"}, "“temperature=0” in the link can’t be used"),
        ({"scale": "nan"}, "“scale=nan” in the link can’t be used"),
    ],
)
def test_a_bad_switch_gets_one_sentence_and_nothing_else_is_lost(walker, link, said):
    page = opened(walker, uniform="5.11", **link)
    expect(page.locator(".notice", has_text=said)).to_have_count(1)
    expect(page.locator(".whatif .moving tr.chosen td.is")).to_have_text("0.0667")
    assert "uniform=5.11" in page.url


def test_a_phone_shows_everything_without_scrolling_sideways(window):
    page = opened(window(390), scale="none")
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390
    inside = page.locator(".am .whatif")
    assert inside.evaluate("node => node.scrollWidth") <= inside.evaluate("n => n.clientWidth") + 1
    expect(page.locator(".whatif figure")).to_have_count(3)


def test_of_a_long_text_the_foremost_keys_are_listed_and_all_on_demand(walker):
    page = opened(walker, text="the cat sat on the mat and " * 40, query=100, key=3, block="0")
    rows = page.locator(".whatif .moving tbody tr")
    expect(rows).to_have_count(24)
    everything = page.locator(".whatif .moving").get_by_role("button", name="Show all")
    everything.click()
    assert rows.count() > 200
