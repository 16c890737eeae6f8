"""Pages printed from the dark: ink on white paper, and a code that a phone can read."""

from io import BytesIO
from urllib.parse import urlencode

import pytest
import zxingcpp
from PIL import Image, ImageStat
from playwright.sync_api import Locator

from tests.app.conftest import ANIMAL

pytestmark = [pytest.mark.e2e, pytest.mark.weights("minilm")]
VIEW = {"text": ANIMAL, "model": "minilm", "layer": 3, "head": 1, "query": 10, "key": 2}


def printed(walker, page: str, view: str) -> Locator:
    walker.emulate_media(color_scheme="dark", media="screen")
    walker.goto(f"/{page}?{urlencode({**VIEW, 'lang': 'en', 'theme': 'dark'})}")
    found = walker.locator(f".am[data-theme=dark] {view}").first
    found.wait_for()
    walker.wait_for_load_state("networkidle")
    walker.emulate_media(media="print")
    return found


def picture(part: Locator) -> Image.Image:
    return Image.open(BytesIO(part.screenshot())).convert("L")


@pytest.mark.parametrize("page", ["what_if", "compare", "heads"])
def test_the_headings_of_a_view_in_the_dark_are_ink_on_white_paper(walker, page):
    shades = picture(printed(walker, page, ":is(h2, h3):visible"))
    assert ImageStat.Stat(shades).median[0] > 240
    assert shades.getextrema()[0] < 90


def test_a_code_printed_from_the_dark_can_be_read(walker):
    part = printed(walker, "teach", ".figure:has(> .code)")
    shades = picture(part)
    assert shades.getpixel((12, 12)) > 240
    (found,) = zxingcpp.read_barcodes(shades)
    assert "/heads?" in found.text
