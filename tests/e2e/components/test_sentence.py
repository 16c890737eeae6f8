import pytest
from playwright.sync_api import expect

from tests.e2e.components.harness import example

pytestmark = pytest.mark.e2e


def test_a_click_chooses_the_query_and_with_shift_the_key(stage):
    root = stage.open("sentence")
    token = root.locator("button")
    expect(token.nth(10)).to_have_class("is-query")
    token.nth(3).click()
    stage.log([["query", 3]])
    token.nth(8).click(modifiers=["Shift"])
    stage.log([["query", 3], ["key", 8]])
    expect(token.nth(3)).to_contain_text("query")
    expect(token.nth(8)).to_contain_text("key")
    expect(token.nth(10)).not_to_have_class("is-query")


def test_keys_walk_and_choose_and_the_focus_stays(stage):
    root = stage.open("sentence")
    root.locator("button[tabindex='0']").focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowLeft"):
        stage.page.keyboard.press(key)
    stage.page.keyboard.press("Shift+Enter")
    stage.log([["key", 11]])
    stage.page.keyboard.press("Home")
    stage.page.keyboard.press("Enter")
    stage.log([["key", 11], ["query", 0]])
    focused = root.evaluate("(node) => node.getRootNode().activeElement.textContent")
    assert focused.startswith("[CLS]")
    assert root.locator("button[tabindex='0']").count() == 1


def test_up_and_down_go_to_the_nearest_token_of_the_next_line(stage_with):
    stage = stage_with(viewport={"width": 390, "height": 844})
    root = stage.open("sentence")
    root.locator("button").nth(1).focus()
    stage.page.keyboard.press("ArrowDown")
    below = root.locator("button[tabindex='0']").bounding_box()
    above = root.locator("button").nth(1).bounding_box()
    assert below["y"] > above["y"]
    assert abs(below["x"] - above["x"]) < 60


def test_a_held_finger_chooses_the_key(stage_with):
    stage = stage_with(has_touch=True, viewport={"width": 390, "height": 844})
    root = stage.open("sentence")
    where = root.locator("button").nth(5).bounding_box()
    x, y = where["x"] + where["width"] / 2, where["y"] + where["height"] / 2
    client = stage.page.context.new_cdp_session(stage.page)
    client.send(
        "Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
    )
    stage.page.wait_for_timeout(700)
    client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    stage.log([["key", 5]])
    root.locator("button").nth(6).tap()
    stage.log([["key", 5], ["query", 6]])


def test_each_token_says_its_piece_its_place_and_its_weight(stage):
    root = stage.open("sentence")
    weights, line = example("small")
    name = root.locator("button").nth(2).get_attribute("aria-label")
    weight = weights[-1, -1, 10, 2] / 1000
    assert name == f"animal, key, animal · position 2, gets {weight:.3f} of the query's attention"
    assert "special token" in root.locator("button").nth(0).get_attribute("title")
    assert root.locator("button").count() == len(line.labels)


def test_labels_are_literal_and_unknown_ones_are_marked(stage):
    root = stage.open("sentence", case="strange")
    expect(root.locator(".text").nth(1)).to_have_text("<b>bold</b>")
    assert root.locator(".text b").count() == 0
    expect(root.locator(".text").nth(3)).to_have_text("سلام")
    expect(root.locator(".unknown .text")).to_have_text(["孩子们"])
    lefts = [root.locator("button").nth(i).bounding_box()["x"] for i in range(5)]
    assert lefts == sorted(lefts)


def test_a_token_the_query_may_not_look_at_is_hatched(stage):
    root = stage.open("sentence", case="causal")
    root.locator("button").nth(1).click()
    stage.log([["query", 1]])
    expect(root.locator("button").nth(2)).to_have_class("is-key barred")
    expect(root.locator(".barred")).to_have_count(3)
    assert "may not look here" in root.locator("button").nth(4).get_attribute("aria-label")


def test_the_names_of_the_roles_stay_inside_beside_the_edge(stage_with):
    stage = stage_with(viewport={"width": 390, "height": 844})
    root = stage.open("sentence", case="one")
    role, whole = root.locator(".role"), root.locator(".sentence").bounding_box()
    expect(role).to_contain_text("key")
    named = role.bounding_box()
    assert named["width"] > root.locator("button").bounding_box()["width"]
    assert whole["x"] <= named["x"]
    assert named["x"] + named["width"] <= whole["x"] + whole["width"]
