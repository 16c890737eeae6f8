"""Keyboard, pointer, links and a phone on the page of all heads, in a real browser."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.many_heads.reading import check_sum, point, rounded, view_of

pytestmark = [pytest.mark.e2e, pytest.mark.weights]


def test_arrow_keys_walk_the_heads_and_the_numbers(window, model):
    page, view = window("minilm"), view_of(model, "minilm")
    page.locator('.layer .h[aria-pressed="true"]').focus()
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    focused = page.locator(".layer .h:focus")
    expect(focused).to_have_text("8")
    expect(focused).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".layer .arrives h3")).to_contain_text("Head 8")
    page.wait_for_url(re.compile(r"[?&]head=8(&|$)"))
    expect(page.get_by_role("link", name="Open layer 5, head 8")).to_be_visible()
    expect(page.locator(".layer .h:focus")).to_have_text("8")
    page.keyboard.press("ArrowUp")
    check_sum(page, view, 1)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    check_sum(page, view, 383)
    page.keyboard.press("PageDown")
    check_sum(page, view, 351)
    page.keyboard.press("Home")
    expect(page.locator(".layer .h:focus")).to_have_text("0")


def test_tab_reaches_the_open_heads_numbers_and_enter_reads_all_digits(window, model):
    page, view = window("minilm"), view_of(model, "minilm")
    page.locator(".layer .output .plate").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # the button of the number before: it goes round
    check_sum(page, view, 383)
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.locator(".layer .digit.on .num:focus")).to_have_count(1)
    page.keyboard.press("Enter")
    exact = str(view.contributions[11, 383]).replace("-", "\u2212")
    expect(page.locator(".layer .readout")).to_have_text(f"Head 11, Number 383: {exact}")
    page.keyboard.press("ArrowUp")
    expect(page.locator(".layer .digit.on .num:focus")).to_have_count(1)
    check_sum(page, view, 0)


def test_a_click_on_a_head_opens_it_and_is_in_the_address(window):
    page = window("smollm2")
    assert page.locator(".layer .band").all_inner_texts() == ["k, v 0", "k, v 1", "k, v 2"]
    page.get_by_role("button", name="Head 7", exact=True).click()
    page.wait_for_url(re.compile(r"[?&]head=7(&|$)"))
    page.get_by_role("link", name="Open layer 17, head 7").click()
    page.wait_for_url(re.compile(r"/heads\?.*head=7(&|$)"))
    expect(page.get_by_role("heading", name="Layer 17 · Head 7")).to_be_visible()


def test_the_pointer_reads_z_contributions_and_blocks_of_the_matrix(window, model):
    page, view = window("minilm"), view_of(model, "minilm")
    readout = page.locator(".layer .readout")
    point(page.locator(".layer .z .comb").nth(11), 16.5 / 32)
    value = rounded(view.z[11, 16:17], 4)[0].replace("-", "\u2212")
    expect(readout).to_have_text(f"Head 11, z, number 16: {value}")
    point(page.locator(".layer .wo canvas").nth(2), 24.5 / 48, 8.5 / 16)
    value = rounded(view.stripes.cells[2, 8, 24:25], 4)[0].replace("-", "\u2212")
    expect(readout).to_contain_text(f"rows 80–81, columns 192–199: {value}")
    comb = page.locator(".layer .c .comb").nth(0)
    point(comb, 0.5)
    pattern = re.compile(r"Head 0, z · WO, number (\d+): ")
    expect(readout).to_have_text(pattern)
    number = int(pattern.match(readout.inner_text())[1])
    assert 185 < number < 198
    comb.click()
    expect(readout).to_have_text(pattern)
    check_sum(page, view, int(pattern.match(readout.inner_text())[1]))
    expect(page.locator('.layer .h[aria-pressed="true"]')).to_have_text("0")
    page.wait_for_url(lambda address: "head=" not in address)


def test_another_query_brings_its_own_numbers(window, model):
    page, view = window("minilm"), view_of(model, "minilm", query=13)
    page.locator(".sentence button").nth(13).click()
    expect(page.locator(".layer .lead .query")).to_have_text("tired")
    check_sum(page, view, 0)


@pytest.mark.parametrize(("name", "lang"), [("minilm", "en"), ("e5", "zh-CN")])
def test_on_a_phone_the_columns_scroll_and_nothing_else_does(window, name, lang):
    page = window(name, width=390, lang=lang)
    overflow = page.evaluate(
        "() => { const main = document.querySelector('[data-testid=stMain]');"
        " return main.scrollWidth - main.clientWidth; }"
    )
    assert overflow == 0
    head = page.locator('.layer .h[aria-pressed="true"]').bounding_box()
    assert 0 <= head["x"] <= 390 - head["width"]
    digits = page.locator(".layer .digit .num")
    boxes = [digits.nth(i).bounding_box() for i in range(digits.count())]
    assert all(box["x"] >= 0 and box["x"] + box["width"] <= 390 for box in boxes)


def test_no_matrix_has_its_index_on_the_line(window):
    page = window("minilm")
    page.locator(".layer .unmixed summary").click()
    page.locator(".layer .twin summary").click()
    assert "W_" not in page.locator(".layer").inner_text()
    expect(page.locator(".layer .lead sub")).to_have_text("O")
