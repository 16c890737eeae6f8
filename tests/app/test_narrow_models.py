"""A model that computes in 16 bits is drawn on every page, which says so beside its level."""

from functools import partial

import pytest
import torch

import attention
from app.i18n import LANGUAGES, words
from app.page_names import PAGES
from tests.attention.folders import family

TEXT = "the dog sees a cat and it runs"


@pytest.fixture
def shelf(tmp_path, monkeypatch):
    """Save a model where links may name it, and load what is loaded in 16 bits."""
    family("llama", tmp_path / "narrow")
    monkeypatch.setenv("ATTENTION_ROOT", str(tmp_path))
    monkeypatch.setattr("attention.load", partial(attention.load, dtype=torch.bfloat16))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("page", [page for page in PAGES if page != "from_scratch"])
def test_every_page_draws_it_and_says_what_it_computes_in(visit_page, shelf, page, lang):
    query = {"kind": "head"} if page == "compare" else {}
    seen = visit_page(page, text=TEXT, model="narrow", lang=lang, layer=1, head=2, **query)
    t = words(lang)
    assert not seen.at.exception
    assert t("errors.unexpected") not in seen.text
    assert t("level.dtype", dtype="bfloat16") in seen.text


def test_a_model_in_32_bits_says_nothing_of_it(visit_page, tmp_path, monkeypatch):
    family("llama", tmp_path / "usual")
    monkeypatch.setenv("ATTENTION_ROOT", str(tmp_path))
    seen = visit_page("heads", text=TEXT, model="usual", lang="en")
    assert "it computes in" not in seen.text
