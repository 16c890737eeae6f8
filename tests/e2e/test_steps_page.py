"""How one walks through a row in a real browser: keys, links, masks, long texts."""

import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from tests.e2e.walking import FRANCE, L5H11, address, column, opened, walk

pytestmark = [pytest.mark.e2e, pytest.mark.weights]


def test_keys_walk_the_stages_and_the_rows_and_the_link_follows_when_the_walk_rests(walker):
    walk(walker, **L5H11)
    now = walker.locator(".rail [aria-current]")
    expect(now).to_contain_text("Input x")
    for name in ("q, k, v", "Scores", "Scale", "Mask", "Softmax"):
        walker.keyboard.press("ArrowRight")
        expect(now).to_contain_text(name)
    walker.keyboard.press("ArrowDown")
    walker.wait_for_url(lambda url: "stage=shifted" in url and "key=3" in url)
    for key in ("Home", "End"):  # they scroll the page, unless the focus is in the walk
        walker.keyboard.press(key)
        expect(now).to_contain_text("Softmax")
    now.focus()
    walker.keyboard.press("End")
    expect(now).to_contain_text("Output")
    walker.keyboard.press("Home")
    expect(now).to_contain_text("Input x")
    walker.wait_for_url(lambda url: "stage=" not in url)
    walker.go_back()
    expect(now).not_to_contain_text("Input x")


def test_enter_after_walking_from_a_clicked_stage_or_row_shows_digits_and_never_leads_back(walker):
    walk(walker, **L5H11)
    now = walker.locator(".rail [aria-current]")
    walker.locator('[data-stage="scaled"]').click()
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowDown"):
        walker.keyboard.press(key)
    expect(now).to_be_focused()
    walker.keyboard.press("Enter")
    expect(walker.locator(".tip")).to_contain_text("all digits")
    expect(walker.locator(".card h2")).to_have_text("Softmax 3 of 3: divide by the sum")
    walker.get_by_role("button", name="cross", exact=True).last.click()
    walker.keyboard.press("ArrowUp")
    walker.keyboard.press("Enter")
    expect(walker.locator(".tokens .hot")).to_have_text("t")
    expect(walker.locator(".over")).to_contain_text("Click a row to choose the key.")
    expect(walker.locator(".hints")).to_contain_text("click a number: all its digits")


def test_another_query_head_or_language_keeps_the_stage(walker):
    walk(walker, **L5H11, stage="exp")
    walker.locator(".sentence button").nth(8).click()
    expect(walker.locator(".card h2")).to_have_text("Softmax 2 of 3: exponential, then add up")
    walker.wait_for_url(re.compile("query=8"))
    walker.get_by_role("button", name="中文").click()
    expect(walker.locator(".card h2")).to_have_text("softmax 第 2 小步：求 e 的幂，再相加")
    assert address(walker)["stage"] == "exp"


def test_a_causal_model_says_masked_and_an_encoder_says_that_nothing_is(walker):
    walk(walker, **{**FRANCE, "query": 2}, stage="mask")
    assert column(walker, "masked")[3:] == ["−∞", "−∞"]
    expect(walker.locator(".column.masked .track .masked")).to_have_text(["masked", "masked"])
    expect(walker.locator(".token.gone")).to_have_count(2)
    expect(walker.locator(".steps")).not_to_contain_text("e+38")
    walk(walker, **{**FRANCE, "query": 2}, stage="weights")
    assert column(walker, "shifted")[3:] == ["−∞", "−∞"]
    assert column(walker, "exp")[3:] == column(walker, "weights")[3:] == ["0", "0"]
    walk(walker, **{**FRANCE, "query": 2}, stage="sum")
    rows = opened(walker, "All 5 products")
    assert [(row[1], row[3]) for row in rows[3:5]] == [("0 (masked)", "0")] * 2
    walk(walker, **L5H11, stage="mask")
    expect(walker.locator(".card .lead")).to_contain_text("Nothing is masked")
    expect(walker.locator(".column.masked.on")).to_have_count(0)


def test_the_query_stands_above_the_headings_of_the_keys(walker):
    for stage in ("qkv", "scores"):
        walk(walker, **L5H11, stage=stage)
        query = walker.locator(".above b").bounding_box()
        heading = walker.locator(".column.k header").bounding_box()
        first = walker.locator(".column.tokens .token").first.bounding_box()
        assert None not in (query, heading, first)
        assert query["y"] + query["height"] < heading["y"] < first["y"]


def test_the_row_is_seen_in_the_matrix_and_another_row_is_chosen_there(walker):
    walk(walker, **L5H11, stage="weights")
    walker.get_by_role("button", name="All rows").click()
    expect(walker.locator(".all-rows .readout")).to_have_text(
        "it (query) → animal (key): weight 0.6466"
    )
    expect(walker.locator(".whole-formula .now")).to_have_text("softmax")
    expect(walker.locator(".all-rows .legend span")).to_have_text(
        ["01 weight", "the same two words the other way round"]
    )
    walker.locator(".matrix").click(position={"x": 96 + 46 * 2.5, "y": 88 + 34 * 6.5})
    walker.wait_for_url(re.compile("query=6"))
    expect(walker.locator(".all-rows .readout")).to_contain_text("cross (query) → animal (key)")


def test_all_rows_say_what_their_colours_and_their_grey_mean(walker):
    walk(walker, **{**FRANCE, "query": 2}, stage="sum", rows="all")
    legend = walker.locator(".all-rows .legend")
    for text in ("1 weight", "below zero red", "masked", "the other way round"):
        expect(legend).to_contain_text(text)
    walk(walker, **L5H11, stage="output", rows="all")
    expect(legend).to_contain_text("below zero red")
    expect(legend).not_to_contain_text("masked")


def test_512_tokens_show_a_window_that_says_so_and_still_adds_up(walker):
    walk(
        walker,
        text="cat dog " * 300,
        model="minilm",
        layer=0,
        head=2,
        query=300,
        key=2,
        stage="weights",
    )
    expect(walker.locator(".foot-text")).to_contain_text("Of 512 tokens")
    assert 5 < len(column(walker, "weights")) <= 24
    assert walker.locator(".foot.sum .num").all_text_contents()[-1] == "1.0000"
    expect(walker.locator(".foot.rest").first).to_contain_text("more keys")


def test_play_walks_by_itself_and_stops(walker):
    walk(walker, **L5H11, stage="sum")
    walker.get_by_role("button", name="Play").click()
    expect(walker.locator(".rail [aria-current]")).to_contain_text("Output")
    expect(walker.get_by_role("button", name="Play")).to_be_visible()


def test_the_heads_page_leads_to_the_same_row(walker):
    walker.goto(f"/heads?{urlencode(L5H11)}")
    walker.get_by_role("link", name="Walk this row step by step").click()
    expect(walker.locator(".rail [aria-current]")).to_contain_text("Input x")
    assert {name: address(walker)[name] for name in ("layer", "head", "query", "key")} == {
        "layer": "5", "head": "11", "query": "10", "key": "2",
    }  # fmt: skip


@pytest.mark.parametrize("width", [390, 820, 1440])
def test_no_window_scrolls_sideways_at_any_stage(walker, width):
    walker.set_viewport_size({"width": width, "height": 900})
    walk(walker, **L5H11)
    for _ in range(10):
        assert walker.evaluate("document.documentElement.scrollWidth") <= width
        box = walker.locator(".card .lead").first.bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= width
        walker.keyboard.press("ArrowRight")
