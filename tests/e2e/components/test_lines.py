import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.components.harness import CASES, example

pytestmark = pytest.mark.e2e

HEADER = 32


def token(root: Locator, case: str, side: str, index: int) -> dict:
    box = root.locator(".front").bounding_box()
    pitch = (box["height"] - HEADER - 8) / len(CASES[case][0])
    x = 30 if side == "query" else box["width"] - 90
    return {"x": x, "y": HEADER + (index + 0.5) * pitch}


def said(root: Locator) -> Locator:
    return root.locator(".readout > span:not([hidden])")


def gives(case: str, query: int, key: int) -> str:
    weights, line = example(case)
    weight = weights[-1, -1, query, key] / 1000
    labels = line.labels
    return f"{labels[query]} (query) gives {weight:.3f} of its attention to {labels[key]} (key)."


def test_pointing_at_a_token_shows_its_row_and_leaving_goes_back(stage):
    root = stage.open("lines")
    expect(said(root)).to_have_text(gives("small", 10, 2))
    plate = root.locator(".plate")
    plate.hover(position=token(root, "small", "query", 4))
    expect(said(root)).to_have_text(gives("small", 4, 2))
    plate.hover(position=token(root, "small", "key", 13))
    expect(said(root)).to_have_text(gives("small", 10, 13))
    stage.page.mouse.move(2, 2)
    expect(said(root)).to_have_text(gives("small", 10, 2))
    stage.log([])


def test_a_click_left_chooses_the_query_and_right_the_key(stage):
    root = stage.open("lines")
    root.locator(".plate").click(position=token(root, "small", "query", 4))
    stage.log([["query", 4]])
    root.locator(".plate").click(position=token(root, "small", "key", 8))
    stage.log([["query", 4], ["key", 8]])
    stage.page.mouse.move(2, 2)
    expect(said(root)).to_have_text(gives("small", 4, 8))


def test_arrow_keys_walk_the_columns_and_enter_chooses(stage):
    root = stage.open("lines")
    root.locator(".plate").focus()
    for key in ("ArrowUp", "ArrowUp"):
        stage.page.keyboard.press(key)
    expect(said(root)).to_have_text(gives("small", 8, 2))
    expect(root.get_by_role("status")).to_have_text(gives("small", 8, 2))
    stage.page.keyboard.press("Enter")
    stage.log([["query", 8]])
    for key in ("ArrowRight", "ArrowDown", "Enter"):
        stage.page.keyboard.press(key)
    stage.log([["query", 8], ["key", 3]])
    assert root.locator(".plate").evaluate("(node) => node.matches(':focus')")


def test_a_rescaled_number_stands_beside_the_models_own(stage):
    root = stage.open("lines", special="rescale")
    weights, _ = example("small")
    row = weights[-1, -1, 10].astype(float)
    share = round(1000 * row[2] / row[1:-1].sum()) / 1000
    expect(said(root)).to_have_text(f"{gives('small', 10, 2)} Rescaled: {share:.3f}.")
    root.locator(".plate").hover(position=token(root, "small", "key", 0))
    expect(said(root)).to_have_text(gives("small", 10, 0))


def test_a_key_that_may_not_be_looked_at_is_said(stage):
    root = stage.open("lines", case="causal")
    root.locator(".plate").hover(position=token(root, "causal", "query", 1))
    expect(said(root)).to_have_text("␣capital (query) may not look at ␣of (key).")


def test_512_tokens_stay_within_what_a_canvas_can_hold(stage_with):
    stage = stage_with(device_scale_factor=3)
    root = stage.open("lines", case="pooled")
    size = root.locator(".front").evaluate("(canvas) => [canvas.width, canvas.height]")
    assert max(size) <= 8192
    assert size[0] * size[1] <= 16_100_000
    root.locator(".plate").hover(position=token(root, "pooled", "query", 100))
    expect(said(root)).to_have_text(gives("pooled", 100, 2))
