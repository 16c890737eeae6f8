"""One action is one run of the page: what a person does never makes the server draw twice."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from app.claimed import library
from tests.e2e.test_heads_page import ANIMAL, L3H1, cell, wait_for_address
from tests.e2e.visitor import PATIENT, Visitor

pytestmark = [pytest.mark.e2e, pytest.mark.weights("minilm")]
QUIET = 1500  # after so long a second run would have begun


@pytest.fixture
def visitor(browser: Browser, app_url: str) -> Iterator[Visitor]:
    visitor = Visitor.of(browser, app_url)
    visitor.page.set_viewport_size({"width": 1440, "height": 1400})
    expect.set_options(timeout=PATIENT)
    yield visitor
    assert visitor.wrong == []
    visitor.page.context.close()


def runs(visitor: Visitor, act: Callable[[], object], **then: str) -> int:
    """Do something, wait until the address says so and all is quiet; count the runs it made."""
    before = len(visitor.ends)
    act()
    wait_for_address(visitor.page, **then)
    visitor.until(lambda: len(visitor.ends) > before)
    visitor.at_rest()
    visitor.page.wait_for_timeout(QUIET)
    return len(visitor.ends) - before


def open_page(visitor: Visitor, page: str, **query: object) -> Page:
    visitor.go(page, **query, lang="en")
    visitor.page.wait_for_timeout(QUIET)
    return visitor.page


def test_a_token_a_head_a_cell_and_a_sentence_are_one_run_each(visitor):
    page = open_page(visitor, "heads", **L3H1)
    token = visitor.strip.get_by_role("button").nth(8)
    assert runs(visitor, token.click, query="8") == 1
    head = page.locator(".am:has(canvas) canvas").first
    assert runs(visitor, lambda: head.click(position={"x": 40, "y": 104}), layer="1") == 1
    box = page.get_by_role("textbox", name="Sentence")
    box.fill("The cat sat on the mat")
    new = {"text": "The cat sat on the mat"}
    assert runs(visitor, lambda: box.press("Enter"), **new) == 1


def test_a_cell_of_the_chart_is_one_run_also_when_it_is_chosen_again(visitor):
    page = open_page(visitor, "heads", **L3H1)
    page.wait_for_selector(".js-plotly-plot .heatmaplayer image")

    def choose(query: int, key: int) -> int:
        def act() -> None:
            page.mouse.click(*cell(page, 15, query, key))

        return runs(visitor, act, query=str(query), key=str(key))

    assert choose(5, 3) == 1
    assert choose(7, 4) == 1
    assert choose(5, 3) == 1
    token = visitor.strip.get_by_role("button").nth(9)
    assert runs(visitor, token.click, query="9") == 1
    assert choose(5, 3) == 1


def test_a_switch_of_what_if_and_a_cell_of_its_maps_are_one_run_each(visitor):
    page = open_page(visitor, "what_if", **{**L3H1, "off": "3.1"})
    reset = page.get_by_role("button", name="Reset")
    assert runs(visitor, reset.click, layer="3") == 1
    off = page.get_by_role("button", name="L3H1 off")
    assert runs(visitor, off.click, off="3.1") == 1
    plate = page.locator(".whatif .plate").first
    box = plate.bounding_box()
    assert box is not None
    x, y = box["width"] - 40, box["height"] - 12
    assert runs(visitor, lambda: plate.click(position={"x": x, "y": y}), query="14") == 1


def test_an_example_and_the_other_words_of_its_claim_are_one_run_each(visitor):
    page = open_page(visitor, "heads", **L3H1)
    examples = page.get_by_role("button", name="Examples")
    before = len(visitor.ends)
    examples.click()
    claim = next(claim for claim in library() if claim.id == "R22")
    sentence = page.get_by_role("button", name=claim.links[0].text).first
    sentence.wait_for()
    page.wait_for_timeout(QUIET)
    assert len(visitor.ends) - before == 1
    assert runs(visitor, sentence.click, text=claim.links[0].text) == 1
    expect(page.locator(".claim")).to_contain_text("Verdict: holds")
    assert ANIMAL not in page.url
