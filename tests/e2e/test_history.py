"""What the browser's Back and Forward lead to: every entry is a view that somebody chose."""

from collections.abc import Iterator
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from playwright.sync_api import Browser, Page, expect

pytestmark = [pytest.mark.e2e, pytest.mark.weights]

ANIMAL = "The animal didn't cross the street because it was too tired"
L3H1 = {"text": ANIMAL, "model": "minilm", "layer": 3, "head": 1, "query": 10, "key": 2}
PATIENT = 60_000


@pytest.fixture
def page(browser: Browser, app_url: str) -> Iterator[Page]:
    context = browser.new_context(locale="en-US", base_url=app_url)
    context.set_default_timeout(PATIENT)
    expect.set_options(timeout=PATIENT)
    page = context.new_page()
    page.goto(f"/heads?{urlencode({**L3H1, 'lang': 'en'})}")
    says(page, "“it” (query) gives 0.640 of its attention to “animal” (key).")
    yield page
    context.close()


def says(page: Page, sentence: str) -> None:
    expect(page.locator(".spoken")).to_contain_text(sentence)


def submit(page: Page, text: str) -> None:
    box = page.locator("textarea#text")
    box.fill(text)
    box.press("Enter")


def address(page: Page) -> dict[str, str]:
    return dict(parse_qsl(urlsplit(page.url).query, keep_blank_values=True))


def n_entries(page: Page) -> int:
    return page.evaluate("history.length")


def test_a_sentence_without_the_chosen_words_is_one_entry_and_back_has_the_choice_again(page):
    entries, before = n_entries(page), address(page)
    submit(page, "My sister lost her keys")
    says(page, "“keys” (query)")
    page.wait_for_url(lambda url: "sister" in url)
    assert n_entries(page) == entries + 1
    assert not address(page).keys() & {"query", "key"}
    page.go_back()
    says(page, "“it” (query) gives 0.640 of its attention to “animal” (key).")
    assert address(page) == before
    page.go_forward()
    says(page, "“keys” (query)")
    assert n_entries(page) == entries + 1


def test_another_model_is_one_entry_and_back_restores_the_first_ones_view(page):
    entries, before = n_entries(page), address(page)
    page.get_by_role("combobox", name="Model").click()
    page.get_by_role("option").filter(has_text="SmolLM2").click()
    expect(page.get_by_role("heading", name="All 270 heads")).to_be_visible()
    page.wait_for_url(lambda url: "model=smollm2" in url)
    says(page, "“␣it” (query)")
    assert address(page)["query"] != before["query"]
    assert n_entries(page) == entries + 1
    page.go_back()
    expect(page.get_by_role("heading", name="All 72 heads")).to_be_visible()
    says(page, "“it” (query) gives 0.640 of its attention to “animal” (key).")
    assert address(page) == before


@pytest.mark.parametrize("nothing", ["", "  "])
def test_an_empty_box_is_said_to_be_empty_and_the_last_view_stays(page, nothing):
    entries = n_entries(page)
    submit(page, nothing)
    expect(page.locator(".notice.error")).to_contain_text("There is nothing visible to look at")
    says(page, "“it” (query) gives 0.640 of its attention to “animal” (key).")
    page.wait_for_function("n => history.length === n + 1", arg=entries)
    assert address(page)["text"] == nothing
    page.go_back()
    expect(page.locator(".notice.error")).to_have_count(0)
    expect(page.locator("textarea#text")).to_have_value(ANIMAL)
