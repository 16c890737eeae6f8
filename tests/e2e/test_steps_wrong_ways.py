"""What the walk says against common misreadings: a late mask, a mirror, a weight as a reason."""

import pytest
from playwright.sync_api import expect

from tests.e2e.walking import FRANCE, L5H11, walk

pytestmark = [pytest.mark.e2e, pytest.mark.weights]


def test_a_mask_after_softmax_is_shown_as_wrong_with_a_sum_below_one(walker):
    walk(walker, **{**FRANCE, "query": 2, "stage": "mask"})
    box = walker.locator("details", has_text="The wrong way").first
    box.locator("summary").click()
    *_, right, late = box.locator("tr.total td").all_inner_texts()
    assert right == "1.0000"
    assert float(late) < 0.999
    expect(box).to_contain_text("not the model’s own")
    walk(walker, **L5H11, stage="mask")
    expect(walker.locator(".card .lead")).to_be_visible()
    expect(walker.locator("details", has_text="The wrong way")).to_have_count(0)


def test_the_other_way_round_the_score_is_another_number(walker, steps):
    walk(walker, **L5H11, stage="scores")
    mirror = steps("minilm", L5H11["text"], 5, 11)["scores"][2, 10]
    text = f"{mirror:.4f}".replace("-", "−")
    expect(walker.locator(".card")).to_contain_text(f"the score is {text}")


def test_a_high_weight_is_said_to_be_no_reason(walker):
    walk(walker, **L5H11, stage="weights")
    walker.locator("summary", has_text="Is a high weight a reason?").click()
    expect(walker.locator(".card")).to_contain_text("attention is not an explanation")
