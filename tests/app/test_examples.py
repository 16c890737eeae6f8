import os
import re
import tomllib
from dataclasses import replace

import pytest

import attention
from app.examples import FIRST, OWN, caption_of, first, library
from attention.weights import info

RAW = tomllib.loads(OWN.read_text(encoding="utf-8"))
ALSO = [entry for entry in RAW["example"] if {"quoted", "mean_of_others"} & entry.keys()]


def test_the_library_has_all_examples_and_pairs_each_with_its_own_id():
    assert len(library()) == len({example.id for example in library()}) == 44
    assert len({pair["id"] for pair in RAW["pair"]}) == 12


def test_every_example_and_pair_has_a_caption_in_both_languages():
    for entry in [*RAW["example"], *RAW["pair"]]:
        assert all(entry["caption"][lang].strip() for lang in ("en", "zh-CN"))


@pytest.mark.weights
@pytest.mark.parametrize("entry", RAW["example"], ids=lambda entry: entry["id"])
def test_an_example_holds_on_the_embedded_weights(entry, model):
    trace = attention.trace(model(entry["model"]), entry["text"])
    weights = trace.weights(entry["layer"])[entry["head"]]
    found = weights[entry["query"], entry["key"]].item()
    assert found == pytest.approx(entry["weight"], abs=entry["tolerance"])
    assert f"{entry['weight']:.3f}" in entry["caption"]["en"]
    assert f"{entry['weight']:.3f}" in entry["caption"]["zh-CN"]


@pytest.mark.weights
@pytest.mark.parametrize("entry", ALSO, ids=lambda entry: entry["id"])
def test_what_else_a_caption_quotes_holds_too(entry, model):
    for quote in entry.get("quoted", []):
        trace = attention.trace(model(entry["model"]), quote.get("text", entry["text"]))
        weights = trace.weights(entry["layer"])[entry["head"]]
        found = weights[quote["query"], quote["key"]].item()
        assert found == pytest.approx(quote["weight"], abs=entry["tolerance"])
    if "mean_of_others" in entry:
        found = mean_of_others(entry, attention.trace(model(entry["model"]), entry["text"]))
        assert found == pytest.approx(entry["mean_of_others"], abs=entry["tolerance"])


def mean_of_others(entry, trace) -> float:
    """Give the mean weight on the key from words but the query, the key and its neighbours."""
    left_out = {entry["query"], entry["key"] - 1, entry["key"], entry["key"] + 1}
    column = trace.weights(entry["layer"])[entry["head"], :, entry["key"]]
    words = (
        i
        for i, token in enumerate(trace.tokens)
        if i not in left_out and not token.is_special and any(map(str.isalnum, token.label))
    )
    return column[list(words)].mean().item()


@pytest.mark.parametrize("entry", RAW["example"], ids=lambda entry: entry["id"])
@pytest.mark.parametrize("lang", ["en", "zh-CN"])
def test_a_caption_quotes_no_number_that_is_not_accounted_for(entry, lang):
    quoted = [quote["weight"] for quote in entry.get("quoted", [])]
    means = [entry["mean_of_others"]] if "mean_of_others" in entry else []
    known = [entry["weight"], *quoted, *means, *entry.get("elsewhere", [])]
    said = re.findall(r"\d\.\d{3}", entry["caption"][lang])
    assert {f"{number:.3f}" for number in known} - {"1.000"} == set(said) - {"1.000"}


@pytest.mark.weights
@pytest.mark.parametrize("entry", RAW["pair"], ids=lambda entry: entry["id"])
def test_a_pair_holds_on_the_embedded_weights(entry, model):
    for side, text in (("before", entry["text"]), ("after", entry["other_text"])):
        trace = attention.trace(model(entry["model"]), text)
        weights = trace.weights(entry["layer"])[entry["head"]]
        for link in entry["links"]:
            row = weights[link[side]["query"]]
            found = row[link[side]["key"]].item()
            assert found == pytest.approx(link[side]["weight"], abs=entry["tolerance"])
            assert (row.argmax().item() == link[side]["key"]) == link[side]["is_top_key"]


def test_a_caption_is_said_for_exactly_its_view_and_no_other():
    example = next(e for e in library() if e.id == "en-animal-L3H1")
    place = place_of(example)
    assert caption_of(place) == example.caption
    assert caption_of((*place[:-1], 8)) is None
    assert caption_of(("The cat sat", *place[1:])) is None


@pytest.mark.parametrize("lang", ["en", "zh-CN"])
def test_a_visitor_starts_on_a_recommended_example_of_the_language(lang):
    assert first(lang).id == FIRST[lang]
    assert first(lang).recommended
    assert first(lang).language == lang


GOOD = (
    '[[example]]\nid = "mine"\ntext = "猫"\nlayer = 0\nhead = 1\n'
    'query = 2\nkey = 1\ncaption = "看。"\n'
)


def test_a_teachers_own_examples_come_before_ours(tmp_path):
    file = tmp_path / "more.toml"
    file.write_text(GOOD, encoding="utf-8")
    assert [example.id for example in library(file)] == ["mine", *(e.id for e in library())]


def test_a_visitor_starts_on_an_own_example_that_is_recommended_in_the_language(tmp_path):
    file = tmp_path / "more.toml"
    file.write_text(
        f"{GOOD}\n[[example]]\nid = 'start'\ntext = '狗'\nrecommended = true\n", "utf-8"
    )
    assert first("zh-CN", extra=file).id == "start"
    assert first("en", extra=file).id == FIRST["en"]
    assert first("zh-CN", ("minilm",), extra=file).model == "minilm"


def test_a_file_that_is_changed_is_read_again(tmp_path):
    file = tmp_path / "more.toml"
    file.write_text(GOOD, encoding="utf-8")
    assert library(file)[0].text == "猫"
    file.write_text(GOOD.replace("猫", "狗"), encoding="utf-8")
    os.utime(file, ns=(1, 1))
    assert library(file)[0].text == "狗"


def test_what_is_wrong_with_a_file_is_said_once_in_the_log(tmp_path, caplog):
    file = tmp_path / "broken.toml"
    file.write_text(f"{GOOD}\n[[example]]\nlayer = 3\n", encoding="utf-8")
    assert library(file) == library(file)
    assert [record.getMessage() for record in caplog.records] == [
        f"examples in {file}, line 10: missing {{'name': 'text'}}"
    ]


def test_a_file_that_is_not_there_costs_one_line_in_the_log(tmp_path, caplog):
    assert library(tmp_path / "none.toml") == library(tmp_path) == library()
    assert len(caplog.records) == 2


def test_a_caption_without_a_query_holds_whichever_word_is_chosen(tmp_path):
    file = tmp_path / "more.toml"
    file.write_text(GOOD.replace("query = 2\nkey = 1\n", ""), encoding="utf-8")
    assert caption_of(("猫", "e5", 0, 1, 1, 2), file) == {"en": "看。", "zh-CN": "看。"}
    assert caption_of(("猫", "e5", 0, 2, 1, 2), file) is None


def test_an_example_without_a_caption_claims_nothing(tmp_path):
    file = tmp_path / "more.toml"
    file.write_text(GOOD.replace('caption = "看。"\n', ""), encoding="utf-8")
    assert caption_of(("猫", "e5", 0, 1, 2, 1), file) is None


def test_the_numbers_of_the_wheels_are_not_claimed_of_the_hubs_weights(monkeypatch, tmp_path):
    file = tmp_path / "more.toml"
    file.write_text(GOOD, encoding="utf-8")
    hers, ours = library(file)[0], library(file)[1]
    here = replace(info(ours.model), source="hub")
    monkeypatch.setattr("app.examples.info", lambda model: here)
    assert caption_of(place_of(ours), file) is None
    assert caption_of(place_of(hers), file) == hers.caption


def place_of(example) -> tuple[object, ...]:
    names = ("text", "model", "layer", "head", "query", "key")
    return tuple(getattr(example, name) for name in names)
