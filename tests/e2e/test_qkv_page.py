"""The page of q, k and v in a real browser: every number it shows against Python's own."""

import re
from collections.abc import Iterator
from urllib.parse import parse_qs, urlencode, urlsplit

import numpy as np
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

import attention
from attention import projection_views as views

pytestmark = [pytest.mark.e2e, pytest.mark.weights]

ANIMAL = "The animal didn't cross the street because it was too tired"
IT = {"text": ANIMAL, "model": "minilm", "query": 10, "key": 2, "lang": "en"}
FRANCE = {
    "text": "The capital of France is",
    "model": "smollm2",
    "query": 4,
    "key": 1,
    "lang": "en",
}
PATIENT = 60_000


@pytest.fixture
def window(browser: Browser, app_url: str) -> Iterator:
    contexts = []

    def open_window(width: int = 1440, **settings: object) -> Page:
        size = {"width": width, "height": 1600}
        context = browser.new_context(viewport=size, base_url=app_url, locale="en-US", **settings)
        context.set_default_timeout(PATIENT)
        expect.set_options(timeout=PATIENT)
        contexts.append(context)
        return context.new_page()

    yield open_window
    for context in contexts:
        context.close()


def open_page(page: Page, **query: object) -> Locator:
    page.goto(f"/qkv?{urlencode(query)}")
    root = page.locator(".am:has(.qkv)")
    expect(root).to_have_attribute("data-ready", "true")
    return root


def number(text: str | None) -> float:
    return float((text or "").strip("()").replace("−", "-"))


def address(page: Page) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(urlsplit(page.url).query).items()}


def wait_for(page: Page, **wanted: object) -> None:
    for name, value in wanted.items():
        page.wait_for_url(re.compile(rf"[?&]{name}={value}(&|$)"))


def rounded(value: float) -> str:
    """Give four decimals with a true minus, and no minus before a zero."""
    return f"{round(float(value), 4) + 0.0:.4f}".replace("-", "−")


def printed_error(root: Locator) -> float:
    found = re.search(r"([\d.]+) × 10⁻([⁰¹²³⁴⁵⁶⁷⁸⁹]+)", root.locator(".check").inner_text())
    power = found[2].translate(str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789"))
    return float(found[1]) * 10 ** -int(power)


def summed(root: Locator) -> list[str]:
    return [text.strip("()") for text in root.locator(".sum .num").all_inner_texts()]


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
        opened = views.open_cell(view, 10, dim)
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
    opened = views.open_cell(views.projection_view(it, 3, 5, "k"), 2, 7)
    root.locator(".card summary").click()
    seen = []
    for page in range(12):
        rows = root.locator(".card tbody tr")
        expect(rows.first.locator("th")).to_have_text(str(32 * page))
        seen += [cell.split("\t")[-1] for cell in rows.all_inner_texts()]
        root.locator(".tools button").last.click(force=True, timeout=5000) if page < 11 else None
    assert [text.strip() for text in seen] == [rounded(product) for product in opened.products]
    expect(root.locator(".card tfoot .num")).to_have_text(rounded(opened.products.sum()))
    root.get_by_role("button", name="Largest first").click()
    largest = int(np.abs(opened.products).argmax())
    expect(root.locator(".card tbody th").first).to_have_text(str(largest))


def test_a_click_on_a_number_shows_all_its_digits(window, it):
    root = open_page(window(), **IT)
    result = root.locator(".sum .result .num")
    result.click()
    opened = views.open_cell(views.projection_view(it, 0, 0, "q"), 10, 0)
    assert number(result.text_content()) == pytest.approx(opened.total, abs=1e-14)
    result.click()
    expect(result).to_have_text("0.2187")


def test_the_row_of_a_token_lists_every_number_that_attention_reads(window, it):
    root = open_page(window(), layer=5, head=11, matrix="v", **IT)
    root.locator(".numbers summary").click()
    shown = root.locator(".numbers .num").all_inner_texts()
    assert shown == [rounded(float(value)) for value in it.steps(5, 11).v[2]]


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
    opened = views.open_cell(view, 4, 20)
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
