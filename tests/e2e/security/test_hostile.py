"""Hostile sentences and links through a real server and a real browser: text they stay."""

import re
from urllib.parse import quote, urlencode, urlsplit

import pytest
from playwright.sync_api import expect

from app.parsers import PARSERS
from app.topbar import PAGES
from tests.app.security.hostile import HOSTILE
from tests.e2e.server import Server
from tests.e2e.visitor import PATIENT, Visitor

pytestmark = [pytest.mark.e2e, pytest.mark.weights("minilm")]

EVERYTHING = " ".join(HOSTILE[name] for name in ("image", "svg", "markdown", "directives"))
TYPED = ("script", "image", "markdown", "directives", "braces", "zero", "direction", "emoji")
RAW = ("%00", "%", "%zz", "%ff%fe", "%ed%a0%80", "%c0%ae%c0%ae/", "+%0d%0aSet-Cookie:x=1", "%25%32")


@pytest.fixture
def stranger(browser, app_server: Server):
    """Give a visitor from whom nothing hostile may have got through in the end."""
    expect.set_options(timeout=PATIENT)
    visitor = Visitor.of(browser, app_server.url)
    dialogs: list[str] = []
    visitor.page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    yield visitor
    assert visitor.page.evaluate("window.hacked") is None
    visitor.page.context.close()
    assert dialogs == []
    assert visitor.wrong == []
    hosts = {
        urlsplit(url).netloc for url in visitor.requests if not url.startswith(("data:", "blob:"))
    }
    assert hosts == {urlsplit(app_server.url).netloc}
    assert app_server.tracebacks() == ""


def settled(visitor: Visitor) -> None:
    """Wait for the page, which may not have been stopped by an error of its own."""
    visitor.at_rest()
    expect(visitor.page.get_by_test_id("stException")).to_have_count(0)
    assert visitor.page.evaluate("window.hacked") is None


def test_what_is_typed_is_shown_as_it_is(stranger):
    stranger.go("heads", text="the cat", model="minilm", lang="en")
    box = stranger.page.locator("textarea#text")
    for name in TYPED:
        said = HOSTILE[name].replace("\x00", "")
        stranger.ends.clear()
        box.fill(said)
        box.press("Enter")
        stranger.until(lambda: stranger.ends)
        settled(stranger)
        longest = max(re.findall(r"[a-z]+", said), key=len)  # it may be in pieces: one ##rro ##r
        expect(stranger.strip).to_contain_text(re.compile(r"\W*".join(longest)))
        if name in ("script", "image"):
            expect(stranger.strip).to_contain_text("<")
        if name == "directives":
            expect(stranger.strip).to_contain_text("$")


@pytest.mark.parametrize("page", PAGES)
def test_a_hostile_link_is_shown_as_text_on_every_page(stranger, page):
    query = {**dict.fromkeys(PARSERS, EVERYTHING[:180]), "text": EVERYTHING, "lang": "en"}
    stranger.page.goto(f"{stranger.url}/{page}?{urlencode(query)}")
    settled(stranger)
    body = stranger.page.locator("body").inner_text()
    assert "onerror" in body or "<img" in body
    stranger.go(page, text=EVERYTHING, other_text=EVERYTHING, pair=HOSTILE["svg"], model="minilm")
    settled(stranger)
    expect(stranger.page.locator("img[src*='127.0.0.2'], iframe, svg[onload]")).to_have_count(0)


def test_every_text_of_the_list_comes_through_a_link(stranger):
    for text in HOSTILE.values():
        at = urlencode({"text": text, "model": "minilm", "lang": "en"}, errors="replace")
        stranger.page.goto(f"{stranger.url}/steps?{at}")
        settled(stranger)


def test_bytes_that_are_no_text_in_a_link_are_survived(stranger):
    for raw in RAW:
        stranger.page.goto(f"{stranger.url}/heads?model=minilm&lang=en&text=cat{raw}&layer={raw}")
        settled(stranger)
    for name in ("text", "model", "prepared", "paint"):
        stranger.page.goto(f"{stranger.url}/teach?{name}={quote('<b>' * 300)}&{name}=2&=3&&a=b=c")
        settled(stranger)


def test_menus_that_quote_a_sentence_quote_it_as_text(stranger):
    stranger.go("heads", text=EVERYTHING, model="minilm", lang="en")
    for name in ("save_grid", "save_head"):
        button = stranger.page.locator(f".st-key-{name} button").first
        button.scroll_into_view_if_needed()
        button.click()
        expect(stranger.page.locator(f".st-key-{name}_body")).to_be_visible()
        stranger.page.keyboard.press("Escape")
    settled(stranger)
