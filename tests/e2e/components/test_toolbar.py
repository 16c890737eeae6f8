import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.e2e

BACKGROUND = "getComputedStyle(document.querySelector('.stApp')).backgroundColor"
FORGET = "delete localStorage[Object.keys(localStorage).find((key) => key.startsWith('stActive'))]"
REFUSE = "() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')) }"


def test_the_language_asked_for_comes_back_once_and_the_bar_changes(stage):
    root = stage.open("toolbar")
    root.get_by_role("button", name="中文").click()
    stage.log(["zh-CN"])
    root.get_by_role("button", name="English").click()
    stage.log(["zh-CN", "en"])
    expect(root).to_have_attribute("lang", "en")


def test_the_theme_switch_turns_the_page_and_is_remembered(stage):
    root = stage.open("toolbar")
    expect(root).to_have_attribute("data-theme", "light")
    root.get_by_role("button", name="Dark theme").click()
    expect(root).to_have_attribute("data-theme", "dark")
    assert stage.page.evaluate(BACKGROUND) == "rgb(15, 18, 23)"
    stage.page.evaluate(FORGET)
    stage.page.reload()
    expect(root).to_have_attribute("data-theme", "dark")
    root.get_by_role("button", name="Light theme").click()
    expect(root).to_have_attribute("data-theme", "light")


def test_a_links_theme_is_followed_and_a_change_is_handed_on(stage):
    root = stage.open("toolbar", theme="dark")
    expect(root).to_have_attribute("data-theme", "dark")
    root.get_by_role("button", name="Light theme").click()
    expect(root).to_have_attribute("data-theme", "light")
    stage.page.wait_for_url("**theme=light**")
    stage.run_again()
    expect(root).to_have_attribute("data-theme", "light")
    stage.log([])


def test_without_streamlits_switch_the_button_hides_and_the_rest_works(stage):
    root = stage.open("toolbar")
    expect(root.locator("button.theme")).to_be_visible()
    root.evaluate(
        """(node) => {
            const { host } = node.getRootNode();
            delete host[Object.keys(host).find((key) => key.startsWith('__reactFiber$'))];
        }"""
    )
    root.get_by_role("button", name="中文").click()
    stage.log(["zh-CN"])
    expect(root.locator("button.theme")).to_be_hidden()


@pytest.mark.parametrize("permissions", [["clipboard-read", "clipboard-write"], []])
def test_the_link_is_copied_and_said(stage_with, permissions):
    stage = stage_with(permissions=permissions)
    root = stage.open("toolbar", text="a b")
    if not permissions:
        stage.page.evaluate(REFUSE)
    root.get_by_role("button", name="Copy link").click()
    expect(root.get_by_role("status")).to_have_text("Copied")
    assert root.locator(".copy").evaluate("(node) => node.innerText").strip() == "Copied"
    if permissions:
        assert stage.page.evaluate("navigator.clipboard.readText()") == stage.page.url


def test_a_question_mark_opens_the_help_and_escape_closes_it(stage):
    root = stage.open("toolbar")
    dialog = root.get_by_role("dialog")
    stage.page.locator("body").press("?")
    expect(dialog).to_be_visible()
    expect(dialog.locator("dt").first).to_have_text("← → ↑ ↓")
    expect(dialog.locator("h3")).to_have_text(["Grid", "Sentence"])
    stage.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    root.get_by_role("button", name="Keys").click()
    root.get_by_role("button", name="Close").click()
    expect(dialog).to_be_hidden()


def test_the_help_stacks_keys_and_meanings_on_a_narrow_screen(stage_with):
    stage = stage_with(viewport={"width": 390, "height": 844})
    root = stage.open("toolbar")
    stage.page.keyboard.press("?")
    keys, meaning = root.locator("dt").first.bounding_box(), root.locator("dd").first.bounding_box()
    assert meaning["y"] >= keys["y"] + keys["height"]
    assert meaning["width"] > 240


def test_a_connection_that_comes_back_asks_for_the_page_again_once(stage):
    stage.open("toolbar")
    n_runs = stage.n_runs()
    app = stage.page.get_by_test_id("stApp")
    expect(app).to_have_attribute("data-test-connection-state", "CONNECTED")
    for state in ("PINGING_SERVER", "CONNECTING", "CONNECTED"):
        app.evaluate("(node, state) => (node.dataset.testConnectionState = state)", state)
    expect(stage.text("runs")).to_have_text(f"runs {n_runs + 1}")
    stage.run_again()
    expect(stage.text("runs")).to_have_text(f"runs {n_runs + 2}")
