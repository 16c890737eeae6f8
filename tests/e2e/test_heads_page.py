"""Whole journeys through the Heads page in a real browser, on the app as people start it."""

import re
from collections.abc import Iterator
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

pytestmark = [pytest.mark.e2e, pytest.mark.weights]

ANIMAL = "The animal didn't cross the street because it was too tired"
L3H1 = {"text": ANIMAL, "model": "minilm", "layer": 3, "head": 1, "query": 10, "key": 2}
PATIENT = 60_000
CELL = ".js-plotly-plot .heatmaplayer image"


@pytest.fixture
def page(browser: Browser, app_url: str) -> Iterator[Page]:
    context = browser.new_context(
        viewport={"width": 1440, "height": 1400}, locale="en-US", base_url=app_url
    )
    context.set_default_timeout(PATIENT)
    expect.set_options(timeout=PATIENT)
    yield context.new_page()
    context.close()


def open_heads(page: Page, **query: object) -> None:
    page.goto(f"/heads?{urlencode(query)}")
    page.wait_for_selector(CELL)


def says(page: Page, sentence: str) -> None:
    expect(page.locator(".spoken")).to_contain_text(sentence)


def address(page: Page) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(urlsplit(page.url).query).items()}


def wait_for_address(page: Page, **wanted: str) -> None:
    for name, value in wanted.items():
        pair = urlencode({name: value})
        page.wait_for_url(re.compile(rf"[?&]{re.escape(pair)}(&|$)"))


def cell(page: Page, n: int, query: int, key: int) -> tuple[float, float]:
    """Give the middle of a square of the map, on the screen."""
    box = page.locator(CELL).first.bounding_box()
    assert box is not None
    return (
        box["x"] + box["width"] * (key + 0.5) / n,
        box["y"] + box["height"] * (query + 0.5) / n,
    )


def pointed(page: Page, n: int, query: int, key: int) -> str:
    page.mouse.move(*cell(page, n, query, key))
    hover = page.locator(".hoverlayer .hovertext")
    expect(hover).to_have_text(re.compile(rf" · {query}\D.* · {key}\D"))
    return hover.text_content() or ""


@pytest.mark.parametrize(
    ("locale", "sentence"),
    [
        ("en-GB", "“it” (query) gives 0.640 of its attention to “animal” (key)."),
        ("zh-TW", "“他们”（查询）把 0.633 的注意力给了“孩子们”（键）。"),
        ("fr-FR", "“it” (query) gives 0.640 of its attention to “animal” (key)."),
    ],
)
def test_a_visitor_without_a_link_starts_on_an_example_in_the_browsers_language(
    browser, app_url, locale, sentence
):
    context = browser.new_context(locale=locale)
    page = context.new_page()
    page.goto(app_url)
    expect(page.locator(".spoken")).to_have_text(sentence, timeout=PATIENT)
    page.wait_for_url(re.compile("text="))
    context.close()


def test_a_typed_sentence_is_read_by_enter_and_the_way_back_leads_to_the_old_one(page):
    open_heads(page, **L3H1)
    says(page, "0.640")
    box = page.locator("textarea#text")
    box.fill(ANIMAL.replace("tired", "wide"))
    box.press("Enter")
    says(page, "“it” (query) gives 0.266 of its attention to “animal” (key).")
    page.go_back()
    says(page, "0.640")
    page.go_forward()
    says(page, "0.266")
    page.reload()
    says(page, "0.266")


def test_a_click_on_a_head_and_on_a_token_opens_them_and_is_in_the_address(page):
    open_heads(page, **L3H1)
    plate = page.locator(".grid .plate")
    plate.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Layer 3 · Head 2")).to_be_visible()
    wait_for_address(page, head="2")
    page.locator(".sentence button").nth(8).click()
    says(page, "“street” (query)")
    wait_for_address(page, query="8", key="2")


def test_the_pointer_reads_both_tokens_with_their_places_and_four_decimals(page):
    open_heads(page, text="the cat saw the cat", model="minilm", layer=2, head=4)
    found = [pointed(page, 7, 5, key) for key in (2, 5)]
    assert "query cat · 5" in found[0]
    assert "key cat · 2" in found[0]
    assert float(found[0].split()[-1]) == pytest.approx(0.4272, abs=5e-4)
    assert float(found[1].split()[-1]) == pytest.approx(0.0408, abs=5e-4)


def test_a_click_on_a_cell_chooses_its_query_and_key(page):
    open_heads(page, **L3H1)
    page.mouse.click(*cell(page, 15, 5, 0))
    says(page, "“t” (query)")
    wait_for_address(page, query="5", key="0")


def test_a_map_of_512_tokens_names_every_token_under_the_pointer(page):
    open_heads(page, text="cat dog " * 300, model="minilm", layer=0, head=2)
    expect(page.locator(".notice").first).to_have_text("Kept 512 of 602 tokens.")
    page.mouse.move(*cell(page, 512, 301, 300))
    hover = page.locator(".hoverlayer .hovertext")
    expect(hover).to_have_count(1)
    assert re.search(r"query (cat|dog) · \d+", hover.text_content() or "")
    assert re.search(r"weight \d\.\d{4}", hover.text_content() or "")


def test_tokens_that_look_like_html_are_axis_labels_letter_by_letter(page):
    open_heads(page, text="if a < b then b > c & d", model="minilm", layer=0, head=0)
    labels = page.locator(".yaxislayer-above text").all_text_contents()
    assert [sign for sign in labels if sign in "<>&"] == ["<", ">", "&"]
    e5 = {"text": "hi <b>you</b>", "model": "e5", "lang": "en"}
    open_heads(page, **e5)
    assert "<s>" in page.locator(".yaxislayer-above text").all_text_contents()
    expect(page.locator("textarea#text")).to_have_value(e5["text"])


def test_another_language_keeps_the_view(page):
    open_heads(page, **L3H1)
    page.get_by_role("button", name="中文").click()
    says(page, "“it”（查询）把 0.640 的注意力给了“animal”（键）。")
    wait_for_address(page, lang="zh-CN")
    expect(page.locator("html")).to_have_attribute("lang", "zh-CN")
    assert {name: address(page)[name] for name in ("layer", "head", "query", "key")} == {
        "layer": "3", "head": "1", "query": "10", "key": "2",
    }  # fmt: skip


def test_an_example_opens_by_one_click_and_its_list_closes(page):
    open_heads(page, **L3H1)
    page.get_by_role("button", name="Examples").click()
    page.get_by_role("button", name="Both the cat and the dog were asleep").click()
    says(page, "“and” (query) gives 0.907 of its attention to “Both” (key).")
    expect(page.get_by_text("Sentences with a head worth opening")).to_have_count(0)


def test_a_causal_model_shows_its_triangle_and_its_next_token(page):
    open_heads(page, text="The capital of France is", model="smollm2", layer=17, head=4)
    expect(page.get_by_role("heading", name="All 270 heads")).to_be_visible()
    expect(page.locator(".next li").first).to_contain_text("␣Paris")
    expect(page.locator(".next li b").first).to_have_text("0.773")
    assert "masked: may not be looked at" in pointed(page, 5, 1, 3)
    assert "weight 0." in pointed(page, 5, 4, 1)


@pytest.mark.parametrize("width", [390, 820, 1440])
def test_no_window_scrolls_sideways_and_nobody_else_is_asked_for_anything(page, app_url, width):
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.set_viewport_size({"width": width, "height": 1000})
    open_heads(page, **L3H1)
    says(page, "0.640")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    own = urlsplit(app_url).netloc
    outside = [u for u in asked if urlsplit(u).netloc not in ("", own)]
    assert outside == []


def test_the_map_follows_the_theme_switch(page):
    open_heads(page, **L3H1, lang="en")
    strongest = """() => document.querySelector('.js-plotly-plot')._fullData
        .find((trace) => trace.zmax === 1).colorscale.at(-1)[1]"""
    light = page.evaluate(strongest)
    page.get_by_role("button", name="Dark").click()
    page.wait_for_function(f"({strongest})() !== {light!r}")
    page.reload()
    page.wait_for_selector(CELL)
    page.wait_for_function(f"({strongest})() !== {light!r}")
