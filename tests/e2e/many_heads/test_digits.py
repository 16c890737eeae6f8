"""Every digit that the page of all heads shows in a real browser is Python's."""

import numpy as np
import pytest
from playwright.sync_api import expect

import attention
from tests.e2e.many_heads.reading import LINKS, check_sum, rounded, shown, view_of, whole

pytestmark = [pytest.mark.e2e, pytest.mark.weights]


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


def test_the_table_holds_the_same_numbers(window, model):
    page, view = window("minilm"), view_of(model, "minilm")
    page.locator(".layer .twin summary").click()
    cells = page.locator(".layer .twin tbody tr td:last-child")
    assert shown(cells) == rounded(view.contributions[:, 0], 4)
    ends = page.locator(".layer .twin tfoot td")
    assert shown(ends) == ["0.0891", "0.0469", "0.1360", "0.1360"]


def test_the_concat_stands_beside_the_output_and_is_never_called_the_models_own(window, model):
    view, page = view_of(model, "minilm"), window("minilm")
    box = page.locator(".layer .unmixed")
    box.locator("summary").click()
    assert shown(box.locator(".total .num")) == rounded(
        np.array([view.own[0], view.z.reshape(-1)[0]]), 4
    )
    expect(box.locator(".said")).to_contain_text(f"{view.unmixed.cosine:.3f}".replace("-", "−"))
    expect(box.locator(".said")).to_contain_text(f"{view.unmixed.length:.3f}")
    assert box.locator("text=not the model’s own").count() >= 2
