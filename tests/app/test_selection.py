from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.fitting import fit
from app.parsers import MAX_CHARS, PARSERS, clean, is_cut, lost
from app.selection import Selection, model_for

texts = st.text(max_size=80).map(clean)
indices = st.integers(0, 600)
selections = st.builds(
    Selection,
    text=texts,
    model=st.sampled_from(["minilm", "e5", "smollm2", "org/name"]),
    layer=indices,
    head=indices,
    query=st.none() | indices,
    key=st.none() | indices,
    view=st.sampled_from(["map", "lines"]),
    special=st.sampled_from(["show", "hide", "rescale"]),
    range=st.sampled_from(["full", "head"]),
    theme=st.sampled_from([None, "light", "dark"]),
    stage=st.sampled_from(["x", "qkv", "scores", "weights", "output"]),
    matrix=st.sampled_from(["q", "k", "v"]),
    dim=st.integers(0, 200),
    lang=st.sampled_from(["en", "zh-CN"]),
)
anything = st.none() | st.integers() | st.text() | st.lists(st.text()) | st.binary()


@given(selections)
def test_an_address_gives_back_the_selection_it_was_made_from(selection):
    assert Selection.from_query(selection.to_query()) == selection


@given(st.dictionaries(st.sampled_from([*PARSERS, "lang", "junk"]) | st.text(), anything))
def test_no_address_raises_and_each_gives_a_view_that_can_be_written(query):
    selection = Selection.from_query(query)
    assert selection.text or query.get("text") is not None
    assert len(selection.text) <= MAX_CHARS
    assert Selection.from_query(selection.to_query()) == selection


@given(st.dictionaries(st.sampled_from(list(PARSERS)), st.text(max_size=20)))
def test_what_can_not_be_read_is_named_and_the_rest_is_kept(query):
    selection = Selection.from_query(query)
    for name in query.keys() - set(lost(query)):
        if name not in ("text", "model"):
            assert getattr(selection, name) == PARSERS[name](query[name])


def test_an_address_always_names_text_model_and_language_and_leaves_defaults_out():
    assert Selection("hi", "minilm").to_query() == {"text": "hi", "model": "minilm", "lang": "en"}


def test_a_visitor_without_a_sentence_starts_on_the_example_of_the_language():
    english, chinese = Selection.from_query({}), Selection.from_query({}, "zh-CN")
    assert (english.model, english.layer, english.head, english.query) == ("minilm", 3, 1, 10)
    assert (chinese.text, chinese.model) == ("孩子们累了，他们想回家", "e5")
    assert (chinese.layer, chinese.head, chinese.query, chinese.key) == (8, 8, 6, 2)
    assert chinese.lang == "zh-CN"


@pytest.mark.parametrize("lang", ["zh", "zh-CN", "zh-TW", "ZH-hans"])
def test_every_tag_of_chinese_is_chinese(lang):
    assert Selection.from_query({"lang": lang}).lang == "zh-CN"


def test_the_language_of_a_link_wins_over_the_browser():
    assert Selection.from_query({"lang": "en"}, "zh-CN").lang == "en"
    assert Selection.from_query({"lang": "fr"}, "zh-CN").lang == "zh-CN"


@pytest.mark.parametrize(
    ("text", "model"),
    [
        ("The cat sat", "minilm"),
        ("猫坐在垫子上", "e5"),
        ("用 Python 写一句话", "minilm"),
        ("写一句很长的中文 ok", "e5"),
        ("123 !?", "minilm"),
        ("", "minilm"),
    ],
)
def test_a_sentence_without_a_model_gets_the_one_that_reads_it(text, model):
    assert model_for(text) == model


def test_a_model_without_a_sentence_gets_a_sentence_of_its_own():
    selection = Selection.from_query({"model": "smollm2"})
    assert selection.model == "smollm2"
    assert selection.text == "My brother bought a car, but he never drives it"


@pytest.mark.parametrize("value", ["-1", "1.5", "x", "", "٣", "1e3", " 2", "9" * 30])
def test_what_is_no_index_is_the_default_and_is_named(value):
    query = {"text": "hi", "layer": value, "query": value}
    selection = Selection.from_query(query)
    assert (selection.layer, selection.query) == (0, None)
    assert lost(query) == {"layer": value, "query": value}


def test_a_text_that_is_too_long_is_cut_and_said():
    query = {"text": "cat " * 2000}
    selection = Selection.from_query(query)
    assert len(selection.text) == MAX_CHARS
    assert (lost(query), is_cut(query)) == ({}, True)


def test_what_was_read_is_not_called_unreadable_because_it_was_written_otherwise():
    query = {"text": "a\r\nb\ud800\rc", "model": " minilm", "layer": "03", "head": "007"}
    selection = Selection.from_query(query)
    assert (selection.text, selection.model) == ("a\nb\nc", "minilm")
    assert (selection.layer, selection.head) == (3, 7)
    assert (lost(query), is_cut(query)) == ({}, False)


def test_no_name_where_a_model_is_named_is_unreadable():
    assert lost({"model": " "}) == {"model": " "}


@pytest.mark.parametrize("text", ["", "\ud800"])
def test_an_empty_text_is_asked_for_as_it_stands_and_no_example_takes_its_place(text):
    selection = Selection.from_query({"text": text})
    assert (selection.text, selection.model) == ("", "minilm")
    assert (lost({"text": text}), is_cut({"text": text})) == ({}, False)


def test_a_models_name_that_is_too_long_is_not_cut_into_another_one():
    assert lost({"model": "m" * 201}) == {"model": "m" * 201}
    assert Selection.from_query({"text": "hi", "model": "m" * 201}).model == "minilm"


@pytest.mark.parametrize("models", [("minilm",), ("e5",), ("smollm2",), ("org/name",)])
@pytest.mark.parametrize("lang", ["en", "zh-CN"])
@pytest.mark.parametrize("query", [{}, {"text": "猫坐在垫子上"}, {"text": "The cat sat"}])
def test_a_server_with_one_model_opens_it_whatever_is_asked_in_whichever_language(
    models, lang, query
):
    selection = Selection.from_query(query, lang, models)
    assert selection.model == models[0]
    assert selection.text == query.get("text", selection.text)


def test_a_model_is_chosen_among_those_that_can_be_had():
    assert model_for("猫坐在垫子上", ("minilm", "smollm2")) == "minilm"
    assert model_for("The cat sat", ("smollm2", "e5")) == "smollm2"
    assert model_for("The cat sat", ()) == "minilm"


def test_indices_outside_a_smaller_model_go_back_to_their_defaults():
    selection = Selection("hi", "minilm", layer=29, head=8, query=10, key=2)
    fitted, stale = fit(selection, n_layers=6, n_heads=12, n_tokens=5)
    assert fitted == replace(selection, layer=0, query=None)
    assert [(one.name, one.value, one.last) for one in stale] == [
        ("layer", 29, 5),
        ("query", 10, 4),
    ]


@given(selections, st.integers(1, 40), st.integers(1, 40), st.integers(1, 512))
def test_a_fitted_view_exists_and_fitting_it_again_changes_nothing(selection, layers, heads, n):
    fitted, _ = fit(selection, layers, heads, n)
    assert fitted.layer < layers
    assert fitted.head < heads
    assert fitted.query is None or fitted.query < n
    assert fitted.key is None or fitted.key < n
    assert fit(fitted, layers, heads, n) == (fitted, [])
