"""The teacher's desk in a real browser: a link handed out, a lesson walked by keys."""

from io import BytesIO
from urllib.parse import parse_qsl, urlsplit

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Page, expect

from app.desk import prepared
from app.desk.prepared import Link
from tests.app.conftest import ANIMAL

pytestmark = [pytest.mark.e2e, pytest.mark.weights("minilm")]

VIEW = f"text={ANIMAL}&model=minilm&layer=3&head=1&query=10&key=2&lang=en"
LESSON = [
    Link("All heads", "heads", f"{VIEW}&hide=weights"),
    Link("The scores", "steps", f"{VIEW}&stage=scores"),
    Link("Many of them", "many_heads", VIEW),
]


def spoken(code: bytes) -> str:
    """Read a picture of a code as a phone does."""
    (found,) = zxingcpp.read_barcodes(Image.open(BytesIO(code)))
    return found.text


def below_root(link: str) -> str:
    """Give what stands behind a link's server: the tests' own answers at one address only."""
    parts = urlsplit(link)
    return f"{parts.path}?{parts.query}"


def presented(page: Page, place: int = 1) -> None:
    query = f"{LESSON[place - 1].query}&present=1&place={place}&prepared={prepared.write(LESSON)}"
    page.goto(f"/{LESSON[place - 1].page}?{query}")
    expect(page.get_by_text(f"{place} of 3", exact=True)).to_be_visible()


def at(page: Page, place: int) -> None:
    page.wait_for_url(f"**/{LESSON[place - 1].page}?**")
    expect(page.get_by_text(f"{place} of 3", exact=True)).to_be_visible()


def test_the_code_on_the_desk_leads_a_fresh_browser_to_the_same_view_in_large_type(window):
    page = window(1440, color_scheme="dark")
    page.goto(f"/teach?{VIEW}&page=steps&stage=scores&given=present,sentence")
    code = page.get_by_role("img", name="QR code of the link")
    link = spoken(code.screenshot())
    assert page.get_by_label("Address", exact=True).input_value() == link
    fresh = window(1280)
    asked: list[str] = []
    fresh.on("request", lambda request: asked.append(urlsplit(request.url).hostname or ""))
    fresh.goto(below_root(link))
    expect(fresh.get_by_role("button", name="Leave (Esc)")).to_be_visible()
    expect(fresh.get_by_text("Does the key answer the query?")).to_be_visible()
    expect(fresh.get_by_role("textbox", name="Sentence")).to_have_count(0)
    zoom = fresh.get_by_role("button", name="Leave (Esc)").evaluate("node => node.currentCSSZoom")
    assert zoom == pytest.approx(1.35)
    seen = dict(parse_qsl(urlsplit(fresh.url).query))
    assert seen == dict(parse_qsl(urlsplit(link).query))
    assert set(asked) <= {"127.0.0.1", ""}


def test_a_lesson_is_walked_with_a_presenters_keys(window):
    page = window(1280)
    presented(page)
    page.keyboard.press("PageDown")
    at(page, 2)
    expect(page.get_by_text("Does the key answer the query?")).to_be_visible()
    page.keyboard.press("ArrowRight")  # the walk's own key: a stage on
    page.wait_for_url("**stage=scaled**")
    at(page, 2)
    page.keyboard.press("PageDown")
    at(page, 3)
    page.keyboard.press("ArrowLeft")
    at(page, 2)
    assert "stage=scores" in page.url
    page.keyboard.press("PageUp")
    at(page, 1)
    page.keyboard.press("End")
    at(page, 3)
    page.keyboard.press("Home")
    at(page, 1)
    expect(page.get_by_role("button", name="Previous link (Page Up)")).to_be_disabled()
    page.keyboard.press("q")
    dialog = page.get_by_role("dialog", name="1 of 3: All heads")
    code = dialog.get_by_role("img", name="QR code of the link")
    assert dict(parse_qsl(urlsplit(spoken(code.screenshot())).query))["hide"] == "weights"
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    assert "present=1" in page.url
    page.keyboard.press("Escape")
    expect(page.get_by_role("link", name="Teach")).to_be_visible()
    assert "present=1" not in page.url


@pytest.mark.parametrize("page_name", ["heads", "many_heads"])  # one name ends as the other
def test_the_code_of_a_presented_page_leads_to_that_page(window, page_name):
    page = window(1280)
    page.goto(f"/{page_name}?{VIEW}&present=1")
    page.get_by_role("button", name="QR code (Q)").click()
    code = page.get_by_role("dialog").get_by_role("img", name="QR code of the link")
    assert urlsplit(spoken(code.screenshot())).path == f"/{page_name}"


def test_in_large_type_the_pointer_still_reads_the_square_it_is_over(window):
    page = window(1920)
    page.goto(f"/heads?{VIEW}&present=1")
    canvas = page.locator(".grid canvas")
    expect(canvas).to_be_visible()
    ring = page.locator(".grid .ring.open").bounding_box()
    assert ring is not None
    middle = (ring["x"] + ring["width"] / 2, ring["y"] + ring["height"] / 2)
    page.mouse.move(*middle)
    expect(page.locator(".grid .readout")).to_contain_text("Layer 3")
    expect(page.locator(".grid .readout")).to_contain_text("Head 1")


def test_a_lesson_is_put_together_by_keyboard_alone(window):
    page = window(1440)
    page.goto(f"/teach?{VIEW}")
    add = page.get_by_role("button", name="Add this link")
    for n_links in (1, 2):
        add.focus()
        page.keyboard.press("Enter")
        expect(page.locator(".links li")).to_have_count(n_links)
    name = page.get_by_role("textbox", name="Name of link 2")
    name.focus()
    page.keyboard.press("Control+a")
    page.keyboard.type("Second")
    page.keyboard.press("Enter")
    up = page.get_by_role("button", name="Move up: Second")
    up.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("textbox", name="Name of link 1")).to_have_value("Second")
    expect(page.get_by_role("button", name="Move down: Second")).to_be_focused()
    page.get_by_role("button", name="Take out: Second").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".links li")).to_have_count(1)


def test_the_address_is_copied_where_there_is_no_secure_clipboard(window):
    page = window(1440)
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    page.goto(f"/teach?{VIEW}&page=qkv")
    page.get_by_role("button", name="Copy", exact=True).click()
    expect(page.get_by_role("button", name="Copied", exact=True)).to_be_visible()
