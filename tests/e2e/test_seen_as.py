"""The open head between words and between two sentences, by mouse in a real browser."""

import pytest
from playwright.sync_api import expect

from tests.e2e.test_heads_page import address, cell, open_heads, page, says, wait_for_address

pytestmark = [pytest.mark.e2e, pytest.mark.weights("minilm")]

__all__ = ["page"]  # the fixture

PAIR = {
    "text": "The cat sat on the mat",
    "pair": "The cat lay on the rug",
    "model": "minilm",
    "layer": 2,
    "head": 9,
    "query": 2,
    "key": 9,
    "lang": "en",
}
WORDS = {
    "text": "Unbelievably, tokenizers misbehave",
    "model": "minilm",
    "layer": 5,
    "head": 11,
    "query": 8,
    "key": 7,
    "lang": "en",
}


def choose(page, name: str) -> None:
    page.locator(".st-key-seen_as").get_by_role("radio", name=name, exact=True).click()


def test_a_sentence_looks_at_the_other_and_back_again(page):
    open_heads(page, **PAIR)
    choose(page, "A → B")
    wait_for_address(page, between="ab")
    said = page.locator(".share", has_text="to sentence B")
    expect(said).to_contain_text("gives 0.899 of its attention")
    says(page, "“cat” (query) gives 0.893 of its attention to “cat” (key).")
    sums = page.locator(".y3tick text")
    expect(sums.nth(2)).to_have_text("0.899")
    choose(page, "B → A")
    wait_for_address(page, between="ba")
    expect(page.locator(".share", has_text="lies outside B → A")).to_be_visible()
    choose(page, "All")
    expect(page.locator(".share", has_text="lies outside")).to_have_count(0)
    assert "between" not in address(page)


def test_a_word_is_chosen_by_its_square_and_the_address_names_its_first_token(page):
    open_heads(page, **WORDS)
    choose(page, "Words")
    wait_for_address(page, unit="word")
    says(page, "“tokenizers” (query) gives 0.429 of its attention to “tokenizers” (key).")
    page.mouse.click(*cell(page, 6, 4, 1))
    wait_for_address(page, query="10", key="1")
    says(page, "“misbehave” (query) gives")
    choose(page, "Pieces")
    says(page, "“mis” (query) gives")
    assert "unit" not in address(page)
