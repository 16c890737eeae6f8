"""What a session keeps between two runs of a page: a view, never the run of a model behind it."""

import gc
import weakref

import pytest

from app import runs
from tests.app.conftest import ANIMAL

pytestmark = pytest.mark.weights("minilm")

WAYS = [
    ("heads", {"view": "lines"}),
    ("heads", {"filter": "link", "query": 3, "key": 5}),
    ("heads", {"filter": "paint", "paint": "3.5"}),
    ("steps", {}),
    ("qkv", {}),
    ("many_heads", {}),
    ("what_if", {"off": "1.2"}),
    ("compare", {"kind": "head"}),
    ("compare", {"kind": "text", "other_text": "The animal was too wide"}),
    *(("course", {"lesson": lesson}) for lesson in range(1, 8)),
    *(("course", {"lesson": lesson, "step": 2}) for lesson in range(1, 8)),
    ("teach", {}),
]


@pytest.mark.weights("e5")
@pytest.mark.parametrize("page", ["heads", "what_if", "compare"])
def test_a_session_does_not_keep_a_model_in_memory(arrive, page):
    seen = arrive(page, text=ANIMAL, model="e5", kind="head", lang="en")
    assert not seen.at.exception
    runs.forget()
    runs.shelf().clear()
    assert runs.shelf().sources() == []
    assert seen.at.session_state["selection"].model == "e5"


@pytest.mark.parametrize(("page", "query"), WAYS)
def test_a_session_does_not_keep_the_run_of_the_page_it_is_on(arrive, page, query):
    seen = arrive(page, text=ANIMAL, model="minilm", lang="en", **query)
    assert not seen.at.exception
    kept = weakref.ref(runs.reading("minilm", ANIMAL, 512).trace)
    assert kept() is not None
    runs.forget()
    gc.collect()
    assert kept() is None
    assert seen.at.session_state["selection"].text == ANIMAL
