"""Every digit of the walk has its room: on wide and narrow windows, in both languages."""

import numpy as np
import pytest
from playwright.sync_api import expect

import attention
from tests.e2e.walking import ANIMAL, FRANCE, L5H11, walk

LEFTS = "nodes => nodes.map((node) => Math.round(node.getBoundingClientRect().left))"

pytestmark = [pytest.mark.e2e, pytest.mark.weights]

# Everything in the card that reaches beyond it, or is wider than the box that shows it.
CLIPPED = """() => {
  const roots = [...document.querySelectorAll("*")].map((e) => e.shadowRoot).filter(Boolean);
  const card = roots.map((root) => root.querySelector(".steps .card")).find(Boolean);
  const room = card.getClientRects().length ? card : card.closest(".steps");
  const right = room.getBoundingClientRect().right + 1;
  const all = [...card.querySelectorAll("*")].filter((node) => node.getClientRects().length);
  const cut = (node) => node.scrollWidth > node.clientWidth + 1 && node.clientWidth > 0;
  const wrong = all.filter((node) => node.getBoundingClientRect().right > right || cut(node));
  return wrong.map((node) => `${node.className}: ${node.textContent}`);
}"""


def negative_output() -> int:
    """Give a number of the output whose three terms and whose sum are all below zero."""
    trace = attention.trace(attention.load("minilm"), ANIMAL)
    parts = trace.contributions(5)[:, 10].double().numpy()
    bias = trace.projection(5).b_o
    assert bias is not None
    terms = np.stack([parts[11], parts.sum(0) - parts[11], bias.numpy()])
    return int(np.flatnonzero((terms < 0).all(axis=0))[0])


@pytest.mark.parametrize("lang", ["en", "zh-CN"])
@pytest.mark.parametrize("width", [390, 820, 1280, 1440])
def test_no_formula_of_any_stage_is_wider_than_the_card(walker, width, lang):
    walker.set_viewport_size({"width": width, "height": 900})
    for row in (L5H11, {**FRANCE, "key": 3, "query": 2}):
        walk(walker, **row, lang=lang)
        for _ in range(10):
            assert walker.evaluate(CLIPPED) == []
            walker.keyboard.press("ArrowRight")


@pytest.mark.parametrize("width", [390, 1280, 1920])
def test_a_sum_of_only_negative_numbers_keeps_every_digit(walker, width):
    walker.set_viewport_size({"width": width, "height": 900})
    walk(walker, **L5H11, stage="output")
    for _ in range(negative_output()):
        walker.get_by_role("button", name="next number").click()
    shown = walker.locator(".card .equation .num").all_text_contents()
    assert [text.strip("()")[0] for text in shown] == ["−"] * 4
    assert walker.evaluate(CLIPPED) == []


def test_no_word_and_no_stage_moves_when_another_is_chosen(walker):
    walk(walker, **L5H11, stage="scores")
    parts = [walker.locator(".sentence button"), walker.locator(".rail li button")]
    before = [part.evaluate_all(LEFTS) for part in parts]
    walker.locator(".tokens .token").nth(8).click()
    walker.keyboard.press("ArrowRight")
    expect(walker.locator(".sentence .is-key .text")).to_have_text("street")
    assert [part.evaluate_all(LEFTS) for part in parts] == before


def test_a_phone_keeps_the_calculation_in_sight_of_the_rows_and_shows_three_columns(walker):
    walker.set_viewport_size({"width": 390, "height": 844})
    walk(walker, **L5H11, stage="weights")
    lead = walker.locator(".card .lead").first.bounding_box()
    assert lead is not None
    assert lead["y"] < 844
    expect(walker.locator(".rail ol")).to_have_class("before after")
    walker.locator(".tokens .token").nth(8).click()
    expect(walker.locator(".equation .result")).to_be_in_viewport()
    expect(walker.locator(".column.numbers.on")).to_have_count(3)
