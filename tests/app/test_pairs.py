import tomllib
from dataclasses import replace

import pytest

import attention
from app.examples import OWN
from app.i18n import LANGUAGES
from app.pairs import USED, completed, library, opened
from app.selection import Selection
from attention.weights import info

RAW = tomllib.loads(OWN.read_text(encoding="utf-8"))
OTHERS = RAW["comparison"]
ANIMAL = "The animal didn't cross the street because it was too tired"
WIDE = ANIMAL.replace("tired", "wide")


def selection_of(pair) -> Selection:
    return Selection(**pair.view)


def test_the_library_has_the_twelve_pairs_and_more_each_with_its_own_id():
    assert len({pair.id for pair in library()}) == len(library()) == 12 + len(OTHERS)
    assert {pair.kind for pair in library()} == set(USED)
    for pair in library():
        assert all(pair.caption[lang].strip() for lang in LANGUAGES)
    assert all(set(pair.elsewhere) == set(LANGUAGES) for pair in library()[:12])


@pytest.mark.parametrize("pair", library(), ids=lambda pair: pair.id)
def test_a_caption_is_said_for_exactly_its_comparison(pair):
    selection = selection_of(pair)
    assert opened(selection) == pair
    assert opened(replace(selection, query=0, key=None)) == pair
    assert opened(replace(selection, layer=selection.layer + 20)) is None
    assert opened(replace(selection, text=f"{selection.text}.")) is None
    changed = {"text": "other_text", "model": "other_model", "head": "other_head"}[pair.kind]
    assert opened(replace(selection, **{changed: None})) is None


@pytest.mark.parametrize("pair", library(), ids=lambda pair: pair.id)
def test_a_link_to_the_first_side_alone_is_completed_with_something_measured(pair):
    empty = {"other_text": "", "other_model": None, "other_layer": None, "other_head": None}
    found = completed(replace(selection_of(pair), **empty))
    assert opened(found) is not None
    assert opened(found).starts(selection_of(pair))


def test_what_a_link_says_is_never_overruled():
    asked = Selection(ANIMAL, "minilm", 3, 1, other_text="The animal slept")
    assert completed(asked) == asked
    unknown = Selection("No pair has this", "minilm", 3, 1)
    assert completed(unknown) == unknown


def test_the_numbers_of_the_wheels_are_not_claimed_of_the_hubs_weights(monkeypatch):
    pair = library()[0]
    here = replace(info("minilm"), source="hub")
    monkeypatch.setattr("app.pairs.info", lambda model: here)
    assert opened(selection_of(pair)) is None


@pytest.mark.weights
@pytest.mark.parametrize("entry", OTHERS, ids=lambda entry: entry["id"])
def test_a_comparison_holds_on_the_embedded_weights(entry, model):
    sides = {
        "before": (entry["model"], entry["text"], entry["layer"], entry["head"]),
        "after": (
            entry.get("other_model", entry["model"]),
            entry.get("other_text", entry["text"]),
            entry.get("other_layer", entry["layer"]),
            entry.get("other_head", entry["head"]),
        ),
    }
    for side, (name, text, layer, head) in sides.items():
        weights = attention.trace(model(name), text).weights(layer)[head]
        for link in entry["links"]:
            found = weights[link[side]["query"], link[side]["key"]].item()
            assert found == pytest.approx(link[side]["weight"], abs=entry["tolerance"])
            said = f"{link[side]['weight']:.3f}"
            assert said == "0.000" or all(said in entry["caption"][lang] for lang in LANGUAGES)


@pytest.mark.weights("smollm2")
def test_what_a_caption_says_of_all_heads_of_the_causal_model_holds(model):
    trace = attention.trace(model("smollm2"), ANIMAL)
    heads = [(layer, head) for layer in range(30) for head in range(9)]
    pair = {place: trace.weights(place[0])[place[1], 8] for place in heads}
    assert max(heads, key=lambda place: pair[place][1]) == (13, 8)
    assert max(heads, key=lambda place: pair[place][6]) == (21, 6)
    assert pair[21, 6][6].item() == pytest.approx(0.558, abs=5e-4)
    assert all(row[9:].abs().max() == 0 for row in pair.values())


@pytest.mark.weights("e5")
def test_what_a_caption_says_of_other_pronouns_holds(model):
    (entry,) = (entry for entry in OTHERS if "others" in entry)
    for word, said in entry["others"].items():
        trace = attention.trace(model("e5"), entry["text"].replace("他们", word))
        assert trace.tokens[6].label == word
        assert trace.weights(8)[8, 6, 2].item() == pytest.approx(said, abs=5e-4)
        assert all(f"{said:.3f}" in entry["caption"][lang] for lang in LANGUAGES)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_sentence_a_visitor_starts_with_has_a_measured_other_side(lang):
    start = Selection.start(lang)
    assert opened(completed(start)) is not None


@pytest.mark.weights("minilm")
def test_animal_stays_ahead_in_l5h11_and_the_mean_of_the_others_is_as_said(model):
    for word in ("tired", "wide", "broad", "long", "busy", "narrow", "icy", "noisy"):
        trace = attention.trace(model("minilm"), ANIMAL.replace("tired", word))
        row = trace.weights(5)[11, 10]
        assert row[1:].argmax() == 1
    trace = attention.trace(model("minilm"), ANIMAL)
    others = [1, 4, 5, 6, 7, 8, 9, 11, 12, 13]
    (entry,) = (entry for entry in OTHERS if "mean_of_others" in entry)
    words = [i for i in others if trace.tokens[i].label.isalnum() and i not in (1, 3)]
    for (layer, head), mean in zip(((3, 1), (5, 11)), entry["mean_of_others"], strict=True):
        assert trace.weights(layer)[head, words, 2].mean().item() == pytest.approx(mean, abs=5e-4)


@pytest.mark.weights
@pytest.mark.parametrize("entry", [*RAW["pair"], *OTHERS], ids=lambda entry: entry["id"])
def test_a_caption_quotes_its_numbers_as_the_page_prints_them(entry, model):
    name, layer, head = entry["model"], entry["layer"], entry["head"]
    sides = [("before", name, entry["text"], layer, head)]
    after = {**entry, **{k.removeprefix("other_"): v for k, v in entry.items() if "other_" in k}}
    sides.append(("after", *(after[k] for k in ("model", "text", "layer", "head"))))
    for side, model_id, text, in_layer, in_head in sides:
        weights = attention.trace(model(model_id), text).weights(in_layer)[in_head]
        for link in entry["links"]:
            weight = weights[link[side]["query"], link[side]["key"]].item()
            for lang in LANGUAGES:
                quoted = entry["caption"][lang]
                near = [f"{weight + step:.3f}" for step in (-0.001, 0.001)]
                assert f"{weight:.3f}" in quoted or not any(n in quoted for n in near)
