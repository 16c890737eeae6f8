"""The page of all heads in a real browser: every digit it shows is held against Python's."""

import re
from collections.abc import Callable, Iterator
from urllib.parse import urlencode

import numpy as np
import pytest
import torch
from playwright.sync_api import Browser, Locator, Page, expect

import attention
from attention.head_views import ManyHeads
from attention.head_views import many_heads as layer_view
from attention.models import Model

pytestmark = [pytest.mark.e2e, pytest.mark.weights]

ANIMAL = "The animal didn't cross the street because it was too tired"
LINKS = {
    "minilm": {"text": ANIMAL, "layer": 5, "head": 11, "query": 10},
    "e5": {"text": "孩子们累了，他们想回家", "layer": 8, "head": 8, "query": 6},
    "smollm2": {"text": "The capital of France is", "layer": 17, "head": 4, "query": 4},
}
PATIENT = 60_000


@pytest.fixture(scope="module", autouse=True)
def one_thread() -> Iterator[None]:
    """Compute as the server does: the last bits of a product depend on the number of threads."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture
def window(browser: Browser, app_url: str) -> Iterator[Callable[..., Page]]:
    """Give a function that opens the page of all heads at an address."""
    contexts = []

    def open_page(name: str, width: int = 1440, **more: object) -> Page:
        size = {"width": width, "height": 1000}
        context = browser.new_context(viewport=size, locale="en-US", base_url=app_url)
        contexts.append(context)
        context.set_default_timeout(PATIENT)
        expect.set_options(timeout=PATIENT)
        page = context.new_page()
        query = {"model": name, "lang": "en", **LINKS[name], **more}
        page.goto(f"/many_heads?{urlencode(query)}")
        page.wait_for_selector(".layer .total .num")
        return page

    yield open_page
    for context in contexts:
        context.close()


def view_of(model: Callable[[str], Model], name: str, query: int | None = None) -> ManyHeads:
    link = LINKS[name]
    t = attention.trace(model(name), link["text"])
    return layer_view(t, link["layer"], link["query"] if query is None else query)


def shown(numbers: Locator) -> list[str]:
    return [text.replace("\u2212", "-") for text in numbers.all_inner_texts()]


def whole(numbers: Locator) -> list[float]:
    """Give what a click on each number reads out, as numbers."""
    texts = numbers.evaluate_all("nodes => nodes.map((node) => node.dataset.full)")
    return [float(text.replace("\u2212", "-")) for text in texts]


def rounded(values: np.ndarray, places: int) -> list[str]:
    """Round as the page promises: the float32 itself, a negative zero without its sign."""
    texts = [f"{float(value):.{places}f}" for value in values]
    return [text.lstrip("-") if float(text) == 0 else text for text in texts]


def point(picture: Locator, across: float, down: float = 0.5) -> None:
    box = picture.bounding_box()
    picture.hover(position={"x": box["width"] * across, "y": box["height"] * down})


def check_sum(page: Page, view: ManyHeads, number: int) -> None:
    """Hold every digit of one number of the output against Python's."""
    expect(page.locator(".layer .stepper b")).to_have_text(f"Number {number}")
    column = view.contributions[:, number]
    digits = page.locator(".layer .digit .num")
    assert shown(digits) == rounded(column, 4)
    assert np.array_equal(np.float32(whole(digits)), column)
    total = column.astype(np.float64).sum()
    bias = [] if view.bias is None else [float(view.bias[number])]
    terms = [total, *bias, total + sum(bias), float(view.own[number])]
    equation = page.locator(".layer .total .num")
    assert shown(equation) == rounded(np.array(terms), 4)
    assert whole(equation) == pytest.approx(terms, rel=1e-7, abs=1e-12)


@pytest.mark.parametrize("name", LINKS)
def test_the_digits_of_an_output_number_are_those_of_python(window, model, name):
    page, view = window(name), view_of(model, name)
    plate = page.locator(".layer .output .plate")
    box = plate.bounding_box()
    n = len(view.own)
    check_sum(page, view, 0)
    for number in (1, n // 3, n - 1):
        plate.click(position={"x": box["width"] * (number + 0.5) / n, "y": 20})
        check_sum(page, view, number)
    digit, power = f"{view.error:.1e}".split("e-")
    raised = "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(sign)] for sign in str(int(power)))
    said = page.locator(".layer .check").inner_text().replace("\u00a0", " ")
    assert said.endswith(f"{n} numbers: {digit} × 10⁻{raised}")
    assert said.startswith("✓ Equal up to rounding")
    without = page.locator(".layer .total", has_text="no bias")
    expect(without).to_have_count(1 if view.bias is None else 0)


def test_the_digits_of_the_picture_everybody_checks(window):
    page = window("minilm")
    assert shown(page.locator(".layer .total .num")) == ["0.0891", "0.0469", "0.1360", "0.1360"]
    said = page.locator(".layer .said").first
    expect(said).to_contain_text("Head 11 adds the longest vector, 4.03.")


@pytest.mark.parametrize("name", LINKS)
def test_bars_and_weights_are_those_of_python(window, model, name):
    page, view = window(name), view_of(model, name)
    bars = page.locator(".layer .bar .num")
    assert shown(bars) == rounded(view.lengths, 2)
    assert np.array_equal(np.float32(whole(bars)), view.lengths)
    page.get_by_role("button", name="Weight", exact=True).click()
    assert shown(bars) == rounded(view.weights.max(axis=1), 4)
    t = attention.trace(model(name), LINKS[name]["text"])
    keys = [t.tokens[int(row.argmax())].label for row in view.weights]
    assert page.locator(".layer .bar .key").all_inner_texts() == keys


@pytest.mark.parametrize("name", LINKS)
def test_what_arrives_is_weight_times_length_for_the_heaviest_keys(window, model, name):
    page, view, head = window(name), view_of(model, name), LINKS[name]["head"]
    weights, reach = view.weights[head].astype(float), view.value_lengths[head].astype(float)
    order = [key for key in np.argsort(-weights, kind="stable") if not view.masked[key]][:8]
    values = np.stack([weights[order], reach[order], weights[order] * reach[order]], axis=1)
    numbers = page.locator(".layer .arrives tbody .num")
    assert shown(numbers) == rounded(values.ravel(), 4)
    assert whole(numbers) == pytest.approx(values.ravel().tolist(), rel=1e-7)


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
    pattern = re.compile(r"Head 0, z · W_O, number (\d+): ")
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


def test_the_table_holds_the_same_numbers(window, model):
    page, view = window("minilm"), view_of(model, "minilm")
    page.locator(".layer .twin summary").click()
    cells = page.locator(".layer .twin tbody tr td:last-child")
    assert shown(cells) == rounded(view.contributions[:, 0], 4)
    ends = page.locator(".layer .twin tfoot td")
    assert shown(ends) == ["0.0891", "0.0469", "0.1360", "0.1360"]
