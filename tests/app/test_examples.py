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
    assert caption_of(example.place) == example.caption
    assert caption_of(replace(example, key=8).place) is None
    assert caption_of(replace(example, text="The cat sat").place) is None


@pytest.mark.parametrize("lang", ["en", "zh-CN"])
def test_a_visitor_starts_on_a_recommended_example_of_the_language(lang):
    assert first(lang).id == FIRST[lang]
    assert first(lang).recommended
    assert first(lang).language == lang


def test_a_teachers_own_examples_come_after_ours(tmp_path):
    entry = (
        'id = "mine"\nlanguage = "en"\nmodel = "minilm"\nkind = "lesson 1"\ntext = "The cat"\n'
        "layer = 0\nhead = 1\nquery = 2\nkey = 1\nrecommended = true\n[example.caption]\n"
        'en = "Look."\nzh-CN = "看。"\n'
    )
    file = tmp_path / "more.toml"
    file.write_text(f"[[example]]\n{entry}", encoding="utf-8")
    assert [example.id for example in library(file)[44:]] == ["mine"]


GOOD = (
    'id = "mine"\nlanguage = "zh-CN"\nmodel = "e5"\nkind = "其他"\ntext = "猫"\n'
    "layer = 0\nhead = 1\nquery = 2\nkey = 1\nrecommended = true\n"
    '[example.caption]\nen = "Look."\nzh-CN = "看。"\n'
)


@pytest.mark.parametrize(
    "text",
    [
        b"[[example]]\nid = 1",
        b"not toml [",
        b"[other]",
        b'example = "text"',
        b"example = 3",
        f"[[example]]\n{GOOD}".encode("gbk"),
        *(
            f"[[example]]\n{GOOD.replace(*change)}".encode()
            for change in [
                ("layer = 0", 'layer = "0"'),
                ("query = 2", "query = -2"),
                ("key = 1", "key = true"),
                ('"猫"', "7"),
                ('"zh-CN"\nmodel', '"fr"\nmodel'),
                ('zh-CN = "看。"', ""),
                ('en = "Look."', 'en = " "'),
                ('[example.caption]\nen = "Look."\nzh-CN = "看。"', 'caption = "Look."'),
                ('"mine"', '"zh-they"'),
            ]
        ),
    ],
)
def test_a_file_that_is_no_library_costs_its_examples_and_one_line_in_the_log(
    tmp_path, text, caplog
):
    file = tmp_path / "broken.toml"
    file.write_bytes(text)
    assert library(file) == library()
    assert [record.getMessage().count("broken.toml") for record in caplog.records] == [1]


def test_a_file_that_is_not_there_costs_one_line_in_the_log(tmp_path, caplog):
    assert library(tmp_path / "none.toml") == library(tmp_path) == library()
    assert len(caplog.records) == 2


def test_the_numbers_of_the_wheels_are_not_claimed_of_the_hubs_weights(monkeypatch, tmp_path):
    file = tmp_path / "more.toml"
    file.write_text(f"[[example]]\n{GOOD}", encoding="utf-8")
    ours, hers = library(file)[0], library(file)[-1]
    here = replace(info(ours.model), source="hub")
    monkeypatch.setattr("app.examples.info", lambda model: here)
    assert caption_of(ours.place, file) is None
    assert caption_of(hers.place, file) == hers.caption
