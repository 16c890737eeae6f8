"""Every digit that the page of experiments shows in a real browser is Python's."""

import numpy as np
import pytest
from playwright.sync_api import expect

from attention import WhatIf
from attention.what_if_views import head_change
from tests.e2e.what_if.reading import LINKS, both, column, digits, opened, shown, signed

pytestmark = [pytest.mark.e2e, pytest.mark.weights]

CHANGES = {
    "minilm": ({"scale": "none"}, WhatIf(scale="none")),
    "e5": ({"off": "3.4,2.1", "block": "1"}, WhatIf(heads_off={(3, 4), (2, 1)}, block={1})),
    "smollm2": ({"block": "0", "temperature": "2"}, WhatIf(block={0}, temperature=2.0)),
}


@pytest.mark.parametrize("name", LINKS)
def test_the_row_and_the_last_states_are_those_of_both_runs(walker, model, name):
    link, what_if = CHANGES[name]
    page, place = opened(walker, name, **link), LINKS[name]
    before, after = both(model, name, what_if)
    view = head_change(before, after, place["layer"], place["head"], place["query"])
    was, now = view.before[view.query], view.after[view.query]
    barred = view.barred_after[view.query]
    hidden = view.barred_before[view.query]
    assert column(page, "moving", 1) == [
        "masked" if h else digits(w) for w, h in zip(was, hidden, strict=True)
    ]
    assert column(page, "moving", 2) == [
        "masked" if h else digits(w) for w, h in zip(now, barred, strict=True)
    ]
    exact = now.astype(np.float64) - was.astype(np.float64)
    assert column(page, "moving", 3) == [signed(d) for d in exact]
    assert column(page, "states", 1) == [digits(c) for c in view.cosines]
    assert column(page, "states", 2) == [digits(c, 2) for c in view.lengths_before]
    assert column(page, "states", 3) == [digits(c, 2) for c in view.lengths_after]
    row = view.row
    meters = shown(page.locator(".whatif .meter b"))
    assert meters == [digits(row.entropy_after, 2), digits(row.largest_after), digits(row.moved)]
    assert shown(page.locator(".whatif .meter .before")) == [
        digits(row.entropy_before, 2),
        digits(row.largest_before),
    ]


def test_the_numbers_everybody_checks(walker):
    page = opened(walker, scale="none")
    said = "The weight it gives to animal goes from 0.647 to 1.000; entropy from 1.96 to 0.00 bits"
    expect(page.locator(".spoken").first).to_contain_text(said)
    chosen = page.locator(".whatif .moving tr.chosen td")
    assert shown(chosen)[:3] == ["0.6466", "1.0000", "+0.3534"]
    assert shown(page.locator(".whatif .moving tfoot td"))[:2] == ["1.0000", "1.0000"]
    expect(page.locator(".whatif .meter small").nth(1)).to_have_text("on animal")


def test_dots_stand_where_the_weights_are(walker):
    page = opened(walker, scale="none")
    row = page.locator(".whatif .moving tr.chosen")
    left = "node => parseFloat(node.style.left)"
    assert row.locator(".from").evaluate(left) == pytest.approx(64.66, abs=0.01)
    assert row.locator(".to").evaluate(left) == pytest.approx(100, abs=0.01)
    ticks = page.locator(".whatif .track em").evaluate_all(
        "nodes => nodes.map((node) => parseFloat(node.style.left))"
    )
    assert ticks == pytest.approx([100 * 1.963 / np.log2(15), 64.66], abs=0.05)


def test_hiding_the_first_token_takes_paris_away(walker):
    page = opened(walker, "smollm2", block="0")
    paris = page.locator(".next_change tr", has_text="Paris").locator("td")
    was, now = (float(text) for text in shown(paris)[:2])
    assert was == pytest.approx(0.7725, abs=0.005)
    assert now == pytest.approx(0.0238, abs=0.005)
    expect(page.get_by_text("These rows would have lost their last key")).to_contain_text("The (0)")


@pytest.mark.parametrize("lang", ["en", "zh-CN"])
def test_weight_beside_effect_are_two_lists_of_the_same_tokens(walker, lang):
    page = opened(walker, lang=lang)
    page.locator(".st-key-run_effects button").click()
    lists = page.locator(".ranking")
    expect(lists).to_have_count(2)
    first = [shown(lists.nth(i).locator("tbody tr").first.locator("th, td")) for i in (0, 1)]
    assert first[0][:3] == ["1", "animal 2", "0.647"]
    assert first[1][:3] == ["1", "[CLS] 0", "0.3698"]
    assert [row[-1] for row in first] == ["2", "2"]
