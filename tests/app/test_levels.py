"""Models that are seen from outside only: every page shows what it can and says what it can't."""

import pytest

from app.i18n import LANGUAGES, words
from tests.app.test_errors import notices
from tests.architectures.catalogue import CATALOGUE
from tests.attention.folders import save

PAGES = {
    "heads": {"B": (), "C": ()},
    "compare": {"B": ("x",), "C": ("x",)},
    "steps": {"B": ("steps",), "C": ("steps",)},
    "qkv": {"B": ("matrices",), "C": ("matrices",)},
    "many_heads": {"B": ("output",), "C": ("output",)},
    "what_if": {"B": ("scale", "ahead"), "C": ("what_if",)},
    "course": {"B": ("lessons",), "C": ("lessons",)},
}
NAMES = {"B": "BLOOM", "C": "BigBird"}


@pytest.fixture
def shelf(tmp_path, monkeypatch):
    """Save one model of each lower level where links may name it."""
    for level, name in NAMES.items():
        found = next(one for one in CATALOGUE if one.name == name)
        save(found.build("eager"), tmp_path / level)
    monkeypatch.setenv("ATTENTION_ROOT", str(tmp_path))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("level", NAMES)
@pytest.mark.parametrize("page", PAGES)
def test_a_page_says_what_a_level_does_not_give(visit_page, shelf, page, level, lang):
    seen = visit_page(page, text="the dog sees a cat and it runs", model=level, lang=lang)
    t = words(lang)
    lacking = PAGES[page][level]
    said = [t(f"errors.level.{key}", model=level, level=level) for key in lacking]
    keys = t.group("errors.level").keys() - {"lang"}
    known = {t(f"errors.level.{key}", model=level, level=level) for key in keys}
    assert [notice for notice in notices(seen) if notice in known] == said
    assert t("errors.unexpected") not in seen.text
    why = {"B": "own_code", "C": "no_logits"}[level]
    assert t(f"level.{why}").strip(" ·") in seen.text


@pytest.mark.parametrize(("level", "n_columns"), [("B", 4), ("C", 3)])
def test_the_walk_lists_the_row_with_what_is_seen_of_it(visit_page, shelf, level, n_columns):
    seen = visit_page("steps", text="the dog sees a cat and it runs", model=level, lang="en")
    table = next(html for html in seen.html if '<table class="numbers">' in html)
    assert table.count('scope="col"') == n_columns
    assert table.count('scope="row"') == 9
