"""Pointing, clicking and walking on the page of q, k and v, in every width and theme."""

import pytest
from playwright.sync_api import expect

import attention
from attention import projection_views as views
from tests.attention.opened import open_cell
from tests.e2e.qkv import ANIMAL, FRANCE, IT, open_page, rounded, summed, wait_for

pytestmark = [pytest.mark.e2e, pytest.mark.weights]


@pytest.fixture
def it(model) -> attention.Trace:
    return attention.trace(model("minilm"), ANIMAL)


def test_pointing_reads_exact_numbers_and_a_click_opens_them(window, it):
    page = window()
    root = open_page(page, **IT)
    view = views.projection_view(it, 0, 0, "q")
    box = root.locator(".plate canvas").first.bounding_box()
    cell = (box["width"] - 96 - 6) / 32
    at = {"x": 96 + 20.5 * cell, "y": 24 + 4.5 * 24}
    root.locator(".plate canvas").first.hover(position=at)
    said = f"q of “'”, dimension 20: {rounded(float(view.projected[4, 20]))}"
    expect(root.locator(".plates .read")).to_have_text(said)
    root.locator(".plate canvas").first.click(position=at)
    expect(root.locator(".card h3")).to_have_text("q of “'”, number 20")
    wait_for(page, query=4, dim=20)
    opened = open_cell(view, 4, 20)
    assert summed(root)[-1] == rounded(opened.total)


def test_the_wide_matrix_reads_weights_and_opens_other_heads(window, it):
    page = window()
    root = open_page(page, **IT)
    canvas = root.locator("figure.weights canvas")
    box = canvas.bounding_box()
    wide = (box["width"] - 8) / 12
    canvas.hover(position={"x": 4 + 9.5 * wide / 32, "y": 22 + 190 * 100.5 / 384})
    W = views.projection_view(it, 0, 0, "q").factors.W
    expect(root.locator(".product .read")).to_have_text(
        f"W_Q, row 100, column 9 (head 0, dimension 9): {rounded(float(W[100, 9]))}"
    )
    canvas.click(position={"x": 4 + 7.5 * wide, "y": 100})
    wait_for(page, head=7)
    expect(page.get_by_role("heading", name="Layer 0 · Head 7")).to_be_visible()
    expect(root.locator(".cut h3").first).to_contain_text("columns 224–255 are q of head 7")


def test_arrow_keys_open_numbers_and_the_address_follows_when_walking_stops(window, it):
    page = window()
    root = open_page(page, **IT)
    plate = root.locator(".plate").first
    plate.focus()
    for key in ("ArrowDown", "ArrowRight", "ArrowRight", "End", "ArrowRight"):
        page.keyboard.press(key)
    wait_for(page, query=11, dim=31)
    value = rounded(float(it.steps(0, 0).q[11, 31]))
    expect(root.get_by_role("status")).to_have_text(f"q of “was”, dimension 31: {value}")
    assert plate.evaluate("(node) => node.matches(':focus')")
    page.keyboard.press("Home")
    wait_for(page, query=11)
    expect(root.locator(".card h3")).to_have_text("q of “was”, number 0")


def test_shared_keys_are_drawn_as_shared_and_any_of_their_queries_opens(window):
    page = window()
    root = open_page(page, head=4, matrix="k", **FRANCE)
    expect(root.locator(".group")).to_have_count(3)
    expect(root.locator('.group[data-open="true"]')).to_have_text("345k 1")
    expect(root.locator(".shared")).to_contain_text("Query heads 3–5 all read k 1.")
    root.get_by_role("button", name="Open query head 5").click()
    wait_for(page, head=5)
    expect(root.locator('.group[data-open="true"]')).to_have_text("345k 1")


@pytest.mark.parametrize("width", [390, 820, 1440])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_is_wider_than_the_page(window, width, scheme):
    page = window(width, color_scheme=scheme)
    root = open_page(page, **{**FRANCE, "lang": "zh-CN"})
    expect(root).to_have_attribute("data-theme", scheme)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    room = root.bounding_box()
    for canvas in root.locator("canvas").all():
        box = canvas.bounding_box()
        assert box["x"] + box["width"] <= room["x"] + room["width"] + 1
    expect(root.locator(".card h3")).to_contain_text("“␣is”的 q")


def test_a_long_text_shows_the_tokens_around_the_chosen_one_and_says_so(window):
    page = window()
    root = open_page(page, text="the cat sat " * 60, model="minilm", query=100, lang="en")
    expect(root).to_contain_text("Tokens 96–143 of 182 are shown.")
    root.locator(".plate").first.focus()
    for _ in range(5):
        page.keyboard.press("ArrowUp")
    wait_for(page, query=95)
    expect(root).to_contain_text("Tokens 48–95 of 182 are shown.")


def test_an_arrow_key_moves_the_ring(window):
    page = window()
    root = open_page(page, **IT)
    plate = root.locator(".plate").first
    plate.focus()
    before = plate.locator("canvas").screenshot()
    page.keyboard.press("ArrowRight")
    expect(root.locator(".card h3")).to_have_text("q of “it”, number 1")
    assert plate.locator("canvas").screenshot() != before
