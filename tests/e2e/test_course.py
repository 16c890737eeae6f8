"""Lessons 3 and 4 walked by keyboard alone, in both languages, in a real browser."""

import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from app.i18n import words
from tests.e2e.walking import address

pytestmark = [pytest.mark.e2e, pytest.mark.weights("minilm", "e5")]

LINKS = {
    "en": {
        "text": "The animal didn't cross the street because it was too tired",
        "model": "minilm", "layer": 5, "head": 11, "query": 10,
    },
    "zh-CN": {
        "text": "孩子们累了，他们想回家", "model": "e5", "layer": 8, "head": 8, "query": 6,
    },
}  # fmt: skip
QUESTIONS = {3: (2, 1, 2, 1, 2, 0), 4: (1, 0, 0, 1, 1, 0)}


def open_lesson(page: Page, lang: str, lesson: int, step: int = 1) -> None:
    page.goto(f"/course?{urlencode({**LINKS[lang], 'lang': lang, 'lesson': lesson, 'step': step})}")
    page.wait_for_selector("header.prose h1")
    page.wait_for_selector("nav.course .dots")


def answer_by_keyboard(page: Page) -> None:
    """Choose the first answer, say why, and check: with Tab, Space, letters and Enter only."""
    told = page.locator(".told")
    n = told.count()
    radio = page.locator('[data-testid="stForm"] input[type="radio"]').first
    radio.focus()
    page.keyboard.press("Space")
    page.keyboard.press("Tab")
    page.keyboard.type("because")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(told).to_have_count(n + 1)


@pytest.mark.parametrize("lang", LINKS)
@pytest.mark.parametrize("lesson", QUESTIONS)
def test_a_lesson_is_walked_by_keyboard_alone(walker, lang, lesson):
    open_lesson(walker, lang, lesson)
    t = words(lang)
    titles = []
    for step, n_questions in enumerate(QUESTIONS[lesson], start=1):
        for _ in range(n_questions):
            answer_by_keyboard(walker)
        expect(walker.locator(".told")).to_have_count(n_questions)
        expect(walker.locator('[data-testid="stForm"]')).to_have_count(0)
        assert walker.locator(".notice.error").count() == 0
        titles.append(walker.locator("header.prose h1").text_content())
        if step < len(QUESTIONS[lesson]):
            walker.evaluate("document.activeElement.blur()")
            walker.keyboard.press("ArrowRight")
            expect(walker.locator("header.prose h1")).not_to_have_text(titles[-1])
            assert address(walker)["step"] == str(step + 1)
    assert len(set(titles)) == len(QUESTIONS[lesson])
    assert address(walker).get("lang") == lang
    link = t("course.try_steps" if lesson == 3 else "course.try_scaled")
    walker.get_by_role("link", name=link).press("Enter")
    expect(walker.locator(".steps .card .lead")).to_be_visible()
    stage = "scores" if lesson == 3 else "scaled"
    assert address(walker)["stage"] == stage


@pytest.mark.parametrize("lang", LINKS)
def test_a_term_opens_by_keyboard_and_closes_with_escape(walker, lang):
    open_lesson(walker, lang, 3)
    term = walker.locator("button.term").first
    definition = walker.locator(".definition").first
    expect(definition).to_be_hidden()
    assert term.get_attribute("title") == words(lang)("terms.token.means")
    term.press("Enter")
    expect(definition).to_be_visible()
    expect(definition).to_contain_text(words(lang)("terms.token.means"))
    walker.keyboard.press("Escape")
    expect(definition).to_be_hidden()


def test_arrow_keys_belong_to_the_widget_that_has_the_focus(walker):
    open_lesson(walker, "en", 3)
    title = walker.locator("header.prose h1").text_content()
    walker.locator('[data-testid="stForm"] input[type="text"]').focus()
    walker.keyboard.press("ArrowRight")
    walker.locator('[data-testid="stForm"] input[type="radio"]').first.focus()
    walker.keyboard.press("ArrowRight")
    walker.locator(".sentence button[tabindex='0']").focus()
    walker.keyboard.press("ArrowRight")
    walker.wait_for_timeout(500)
    assert walker.locator("header.prose h1").text_content() == title


def test_the_weights_are_not_told_before_the_question(walker):
    open_lesson(walker, "en", 3)
    token = walker.locator(".sentence button").nth(2)
    assert not re.search(r"0\.\d", token.get_attribute("aria-label") or "")
    expect(walker.locator(".sentence .is-key")).to_have_count(0)


@pytest.mark.parametrize(
    ("step", "asked", "newest"), [(1, 1, "scores"), (2, 1, "scaled"), (3, 2, "weights")]
)
def test_a_picture_tells_no_number_of_a_later_step(walker, step, asked, newest):
    open_lesson(walker, "en", 3, step)
    for _ in range(asked):
        answer_by_keyboard(walker)
    expect(walker.locator(f".column.{newest}.now")).to_be_visible()
    order = ["scores", "scaled", "shifted", "exp", "weights"]
    for later in order[order.index(newest) + 1 :]:
        assert walker.locator(f".column.{later}.on").count() == 0
    for earlier in order[: order.index(newest)]:
        assert walker.locator(f".column.{earlier}.on").count() == 1


def test_a_step_of_the_lesson_is_a_link_and_the_way_back_leads_back(walker):
    open_lesson(walker, "en", 3, 2)
    first = walker.locator("header.prose h1").text_content()
    walker.locator("nav.course .dots button").nth(2).click()
    expect(walker.locator("header.prose h1")).not_to_have_text(first)
    walker.go_back()
    expect(walker.locator("header.prose h1")).to_have_text(first)
    walker.locator("nav.course .lessons button").nth(3).click()
    expect(walker.locator("header.prose .over")).to_contain_text("Lesson 4")
    assert address(walker)["lesson"] == "4"


def test_answers_leave_the_page_only_as_the_students_own_file(walker):
    open_lesson(walker, "en", 3, 2)
    answer_by_keyboard(walker)
    with walker.expect_download() as saved:
        walker.get_by_role("button", name=words("en")("course.export")).click()
    text = saved.value.path().read_text(encoding="utf-8")
    assert "because" in text
    assert "<title>My answers</title>" in text
    assert "4.141" in text


@pytest.mark.parametrize("width", [390, 820])
@pytest.mark.parametrize("lesson", range(1, 8))
def test_no_lesson_scrolls_sideways_on_a_small_screen(window, width, lesson):
    page = window(width)
    open_lesson(page, "zh-CN", lesson)
    page.wait_for_timeout(400)
    main = page.locator('[data-testid="stMain"]')
    assert main.evaluate("node => node.scrollWidth <= node.clientWidth")


def test_the_race_counts_the_hops_it_shows(walker):
    open_lesson(walker, "en", 1, 2)
    walker.get_by_role("button", name="Play").press("Enter")
    counts = walker.locator(".paths h3 b")
    expect(counts.nth(0)).to_have_text("hops: 8")
    expect(counts.nth(1)).to_have_text("hops: 2")
