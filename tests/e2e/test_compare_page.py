"""Comparing in a real browser: numbers read off the maps, a word swapped, two models."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

import attention
from tests.e2e.comparing import (
    ANIMAL,
    L3H1,
    SIGNATURE,
    WIDE,
    cell,
    open_compare,
    painted,
    point,
    row_of,
)  # fmt: skip

pytestmark = [pytest.mark.e2e, pytest.mark.weights]


@pytest.fixture
def page(walker: Page) -> Page:
    return walker


def test_the_signature_pair_is_read_off_the_page(page):
    open_compare(page, **SIGNATURE)
    expect(page.locator(".spoken")).to_contain_text("0.640 in the first sentence and 0.266")
    assert row_of(page, "animal") == ["0.6397", "0.2659", "−0.3738"]
    assert row_of(page, "street") == ["0.0520", "0.1276", "+0.0756"]
    replaced = page.locator(".rows .place.replaced")
    expect(replaced).to_have_count(1)
    assert replaced.locator(".cell").all_text_contents() == ["tired", "wide"]


@pytest.mark.parametrize("side", [0, 1, 2])
def test_pointing_at_a_cell_lights_it_in_all_maps_and_says_both_numbers(page, side, model_weights):
    open_compare(page, **SIGNATURE)
    before, after = model_weights("minilm", 3, 1, ANIMAL), model_weights("minilm", 3, 1, WIDE)
    said = point(page, side, 12, 13)
    expect(said).to_contain_text("“too” (query) gives “tired / wide” (key)")
    expect(said).to_contain_text(f"{before[12, 13]:.3f} in the first sentence")
    expect(said).to_contain_text(f"{after[12, 13]:.3f} in the second")
    expect(said).to_contain_text(f"+{after[12, 13] - before[12, 13]:.3f}")
    expect(page.locator(".compared .ring.here:not([hidden])")).to_have_count(3)


@pytest.fixture
def model_weights() -> Callable:
    def run(name: str, layer: int, head: int, text: str):
        return attention.trace(attention.load(name), text).weights(layer)[head].numpy()

    return run


def test_a_click_on_a_cell_chooses_it_and_is_in_the_address(page):
    open_compare(page, **SIGNATURE)
    page.mouse.click(*cell(page, 2, 12, 8))
    page.wait_for_url(re.compile(r"query=12&key=8"))
    expect(page.locator(".spoken")).to_contain_text("“too” (query) gives “street” (key)")


def test_a_change_in_the_list_is_opened_by_a_click(page):
    open_compare(page, **SIGNATURE)
    first = page.locator(".compared .changes li button").first
    expect(first).to_contain_text("0.053 → 0.620")
    first.click()
    page.wait_for_url(re.compile(r"query=12&key=13"))
    expect(page.locator(".spoken")).to_contain_text("+0.566")


def test_one_word_is_swapped_by_clicking_it_and_typing_another(page):
    open_compare(page, **SIGNATURE)
    page.locator('.rows .cell[data-side="after"]', has_text="wide").click()
    box = page.locator(".rows input")
    expect(box).to_have_value("wide")
    box.fill("broad")
    box.press("Enter")
    expect(page.locator(".spoken")).to_contain_text("0.640 in the first sentence and 0.246")
    page.wait_for_url(re.compile("other_text=.*broad"))
    expect(page.locator(".caption").first).to_contain_text("With broad, head L3H1 does turn")
    page.go_back()
    expect(page.locator(".spoken")).to_contain_text("0.266")


def test_the_keyboard_reads_cells_chooses_them_and_swaps_a_word(page):
    open_compare(page, **SIGNATURE)
    plate = page.locator(".compared .plate").first
    plate.focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".compared .readout")).to_contain_text("“didn” (key)")
    expect(page.locator('.compared [aria-live="polite"]')).to_contain_text("didn")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"query=10&key=3"))
    page.locator('.rows .cell[data-side="before"]').nth(13).focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.keyboard.type("old")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"other_text=.*too(\+|%20)old"))


def test_in_a_causal_model_the_row_of_it_does_not_move(page):
    at = {"layer": 13, "head": 8, "query": 8, "key": 1}
    open_compare(page, text=ANIMAL, other_text=WIDE, model="smollm2", **at)
    expect(page.locator(".spoken")).to_contain_text("0.750 in the first sentence and 0.750")
    expect(page.get_by_text("the largest difference in their rows is 0, exactly")).to_be_visible()
    rows = page.locator(".compared .row tbody tr")
    numbers = [rows.nth(i).locator("td:not(.track)").all_text_contents() for i in range(12)]
    assert [cells[2] for cells in numbers[:9]] == ["0.0000"] * 9
    assert [cells[:2] for cells in numbers[9:]] == [["masked", "masked"]] * 3


def test_two_models_are_compared_word_by_word_and_the_masked_half_is_marked(page):
    open_compare(page, kind="model", **(L3H1 | {"layer": 2, "key": 13}))
    expect(page.locator(".spoken")).to_contain_text("In SmolLM2 L13H8 it may not look there")
    pieces = page.locator(".rows .place", has_text="didn").locator(".cell")
    assert [cell.locator("bdi").all_text_contents() for cell in pieces.all()] == [
        ["didn", "'", "t"],
        ["␣didn", "'t"],
    ]
    assert row_of(page, "tired") == ["0.6943", "masked", ""]
    assert row_of(page, "animal")[1] == "0.7496"
    expect(page.locator(".compared .swatch.hatched")).to_be_visible()
    assert painted(page, 1, 8, 11, chosen=8) == 2  # lines and ground
    assert painted(page, 1, 8, 2, chosen=8) == 1


def test_a_ready_pair_is_opened_from_the_list(page):
    open_compare(page, text="The cat sat", model="minilm")
    expect(page.locator(".notice").first).to_contain_text("every difference is 0")
    page.get_by_role("button", name="Measured pairs").click()
    page.get_by_role("button", name="He sat near the bank of the river → He sat").click()
    expect(page.locator(".spoken")).to_contain_text("0.712 in the first sentence and 0.063")


def test_a_bad_link_is_answered_in_one_sentence_each(page):
    open_compare(page, kind="model", other_model="nope", other_head="x", **L3H1)
    notices = page.locator(".notice").all_text_contents()
    assert [text for text in notices if "nope" in text]
    assert [text for text in notices if "“other_head=x” in the link can’t be used" in text]
    assert row_of(page, "animal")[0] == "0.6397"


@pytest.mark.parametrize("width", [390, 820])
def test_nothing_is_wider_than_a_narrow_window(window, width):
    page = window(width)
    open_compare(page, **SIGNATURE)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    boxes = [plate.bounding_box() for plate in page.locator(".compared .plate").all()]
    assert all(box and box["x"] + box["width"] <= width for box in boxes)


def test_long_and_right_to_left_texts_and_html_are_drawn(page):
    open_compare(page, text="cat dog " * 300, model="minilm", other_text="<b>x</b> שלום", query=1)
    expect(page.locator(".compared .row tbody tr").first).to_be_visible()
    assert page.locator(".rows b").count() == 0
    assert page.locator(".compared .row tbody tr").count() <= 17


def test_words_of_the_same_name_are_told_apart_by_their_place(page):
    texts = {"text": "the cat saw the dog", "other_text": "the cat saw the bird"}
    open_compare(page, **{**SIGNATURE, **texts, "query": 2, "key": 1})
    names = page.locator(".compared .row tbody th").all_inner_texts()
    assert [name.strip() for name in names][1:5] == ["the 1", "cat", "saw", "the 4"]
