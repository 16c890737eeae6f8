"""One palette, written down in four places: Python, two style sheets and Streamlit's theme."""

import re
import tomllib
from pathlib import Path

import pytest

from app.figures.theme import DARK, LIGHT, STOPS, Palette

ROOT = Path(__file__).parents[2]
CONFIG = tomllib.loads((ROOT / ".streamlit/config.toml").read_text(encoding="utf-8"))["theme"]
PAGE = (ROOT / "assets/page.css").read_text(encoding="utf-8")
BASE = (ROOT / "app/components/shared/base.css").read_text(encoding="utf-8")
COMPONENTS = sorted((ROOT / "app/components").rglob("*"))
THEMES = pytest.mark.parametrize(("theme", "own"), [("light", LIGHT), ("dark", DARK)])
# The names the style sheets use for the colours of a Palette.
NAMES = {
    "query": "query_text",
    "key": "key_text",
    "second": "second",
    "panel": "panel",
    "line": "line",
    "strong": "strong_line",
    "ink": "ink",
    "bg": "page",
}


def base(theme: str) -> dict[str, str]:
    """Give what the components' style sheet sets in a theme; the dark one changes the light one.

    What a presentation may set anew counts as it is without one.
    """
    light, dark = re.findall(r"^\.am(?:\[data-theme=\"dark\"\])? \{(.*?)^\}", BASE, re.M | re.S)
    found = light + dark if theme == "dark" else light
    pairs = re.findall(r"--([\w-]+): (?:var\(--[\w-]+, )?([^;]+?)\)?;", found)
    return dict(pairs)


def page(theme: str) -> dict[str, str]:
    """Give what the page's style sheet sets in a theme."""
    pairs = re.findall(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\);", PAGE)
    return {name: dark if theme == "dark" else light for name, light, dark in pairs}


@THEMES
def test_streamlit_has_the_palettes_ink_page_panel_and_lines(theme: str, own: Palette):
    found = CONFIG[theme]
    assert {found[name] for name in ("primaryColor", "textColor", "linkColor")} == {own.ink}
    assert found["backgroundColor"] == own.page
    assert found["secondaryBackgroundColor"] == own.panel
    assert {found["borderColor"], found["dataframeBorderColor"]} == {own.line}


@THEMES
def test_the_components_have_the_palettes_colours(theme: str, own: Palette):
    found = base(theme)
    # Ink and page come from Streamlit's theme; only a light page stands in where there is none.
    written = NAMES if theme == "light" else NAMES.keys() - {"ink", "bg"}
    for name in written:
        assert re.findall(r"#\w{6}", found[name]) == [getattr(own, NAMES[name])]
    assert tuple(found["ramp"].split()) == own.weights


@THEMES
def test_the_page_has_the_palettes_colours_and_those_of_the_components(theme: str, own: Palette):
    found, components = page(theme), base(theme)
    for name in NAMES.keys() & found.keys():
        assert found[name] == getattr(own, NAMES[name])
    for name in found.keys() & components.keys() - {"ink"}:
        assert found[name] == components[name]
    assert len(found) > 8


def test_the_legends_ramp_is_the_palettes():
    rule = PAGE.split(".legend i")[1].split("}")[0]
    ramp = re.findall(r"light-dark\((#\w{6}), (#\w{6})\)(?: (\d+)%)?", rule)
    assert [(light, dark) for light, dark, _ in ramp] == list(
        zip(LIGHT.weights, DARK.weights, strict=True)
    )
    assert [int(stop) for *_, stop in ramp[1:-1]] == [100 * stop for stop in STOPS[1:-1]]


@pytest.mark.parametrize("sheet", [BASE, PAGE], ids=["components", "page"])
def test_every_variable_of_a_style_sheet_is_used(sheet: str):
    files = [path for path in COMPONENTS if path.suffix in (".css", ".js")]
    readers = [PAGE] if sheet is PAGE else [path.read_text(encoding="utf-8") for path in files]
    everything = "\n".join(readers)
    for name in set(re.findall(r"(?<![\w(-])--([\w-]+):", sheet)):
        assert re.search(rf"var\(--{name}[,)]|[\"'`]-*{name}[\"'`]", everything), name


def test_letters_that_are_turned_lie_on_their_side_in_every_script():
    sheets = [PAGE, *(p.read_text(encoding="utf-8") for p in COMPONENTS if p.suffix == ".css")]
    rules = [rule for sheet in sheets for rule in re.findall(r"\{([^{}]*)\}", sheet)]
    turned = [rule for rule in rules if "vertical" in rule and "rotate(180deg)" in rule]
    assert turned  # Chinese stands upright in a vertical line, so half a turn puts it on its head
    assert all("text-orientation: sideways" in rule for rule in turned)
