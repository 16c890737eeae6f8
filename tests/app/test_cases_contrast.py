"""Reported cases about colours: whatever is read stands out 4.5 : 1, what is drawn 3 : 1."""

import numpy as np
import pytest

from app.figures.ramp import colour, contrast, readable
from app.figures.theme import DARK, LIGHT, Palette
from tests.app.test_palette import base

THEMES = pytest.mark.parametrize(("theme", "own"), [("light", LIGHT), ("dark", DARK)])
TEXTS = ("ink", "second", "query", "key", "value", "weight", "negative")
GROUNDS = ("bg", "panel", "query-soft", "key-soft", "value-soft")
MARKS = ("query-mark", "key-mark", "value-mark", "weight-mark", "negative", "positive")


def colours(theme: str, own: Palette) -> dict[str, str]:
    """Give the components' colours of a theme; ink and page are Streamlit's."""
    return base(theme) | {"ink": own.ink, "bg": own.page}


@THEMES
def test_c101_every_text_stands_out_on_every_ground(theme: str, own: Palette):
    found = colours(theme, own)
    least = {(t, g): contrast(found[t], found[g]) for t in TEXTS for g in GROUNDS}
    assert {pair: ratio for pair, ratio in least.items() if ratio < 4.5} == {}


@THEMES
def test_every_mark_of_a_role_stands_out_on_the_page(theme: str, own: Palette):
    found = colours(theme, own)
    assert min(contrast(found[mark], found["bg"]) for mark in MARKS) >= 3


@THEMES
def test_c101_a_map_names_and_tells_in_readable_colours(theme: str, own: Palette):
    for text in (own.ink, own.second, own.query_text, own.key_text):
        assert contrast(text, own.page) >= 4.5
    # The colour of a value means the same: from the page's own to the one farthest from it.
    steps = [contrast(one, own.page) for one in own.weights]
    assert steps == sorted(steps)


@THEMES
def test_c103_a_number_in_a_cell_is_readable_at_any_weight(theme: str, own: Palette):
    cells = [colour(weight, own) for weight in np.linspace(0, 1, 101)]
    assert min(contrast(readable(cell), cell) for cell in cells) >= 4.5
