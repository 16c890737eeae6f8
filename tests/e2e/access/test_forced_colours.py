"""Where the system dictates the colours: what is chosen and what a legend says are still seen."""

from collections.abc import Iterator

import pytest

from tests.e2e.access.test_axe import ANIMAL
from tests.e2e.access.window import Window

pytestmark = [pytest.mark.e2e, pytest.mark.weights("minilm")]

ALL = """(sign) => { const all = (root) => [...root.querySelectorAll(sign),
    ...[...root.querySelectorAll("*")].flatMap((e) => e.shadowRoot ? all(e.shadowRoot) : [])];
  return all(document).filter((e) => e.checkVisibility()); }"""
CHOSEN = 'button[aria-checked="true"], .am button[aria-pressed="true"]'


@pytest.fixture
def forced(window: Window) -> Iterator[Window]:
    window.page.emulate_media(forced_colors="active")
    yield window
    window.page.emulate_media(forced_colors="none")


@pytest.mark.parametrize("name", ["heads", "steps", "what_if", "qkv", "many_heads"])
def test_what_is_chosen_and_the_legends_are_seen_in_forced_colours(forced: Window, name: str):
    forced.open(name, 1440, lang="en", theme="light", **ANIMAL)
    chosen = forced.page.evaluate(
        f"({ALL})({CHOSEN!r}).map((e) => getComputedStyle(e).outlineStyle)"
    )
    assert chosen
    assert set(chosen) == {"solid"}
    ramps = forced.page.evaluate(
        f"""({ALL})(".am [style*=gradient]").map((e) => getComputedStyle(e).backgroundImage)"""
    )
    assert ramps or name not in {"heads", "what_if"}
    assert all("gradient" in ramp for ramp in ramps)
