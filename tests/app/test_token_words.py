"""The mark that E5 puts before a text has a name; it is in the language of the page."""

import json

import pytest

from app.i18n import words
from app.topbar import PAGES

pytestmark = pytest.mark.weights("e5")

COMPONENTS = ("sentence", "grid", "steps", "qkv", "many_heads", "what_if", "compared")
# E5 reads 动 as bytes behind a bare mark, which therefore is a token of its own.
START = {"text": "孩子们累了", "model": "e5", "layer": 8, "head": 8, "query": 2, "key": 1}


@pytest.mark.parametrize("page", [page for page in PAGES if page != "from_scratch"])
@pytest.mark.parametrize(("lang", "other"), [("en", "zh-CN"), ("zh-CN", "en")])
def test_the_start_mark_is_named_in_the_language_of_the_page(arrive, page, lang, other):
    seen = arrive(page, lang=lang, **START)
    assert not seen.at.exception
    sent = [head for name in COMPONENTS for head, _ in seen.messages(name)]
    everything = "\n".join([seen.text, *(json.dumps(head, ensure_ascii=False) for head in sent)])
    everything += str(seen.at.get("plotly_chart"))
    assert words(lang)("notes.start_label") in everything
    assert words(other)("notes.start_label") not in everything
