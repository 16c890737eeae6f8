"""What a menu offers, and that nothing of it is made unasked."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import attention
from app import saving
from app.figures.alone import alone
from app.file_names import file_name
from app.i18n import LANGUAGES, words
from app.lessons.answers import Answer, as_page


@given(st.text(max_size=300), st.text(max_size=60))
def test_a_files_name_is_plain_and_short_whatever_is_typed(text, model):
    found = file_name("heads", model, "L3H1", text=text)
    assert found.replace("-", "").replace("_", "").isalnum()
    assert found.isascii()
    assert len(found) < 120


def test_two_chinese_sentences_give_two_files():
    assert file_name("a", text="孩子们累了") != file_name("a", text="他们想回家")


@pytest.mark.weights("minilm")
def test_a_closed_menu_is_one_button_and_computes_nothing(visit_page, monkeypatch):
    monkeypatch.setattr(saving, "content", lambda *_: pytest.fail("nobody asked"))
    seen = visit_page("steps", text="The cat sat", model="minilm")
    assert seen.messages("save") == []
    assert seen.at.get("download_button") == []


@pytest.mark.weights("minilm")
def test_no_file_names_the_folder_of_a_server(model, tmp_path):
    trace = attention.trace(replace(model("minilm"), id="/srv/secret/model"), "The cat sat")
    trace = saving.named(trace, "model")
    writers = {
        "csv": lambda path: trace.to_csv(path, 0, 0),
        "json": lambda path: trace.to_json(path, 0, 0),
        "npz": trace.to_npz,
    }
    for ending, write in writers.items():
        assert b"secret" not in saving.content(write, ending)


def test_a_pictures_own_page_brings_everything_along():
    """Case C106."""
    import plotly.graph_objects as go

    page = alone(go.Figure(go.Heatmap(z=[[1]])), "<b>caption</b>", "en")
    assert '<script src="' not in page
    assert "&lt;b&gt;caption" in page
    assert 4 < len(page) / 1e6 < 6


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_students_answers_are_a_page_with_all_she_wrote(lang):
    given_ = Answer(2, "Which?", "here", 0, "<it>", "animal", False, "because\n<script>")
    page = as_page([given_, replace(given_, is_right=True)], words(lang)).decode()
    for said in ("Which?", "here", "&lt;it&gt;", "animal", "because\n&lt;script&gt;"):
        assert said in page
    assert words(lang)("course.score", n=2, right=1) in page
    assert "<script" not in page
