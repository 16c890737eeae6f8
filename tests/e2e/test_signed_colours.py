"""Case C100: on a scale of signed numbers 0 has the colour of no number, ± the same strength."""

import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.e2e

SHARED = Path(__file__).parents[2] / "app" / "components" / "shared"
PARTS = ("mount.js", "colours.js", "signed.js")


def numbers(colour: str) -> list[int]:
    return [int(part) for part in re.findall(r"\d+", colour)]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_c100_zero_is_neutral_and_both_signs_are_equally_strong(browser, theme):
    page = browser.new_page()
    style, *scripts = ((SHARED / name).read_text(encoding="utf-8") for name in ("base.css", *PARTS))
    page.set_content(f'<style>{style}</style><div class="am" data-theme="{theme}"></div>')
    program = "\n".join([*scripts, "window.signedScale = signedScale;"])
    page.add_script_tag(content=program, type="module")
    page.wait_for_function("() => Boolean(window.signedScale)")
    values = [0, *(sign * size for size in (0.05, 0.3, 0.7, 1, 3) for sign in (-1, 1))]
    zero, *pairs = page.evaluate(
        "values => values.map(signedScale(document.querySelector('.am')))", values
    )
    negative, positive = (
        numbers(page.evaluate(f"signedScale(document.querySelector('.am'))({end})"))
        for end in (-1, 1)
    )
    zero = numbers(zero)
    assert zero not in (negative, positive)
    assert max(zero) - min(zero) <= 12  # grey
    for minus, plus in zip(pairs[::2], pairs[1::2], strict=True):
        shares = [
            (shade - middle) / (last - middle)
            for colour, end in ((minus, negative), (plus, positive))
            for shade, middle, last in zip(numbers(colour), zero, end, strict=True)
        ]
        assert max(shares) - min(shares) < 0.05
    page.close()
