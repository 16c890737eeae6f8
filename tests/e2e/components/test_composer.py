import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.e2e


def press(area, key: str, **fields: object) -> None:
    event = {"key": key, "bubbles": True, "cancelable": True, "composed": True, **fields}
    area.evaluate("(node, event) => node.dispatchEvent(new KeyboardEvent('keydown', event))", event)


def test_enter_submits_the_text_once(stage):
    root = stage.open("composer")
    root.locator("textarea").fill("second text")
    stage.page.keyboard.press("Enter")
    stage.log(["second text"])
    expect(root.locator(".show")).not_to_be_visible()
    stage.page.keyboard.press("Enter")
    stage.run_again()
    stage.log(["second text"])


def test_the_button_appears_when_the_text_differs_and_submits(stage):
    root = stage.open("composer")
    expect(root.locator(".show")).not_to_be_visible()
    root.locator("textarea").fill("by button")
    root.locator(".show").click()
    stage.log(["by button"])


def test_an_input_methods_enter_does_not_submit(stage):
    root = stage.open("composer")
    area = root.locator("textarea")
    area.fill("haizi")
    press(area, "Enter", isComposing=True)
    press(area, "Enter", keyCode=229)
    client = stage.page.context.new_cdp_session(stage.page)
    client.send("Input.imeSetComposition", {"text": "孩子", "selectionStart": 2, "selectionEnd": 2})
    press(area, "Enter", isComposing=True)
    stage.run_again()
    stage.log([])
    area.focus()
    client.send("Input.insertText", {"text": "们"})
    stage.page.keyboard.press("Enter")
    expect(stage.text("log")).to_contain_text("们")


def test_shift_enter_breaks_the_line_and_the_box_grows(stage):
    root = stage.open("composer")
    area = root.locator("textarea")
    low = area.bounding_box()["height"]
    area.fill("one")
    stage.page.keyboard.press("Shift+Enter")
    stage.page.keyboard.type("two")
    assert area.bounding_box()["height"] > low
    stage.page.keyboard.press("Enter")
    stage.log(["one\ntwo"])
    expect(area).to_have_value("one\ntwo")


def test_pasted_lines_stay_lines(stage_with):
    stage = stage_with(permissions=["clipboard-read", "clipboard-write"])
    root = stage.open("composer")
    stage.page.evaluate("navigator.clipboard.writeText('first line\\nsecond line')")
    root.locator("textarea").fill("")
    stage.page.keyboard.press("Control+v")
    expect(root.locator("textarea")).to_have_value("first line\nsecond line")
    stage.page.keyboard.press("Enter")
    stage.log(["first line\nsecond line"])


def test_letters_do_not_reach_streamlits_shortcuts(stage):
    root = stage.open("composer")
    root.locator("textarea").fill("")
    runs = stage.n_runs()
    stage.page.keyboard.type("crc r c")
    expect(root.locator("textarea")).to_have_value("crc r c")
    assert stage.page.get_by_role("dialog").count() == 0
    stage.run_again()
    assert stage.n_runs() == runs + 1


def test_a_draft_survives_a_rerun_and_escape_gives_the_shown_text_back(stage):
    root = stage.open("composer")
    root.locator("textarea").fill("a draft")
    stage.run_again()
    expect(root.locator("textarea")).to_have_value("a draft")
    root.locator("textarea").press("Escape")
    expect(root.locator("textarea")).to_have_value("first text")
    expect(root.locator(".show")).not_to_be_visible()


def test_a_text_over_the_limit_is_counted_and_not_sent(stage):
    root = stage.open("composer")
    root.locator("textarea").fill("😀" * 60)
    expect(root.locator(".count")).to_have_text("60 / 60")
    stage.page.keyboard.press("Enter")
    stage.log(["😀" * 60])
    root.locator("textarea").fill("x" * 61)
    stage.page.keyboard.press("Enter")
    expect(root.get_by_role("status")).to_have_text("61 characters; at most 60 can be shown.")
    expect(root.locator(".show")).to_be_disabled()
    stage.run_again()
    stage.log(["😀" * 60])


def test_without_motion_a_box_of_two_lines_comes_to_rest(stage_with):
    stage = stage_with(reduced_motion="reduce", viewport={"width": 390, "height": 800})
    area = stage.open("composer").locator("textarea")
    area.fill("one two three four five six seven eight nine ten eleven twelve")
    heights = """(node) => new Promise((resolve) => {
        const seen = new Set();
        const look = (left) => {
            seen.add(node.getBoundingClientRect().height);
            if (left) requestAnimationFrame(() => look(left - 1));
            else resolve([...seen]);
        };
        requestAnimationFrame(() => requestAnimationFrame(() => look(30)));
    })"""
    (height,) = area.evaluate(heights)
    assert height > 40
