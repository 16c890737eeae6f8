"""Every number that the page of q, k and v shows, read off the screen beside Python's own."""

import numpy as np
import pytest
from playwright.sync_api import expect

import attention
from attention import projection_views as views
from tests.attention.opened import open_cell
from tests.e2e.qkv import (
    ANIMAL,
    FRANCE,
    IT,
    number,
    open_page,
    printed_error,
    rounded,
    summed,
    wait_for,
)  # fmt: skip

pytestmark = [pytest.mark.e2e, pytest.mark.weights]


@pytest.fixture
def it(model) -> attention.Trace:
    return attention.trace(model("minilm"), ANIMAL)


@pytest.fixture
def france(model) -> attention.Trace:
    return attention.trace(model("smollm2"), FRANCE["text"])


def test_c061_each_number_opens_down_to_its_products(window, it):
    root = open_page(window(), **IT)
    view = views.projection_view(it, 0, 0, "q")
    root.locator(".card summary").click()
    for dim, known in enumerate(("0.2187", "0.4398", "0.9644", "2.3614")):
        opened = open_cell(view, 10, dim)
        expect(root.locator(".card h3")).to_have_text(f"q of “it”, number {dim}")
        assert summed(root) == [
            rounded(opened.products.sum()), rounded(opened.bias), rounded(opened.total)
        ]  # fmt: skip
        assert summed(root)[-1] == known
        expect(root.locator(".check")).to_contain_text(f"own number is {known}")
        total, own = root.locator(".sum .result .num"), root.locator(".check .num")
        total.click()
        own.click()
        own_number = float(np.float32(number(own.text_content())))
        off = abs(number(total.text_content()) - own_number)
        assert own_number == pytest.approx(opened.shown, abs=1e-6)
        assert printed_error(root) == pytest.approx(off, rel=0.06, abs=1e-12)
        assert off < 5e-7
        root.locator(".plate").first.press("ArrowRight")


def test_all_products_are_those_of_python(window, it):
    root = open_page(window(), layer=3, head=5, matrix="k", dim=7, **IT)
    opened = open_cell(views.projection_view(it, 3, 5, "k"), 2, 7)
    root.locator(".card summary").click()
    seen = []
    for page in range(12):
        rows = root.locator(".card tbody tr")
        expect(rows.first.locator("th")).to_have_text(str(32 * page))
        here = rounded(opened.products[32 * page : 32 * (page + 1)].sum())
        expect(root.locator(".card tfoot .num").first).to_have_text(here)
        seen += [cell.split("\t")[-1] for cell in rows.all_inner_texts()]
        root.locator(".tools button").last.click(force=True, timeout=5000) if page < 11 else None
    assert [text.strip() for text in seen] == [rounded(product) for product in opened.products]
    expect(root.locator(".card tfoot tr").last).to_contain_text("sum of all 384")
    expect(root.locator(".card tfoot .num").last).to_have_text(rounded(opened.products.sum()))
    root.get_by_role("button", name="Largest first").click()
    largest = int(np.abs(opened.products).argmax())
    expect(root.locator(".card tbody th").first).to_have_text(str(largest))


def test_all_products_are_counted_and_weights_of_four_bits_are_said_to_be(window, model):
    root = open_page(window(), **{**IT, "model": "e5"}, layer=2, head=0, dim=3)
    trace = attention.trace(model("e5"), ANIMAL)
    opened = open_cell(views.projection_view(trace, 2, 0, "q"), 10, 3)
    up, down, zeros = (int((np.sign(opened.products) == sign).sum()) for sign in (1, -1, 0))
    assert (up + down + zeros, zeros > 0) == (384, True)
    signs = root.locator(".signs")
    expect(signs).to_contain_text(f"{up} products above 0")
    expect(signs).to_contain_text(f"{down} below 0")
    expect(signs).to_contain_text(f"{zeros} are exactly 0")
    expect(signs).to_contain_text("stored with 4 bits")
    root = open_page(window(), **IT)
    expect(root.locator(".signs")).not_to_contain_text("4 bits")


def test_a_click_on_a_number_shows_all_its_digits(window, it):
    root = open_page(window(), **IT)
    result = root.locator(".sum .result .num")
    result.click()
    opened = open_cell(views.projection_view(it, 0, 0, "q"), 10, 0)
    assert number(result.text_content()) == pytest.approx(opened.total, abs=1e-14)
    result.click()
    expect(result).to_have_text("0.2187")


def test_the_row_of_a_token_lists_every_number_that_attention_reads(window, it):
    root = open_page(window(), layer=5, head=11, matrix="v", **IT)
    root.locator(".numbers summary").click()
    shown = root.locator(".numbers .num").all_inner_texts()
    assert shown == [rounded(float(value)) for value in it.steps(5, 11).v[2]]


def test_c058_the_turn_is_shown_with_its_numbers(window, france):
    page = window()
    root = open_page(page, dim=3, **FRANCE)
    view = views.projection_view(france, 0, 0, "q")
    expect(page.get_by_text("21.9975")).to_be_visible()
    expect(page.locator(".spoken", has_text="20.1137")).to_be_visible()
    lines = root.locator(".rotation .digits")
    for line, dim in ((lines.nth(0), 3), (lines.nth(1), 35)):
        expect(line.locator(".result .num")).to_have_text(rounded(float(view.own[4, dim])))
        a, cos, b, sin = (number(text) for text in line.locator(".num").all_inner_texts()[:4])
        assert (a, b) == (
            round(float(view.projected[4, 3]), 4),
            round(float(view.projected[4, 35]), 4),
        )
        by_hand = a * cos - b * sin if dim == 3 else a * cos + b * sin
        assert by_hand == pytest.approx(view.own[4, dim], abs=2e-4)
    expect(root.locator(".dial")).to_have_count(5)
    expect(root.locator(".dial small").first).to_have_text("0.00")
    root.locator(".dial").nth(2).click()
    wait_for(page, query=2, dim=3)
    expect(root.locator(".rotation .result .num").first).to_have_text(
        rounded(float(view.own[2, 3]))
    )
