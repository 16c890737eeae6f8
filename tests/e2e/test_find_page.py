"""Looking through all heads in a real browser: marks, filter, order, links, painting."""

import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Locator, Page, expect

pytestmark = [pytest.mark.e2e, pytest.mark.weights]

ANIMAL = "The animal didn't cross the street because it was too tired"
L3H1 = {
    "text": ANIMAL,
    "model": "minilm",
    "layer": 3,
    "head": 1,
    "query": 10,
    "key": 2,
    "lang": "en",
}
STRONGEST = """(canvas, [layer, head]) => {
    const ring = canvas.parentElement.querySelector('.ring.open').getBoundingClientRect();
    const box = canvas.getBoundingClientRect();
    const ratio = canvas.width / box.width;
    const whole = (css) => Math.round((css + 3) * ratio);
    const [x, y] = [whole(ring.left - box.left), whole(ring.top - box.top)];
    const side = Math.round((ring.width - 6) * ratio);
    const seen = canvas.getContext('2d').getImageData(x, y, side, side).data;
    let least = 255;
    for (let i = 1; i < seen.length; i += 4) least = Math.min(least, seen[i]);
    return least;
}"""


def open_heads(page: Page, **query: object) -> Locator:
    page.goto(f"/heads?{urlencode({**L3H1, **query})}")
    root = page.locator(".am", has=page.locator(".grid"))
    expect(root).to_have_attribute("data-ready", "true")
    return root


def wait_for(page: Page, pair: str) -> None:
    page.wait_for_url(re.compile(rf"[?&]{re.escape(pair)}(&|$)"))


def chip(root: Locator, name: str) -> Locator:
    return root.locator(".chip", has_text=name)


def test_chips_count_the_heads_of_each_pattern_and_the_table_names_them(walker):
    root = open_heads(walker)
    expect(chip(root, "previous token")).to_have_text("←previous token1")
    expect(chip(root, "next token")).to_have_text("→next token1")
    expect(chip(root, "first token")).to_have_text("▮first token28")
    expect(chip(root, "separator")).to_have_count(0)
    rows = root.locator("table tbody tr")
    expect(rows.nth(2)).to_contain_text("previous token")
    expect(rows.nth(12 + 8)).to_contain_text("next token")
    expect(rows.nth(71)).to_contain_text("no clear pattern")


def test_a_filter_dims_the_other_heads_and_is_in_the_address(walker):
    root = open_heads(walker)
    canvas = root.locator("canvas")
    full = canvas.evaluate(STRONGEST, [3, 1])
    chip(root, "previous token").click()
    expect(chip(root, "previous token")).to_have_attribute("aria-pressed", "true")
    wait_for(walker, "filter=previous")
    assert full < 120 < 180 < canvas.evaluate(STRONGEST, [3, 1])
    expect(walker.locator(".habit h3")).to_have_text("This head here: not clearly “previous token”")
    walker.go_back()
    expect(chip(root, "all")).to_have_attribute("aria-pressed", "true")
    walker.go_forward()
    walker.reload()
    expect(chip(root, "previous token")).to_have_attribute("aria-pressed", "true")


def test_an_order_moves_the_heads_and_their_read_out(walker):
    root = open_heads(walker)
    root.locator("select").select_option("pattern")
    wait_for(walker, "sort=pattern")
    expect(root.locator(".axes")).to_contain_text("layer.head")
    canvas = root.locator("canvas")
    canvas.hover(position={"x": 40, "y": 40})
    expect(root.locator(".name")).to_have_text("Layer 0 · Head 2 · previous token")
    canvas.click(position={"x": 40, "y": 40})
    expect(walker.get_by_role("heading", name="Layer 0 · Head 2")).to_be_visible()
    walker.keyboard.press("ArrowRight")
    expect(root.locator(".name")).to_have_text("Layer 1 · Head 8 · next token")


def test_two_clicks_on_the_sentence_find_the_heads_of_a_link(walker):
    root = open_heads(walker, query=13, key=13)
    walker.get_by_text("Find a link", exact=True).click()
    wait_for(walker, "filter=link")
    hint = walker.locator(".hint")
    expect(hint).to_have_text("First click: the word that looks (query).")
    tokens = walker.locator(".sentence button")
    tokens.nth(10).click()
    expect(hint).to_have_text("Second click: the word it looks at (key).")
    wait_for(walker, "query=10")
    tokens.nth(2).click()
    wait_for(walker, "key=2")
    expect(hint).to_have_text("First click: the word that looks (query).")
    rows = walker.locator(".ranking tbody tr")
    expect(rows.nth(0)).to_have_text("1L5H110.64660.3011")
    expect(rows.nth(1)).to_have_text("2L3H10.63970.0527")
    found = walker.locator(".found")
    expect(found.nth(0)).to_contain_text("L5H11 gives it the most: 0.647")
    expect(found.nth(0)).to_contain_text("0.301")
    expect(found.nth(1)).to_contain_text("L3H1 with 0.640")
    expect(found.nth(1)).to_contain_text("0.053")
    rows.nth(0).click()
    expect(walker.get_by_role("heading", name="Layer 5 · Head 11")).to_be_visible()
    expect(walker.locator(".spoken")).to_contain_text("gives 0.647")
    assert root.locator(".chips").is_hidden()


def test_painting_cells_ranks_the_heads_that_match_them(walker):
    open_heads(walker, filter="paint")
    cell = walker.get_by_role("gridcell", name="“didn” looks at “animal”")
    cell.click()
    wait_for(walker, "paint=3.2")
    first = walker.locator(".ranking tbody tr").first
    expect(first).to_contain_text("L0H2")
    expect(cell).to_have_attribute("aria-selected", "true")
    cell.focus()
    walker.keyboard.press("ArrowDown")
    walker.keyboard.press("ArrowRight")
    walker.keyboard.press("Space")
    wait_for(walker, "paint=3.2%2C4.3")
    expect(first).to_contain_text("L0H21.0000")
    walker.get_by_role("button", name="Wipe all").click()
    expect(walker.locator(".ranking")).to_have_count(0)


def test_in_another_order_a_rank_is_told_from_the_name_of_its_head(walker):
    walker.set_viewport_size({"width": 1440, "height": 1000})
    walker.add_init_script("""
        const write = CanvasRenderingContext2D.prototype.fillText;
        window.written = new Set();
        CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
            window.written.add(text);
            return write.call(this, text, ...place);
        };""")
    open_heads(walker, filter="link", query=10, key=2, sort="entropy")
    walker.wait_for_function("window.written.has('3.1 #2')")
    assert not walker.evaluate("[...window.written].filter((text) => /\\d \\d/.test(text))")


def test_dragging_paints_a_stroke(walker):
    open_heads(walker, filter="paint")
    cells = walker.get_by_role("gridcell")
    expect(cells).to_have_count(225)
    cells.nth(15 * 8).scroll_into_view_if_needed()
    boxes = [cells.nth(15 * row + row - 1).bounding_box() for row in (3, 4, 5)]
    middles = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in boxes]
    walker.mouse.move(*middles[0])
    walker.mouse.down()
    for place in middles[1:]:
        walker.mouse.move(*place)
    walker.mouse.up()
    wait_for(walker, "paint=3.2%2C4.3%2C5.4")


@pytest.mark.parametrize("filter", ["", "link", "paint"])
def test_nothing_is_wider_than_a_phone(walker, filter):
    walker.set_viewport_size({"width": 390, "height": 900})
    open_heads(walker, filter=filter, paint="3.2")
    expect(walker.locator("section.habit")).to_be_visible()
    assert walker.evaluate("document.documentElement.scrollWidth") <= 390
