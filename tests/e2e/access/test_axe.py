"""axe-core finds nothing serious: any page, language and theme, and pages as they are used."""

import pytest
from playwright.sync_api import expect

from app.topbar import PAGES
from tests.e2e.access.window import Window

pytestmark = [pytest.mark.e2e, pytest.mark.weights]

ANIMAL = {
    "text": "The animal didn't cross the street because it was too tired",
    "model": "minilm",
    "layer": 3,
    "head": 1,
    "query": 10,
    "key": 2,
}
USED = {
    "lines, and the heads of a link": ("heads", ANIMAL | {"view": "lines", "filter": "link"}),
    "a painted pattern": ("heads", ANIMAL | {"filter": "paint", "paint": "10.2,4.3"}),
    "a causal model": ("heads", {"text": "The capital of France is", "model": "smollm2"}),
    "all rows at once": ("steps", ANIMAL | {"rows": "all", "stage": "weights"}),
    "a head switched off": ("what_if", ANIMAL | {"off": "3.1", "block": 0, "causal": 1}),
    "two models": ("compare", ANIMAL | {"kind": "model", "other_model": "e5"}),
    "an impossible layer": ("from_scratch", {"preset": "random", "d_model": 8, "n_heads": 9}),
    "an unknown model": ("heads", ANIMAL | {"model": "nobody/nothing"}),
    "a text that is cut": ("heads", {"text": "word " * 600, "model": "minilm"}),
}


@pytest.mark.parametrize("lang", ["en", "zh-CN"])
@pytest.mark.parametrize("name", PAGES)
def test_every_page_passes_in_both_themes_with_all_that_opens_open(
    window: Window, name: str, lang: str
) -> None:
    window.open(name, lang=lang, theme="light")
    window.ask("unfold")
    window.rest()
    light = window.findings()
    window.page.locator(".toolbar .theme").click()
    expect(window.page.locator(".am[data-theme=dark] .toolbar")).to_be_visible()
    window.rest()
    dark = window.findings()
    window.page.set_viewport_size({"width": 390, "height": 844})
    window.rest()
    assert (light, dark, window.findings()) == ([], [], [])


@pytest.mark.parametrize("used", USED)
def test_a_page_passes_as_it_is_used(window: Window, used: str) -> None:
    name, query = USED[used]
    for theme in ("light", "dark"):
        window.open(name, lang="en", theme=theme, **query)
        assert window.findings() == [], theme


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_what_opens_over_the_page_passes(window: Window, theme: str) -> None:
    window.open("heads", lang="en", theme=theme, **ANIMAL)
    window.page.get_by_role("button", name="Examples").click()
    window.rest()
    examples = window.findings()
    window.page.keyboard.press("Escape")
    window.page.locator(".toolbar .help").click()
    expect(window.page.locator(".am dialog[open]")).to_be_visible()
    assert (examples, window.findings()) == ([], [])


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_lesson_with_an_answered_question_passes(window: Window, theme: str) -> None:
    window.open("course", lang="en", theme=theme, lesson=3, step=1, **ANIMAL)
    form = window.page.get_by_test_id("stForm").first
    form.get_by_test_id("stRadioOption").first.click()
    form.get_by_role("button").last.click()
    expect(window.page.locator(".told")).to_be_visible()
    window.rest()
    assert window.findings() == []
