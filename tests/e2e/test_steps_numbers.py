"""Every number of a walk, read off the page in a real browser."""

import numpy as np
import pytest
from playwright.sync_api import expect

import attention
from tests.e2e.walking import ANIMAL, FRANCE, L5H11, column, number, opened, result, walk

pytestmark = [pytest.mark.e2e, pytest.mark.weights]


@pytest.mark.parametrize(
    ("stage", "name", "shown"),
    [
        ("scores", "scores", "23.4259"),
        ("scaled", "scaled", "4.1412"),
        ("weights", "weights", "0.6466"),
    ],
)
def test_the_signature_pair_shows_its_score_its_scaled_score_and_its_weight(
    walker, stage, name, shown
):
    walk(walker, **L5H11, stage=stage)
    assert column(walker, name)[2] == shown
    assert result(walker) == shown


@pytest.mark.parametrize(
    ("stage", "name", "shown"),
    [
        ("scores", "scores", "0.5778"),
        ("scaled", "scaled", "0.1021"),
        ("weights", "weights", "0.0447"),
    ],
)
def test_the_first_head_shows_its_numbers(walker, stage, name, shown):
    walk(walker, **{**L5H11, "layer": 0, "head": 0}, stage=stage)
    assert column(walker, name)[2] == shown


def test_the_first_heads_output_is_read_off_the_page(walker):
    walk(walker, **{**L5H11, "layer": 0, "head": 0}, stage="sum")
    walker.locator("summary", has_text="All 32 numbers of z(it)").click()
    shown = walker.locator(".vector-numbers .num").all_text_contents()
    assert shown[:4] == ["0.0050", "−0.1517", "0.1271", "0.1633"]
    assert len(shown) == 32


def test_a_model_that_rotates_shows_the_score_after_the_rotation_and_says_so(walker):
    walk(walker, **FRANCE, stage="scores")
    assert column(walker, "scores")[1] == "20.1137"
    expect(walker.locator(".card")).to_contain_text("after the rotation by position (RoPE)")


@pytest.mark.parametrize("stage", ["scores", "scaled", "weights"])
def test_every_number_of_a_column_is_the_traces_own_to_the_last_digit(walker, steps, stage):
    text = "My sister asked the doctor whether she should rest"
    walk(walker, text=text, model="minilm", layer=2, head=7, query=4, key=1, stage=stage)
    own = steps("minilm", text, 2, 7)[stage][4]
    assert [number(shown) for shown in column(walker, stage)] == [float(f"{x:.4f}") for x in own]


def test_every_product_of_q_and_k_and_their_sum_are_pythons(walker, steps):
    walk(walker, **L5H11, stage="scores")
    own = steps("minilm", ANIMAL, 5, 11)
    q, k = own["q"][10].astype(float), own["k"][2].astype(float)
    rows = opened(walker, "All 32 products")
    wanted = [[i, *(float(f"{x:.4f}") for x in (q[i], k[i], q[i] * k[i]))] for i in range(32)]
    assert [[float(number(cell)) for cell in row] for row in rows] == wanted
    total = walker.locator(".products-sum .num").text_content() or ""
    assert number(total) == float(f"{(q * k).sum():.4f}") == 23.4259


def test_every_product_of_weight_and_value_and_their_sum_are_pythons(walker, steps):
    walk(walker, **L5H11, stage="sum")
    walker.get_by_role("button", name="next dimension").click()
    own = steps("minilm", ANIMAL, 5, 11)
    weights, v = own["weights"][10].astype(float), own["v"][:, 1].astype(float)
    *rows, total = opened(walker, "All 15 products of dimension 1")
    wanted = [[float(f"{x:.4f}") for x in (w, x, w * x)] for w, x in zip(weights, v, strict=True)]
    assert [[number(cell) for cell in row[1:]] for row in rows] == wanted
    assert number(total[-1]) == float(f"{own['output'][10, 1]:.4f}")
    walker.get_by_role("button", name="Largest first").click()
    sizes = walker.locator(".products tbody tr:not(.total) td:last-child").all_text_contents()
    order = [abs(number(size)) for size in sizes]
    assert order == sorted(order, reverse=True)


def test_softmax_shows_maximum_differences_exponentials_and_their_sum(walker, steps):
    walk(walker, **{**L5H11, "key": 13}, stage="weights")
    scaled = steps("minilm", ANIMAL, 5, 11)["scaled"][10]
    shifted = scaled - scaled.max()
    powered = np.exp(shifted)
    assert [number(x) for x in column(walker, "shifted")] == [float(f"{x:.4f}") for x in shifted]
    assert [number(x) for x in column(walker, "exp")] == [float(f"{x:.4f}") for x in powered]
    feet = walker.locator(".foot.sum .num").all_text_contents()
    assert [number(x) for x in feet] == [float(f"{powered.sum():.4f}"), 1.0]
    lines = walker.locator(".way tr").all_text_contents()
    assert lines[1:] == [
        "8.0890÷5.6569=1.4299",
        "1.4299−4.1412=−2.7112",
        "e−2.7112=0.0665",
        "0.0665÷1.5465=0.0430",
    ]


def test_this_head_the_others_and_the_bias_add_up_to_the_output(walker):
    walk(walker, **L5H11, stage="output")
    added, others, bias, total = map(
        number, walker.locator(".card .equation .num").all_text_contents()
    )
    trace = attention.trace(attention.load("minilm"), ANIMAL)
    own = trace.contributions(5)[:, 10, 0].double()
    b = float(trace.projection(5).b_o[0])
    assert added == float(f"{own[11]:.4f}")
    assert others == float(f"{own.sum() - own[11]:.4f}")
    assert (bias, total) == (float(f"{b:.4f}"), float(f"{own.sum() + b:.4f}"))


def test_a_click_shows_all_digits_of_a_number_and_enter_does_so_without_a_mouse(walker, steps):
    walk(walker, **L5H11, stage="weights")
    own = str(steps("minilm", ANIMAL, 5, 11)["weights"][10, 2])
    walker.keyboard.press("Enter")
    expect(walker.locator(".tip")).to_have_text(f"all digits: {own}")
    tip, number = walker.locator(".tip").bounding_box(), walker.locator(".column.weights .hot .num")
    below = number.bounding_box()
    assert tip is not None
    assert below is not None
    assert tip["y"] > below["y"] + below["height"]
    walker.locator(".column.scores .num").nth(0).click()
    score = str(steps("minilm", ANIMAL, 5, 11)["scores"][10, 0])
    expect(walker.locator(".tip")).to_have_text(f"all digits: {score}")


def test_the_table_twin_holds_the_same_numbers_with_all_digits_on_demand(walker, steps):
    walk(walker, **L5H11, stage="weights")
    rows = opened(walker, "These numbers as a table")
    assert rows[2] == ["23.4259", "4.1412", "0.0000", "1.0000", "0.6466"]
    walker.get_by_label("All digits").check()
    own = steps("minilm", ANIMAL, 5, 11)["weights"][10, 2]
    cell = walker.locator(".figures.twin tbody tr").nth(2).locator("td").last
    expect(cell).to_have_text(str(own))


def test_the_number_of_the_output_is_marked_and_chosen_with_arrows_or_a_click(walker):
    walk(walker, **L5H11, stage="output")
    mark = walker.locator(".marked .cursor")
    expect(mark).to_have_count(2)
    walker.get_by_role("button", name="previous number").click()
    expect(walker.locator(".picker")).to_contain_text("Number 383 of the attention output")
    bars = walker.locator(".marked").last.bounding_box()
    assert bars is not None
    walker.locator(".marked .comb").last.click(position={"x": bars["width"] * 100.5 / 384, "y": 20})
    expect(walker.locator(".picker")).to_contain_text("Number 100 of the attention output")
    line = mark.last.bounding_box()
    assert line is not None
    assert line["x"] + 1 - bars["x"] == pytest.approx(bars["width"] * 100.5 / 384, abs=1)


def test_z_and_the_bias_are_named_where_they_first_appear(walker):
    walk(walker, **L5H11, stage="sum")
    expect(walker.locator(".card .lead")).to_contain_text(
        "The sum is called z: this head’s result."
    )
    walk(walker, **L5H11, stage="output")
    expect(walker.locator(".card .equation")).to_contain_text("bias bO")
