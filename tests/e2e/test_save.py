"""Pictures saved from a real browser: what is in the files, and that they open offline."""

import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlencode
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Browser, Page, expect

pytestmark = [pytest.mark.e2e, pytest.mark.weights]

ANIMAL = "The animal didn't cross the street because it was too tired"
L3H1 = {"text": ANIMAL, "model": "minilm", "layer": 3, "head": 1, "query": 10, "key": 2}
PAGES = {
    "heads": "grid",
    "steps": "steps",
    "qkv": "qkv",
    "many_heads": "many_heads",
    "what_if": "what_if",
    "compare": "compared",
    "from_scratch": "hand_steps",
}


def menu(page: Page, name: str):
    """Open a menu when the page has come to rest: a menu that a rerun closes is none."""
    button = page.locator(f".st-key-save_{name} button").first
    button.evaluate("node => node.scrollIntoView({ block: 'center' })")
    button.click()
    body = page.locator(f".st-key-save_{name}_body")
    expect(body.locator(".save .kinds button").first).to_be_visible()
    return body


def saved(page: Page, body, button: str, folder: Path) -> Path:
    with page.expect_download() as found:
        body.get_by_role("button", name=button, exact=True).click()
    path = folder / found.value.suggested_filename
    found.value.save_as(path)
    return path


@pytest.fixture
def visit(walker: Page) -> Callable[[str, str], object]:
    def go(place: str, name: str, **query: object):
        walker.goto(f"/{place}?{urlencode({**L3H1, 'lang': 'en', **query})}")
        expect(walker.locator(f".st-key-save_{name} button").first).to_be_visible()
        expect(walker.locator("[data-testid=stApp]")).to_have_attribute(
            "data-test-script-state", "notRunning"
        )
        return menu(walker, name)

    return go


@pytest.mark.parametrize(("place", "name"), PAGES.items())
def test_every_picture_is_an_svg_with_its_words_and_caption(visit, walker, tmp_path, place, name):
    """Case C104: nothing but the browser is needed."""
    body = visit(place, name)
    path = saved(walker, body, "SVG", tmp_path)
    assert re.fullmatch(r"attention-[\w-]+\.svg", path.name)
    root = ElementTree.fromstring(path.read_text(encoding="utf-8"))
    said = " ".join("".join(node.itertext()) for node in root.iter() if node.tag.endswith("text"))
    assert "Attention Microscope 0.1.0" in said
    assert not [node for node in root.iter() if node.tag.endswith(("script", "foreignObject"))]
    links = [value for node in root.iter() for key, value in node.attrib.items() if "href" in key]
    assert all(link.startswith(("data:", "#")) for link in links)


def test_the_steps_saved_are_those_on_the_page(visit, walker, tmp_path):
    path = saved(walker, visit("steps", "steps", stage="weights"), "SVG", tmp_path)
    text = path.read_text(encoding="utf-8")
    for said in ("20.5143", "3.6264", "0.6397", "animal", "1.5633"):
        assert f">{said}<" in text
    assert ">Next →<" not in text


def test_a_png_is_twice_as_fine_as_the_picture(visit, walker, tmp_path):
    body = visit("steps", "steps")
    root = ElementTree.fromstring(saved(walker, body, "SVG", tmp_path).read_text("utf-8"))
    content = saved(walker, body, "PNG", tmp_path).read_bytes()
    assert content.startswith(b"\x89PNG")
    size = [int.from_bytes(content[i : i + 4], "big") for i in (16, 20)]
    assert size == [2 * int(root.attrib[name]) for name in ("width", "height")]


def offline(browser: Browser, path: Path) -> Page:
    page = browser.new_context(offline=True).new_page()
    page.on("request", lambda request: asked.append(request.url))
    asked: list[str] = []
    page.goto(path.as_uri())
    page.wait_for_timeout(500)
    assert [url for url in asked if url.startswith("http")] == []
    return page


def test_a_components_page_walks_without_a_network(visit, walker, browser, tmp_path):
    """Case C106."""
    path = saved(walker, visit("steps", "steps", stage="weights"), "Web page", tmp_path)
    page = offline(browser, path)
    expect(page.locator("#caption")).to_contain_text("layer 3, head 1")
    expect(page.locator(".card")).to_contain_text("0.6397")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".rail [aria-current]")).to_contain_text("Weighted sum")
    page.context.close()


def test_a_maps_page_draws_without_a_network(visit, walker, browser, tmp_path):
    """Case C106."""
    path = saved(walker, visit("heads", "head"), "Web page", tmp_path)
    assert 4 < path.stat().st_size / 1e6 < 6
    page = offline(browser, path)
    expect(page.locator(".heatmaplayer image")).to_have_count(1)
    page.context.close()


def test_a_text_full_of_signs_is_still_one_picture(visit, walker, browser, tmp_path):
    text = "</script><script>alert(1)</script> & ]]> \"' مرحبا"
    body = visit("steps", "steps", text=text, layer=0, head=0, query=1, key=1)
    ElementTree.fromstring(saved(walker, body, "SVG", tmp_path).read_text("utf-8"))
    page = offline(browser, saved(walker, body, "Web page", tmp_path))
    expect(page.locator(".card")).to_be_visible()
    page.context.close()


def test_the_menu_is_used_by_keys_alone(visit, walker, tmp_path):
    body = visit("steps", "steps")
    button = body.get_by_role("button", name="SVG", exact=True)
    button.focus()
    with walker.expect_download():
        walker.keyboard.press("Enter")
    expect(body.get_by_role("status")).to_have_text("Saved.")
    walker.keyboard.press("Escape")
    expect(body).to_be_hidden()


def test_a_worksheet_opens_beside_the_page(walker):
    walker.goto(f"/steps?{urlencode({**L3H1, 'lang': 'zh-CN'})}")
    walker.locator(".st-key-worksheet_menu button").first.click()
    with walker.context.expect_page() as opened:
        walker.get_by_role("button", name="打开并打印").click()
    expect(opened.value.locator("h1").first).to_have_text("手算注意力：一行")
    expect(opened.value.locator(".key .softmax")).to_contain_text("0.6397")
