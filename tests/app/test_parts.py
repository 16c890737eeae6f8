"""Models of two texts on the pages: three kinds of attention, a target, links that say both."""

import numpy as np
import pytest

import attention
from app.i18n import LANGUAGES, words
from tests.attention.test_parts import SIDES, TARGET, TEXT, own_weights

PAGES = ("heads", "steps", "qkv", "many_heads")


def notices(seen):
    return [body for body in seen.html if 'class="notice' in body]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("part", SIDES)
@pytest.mark.parametrize("page", PAGES)
def test_every_page_draws_every_part_without_a_complaint(two, page, part, lang):
    seen = two(page, part=part, lang=lang, model="bart" if page == "qkv" else "t5")
    assert not seen.at.exception
    assert notices(seen) == []
    assert "{" not in seen.text
    head, row = seen.messages("sentence")[0]
    n_queries, n_keys = SIDES[part]
    assert len(head["labels"]) == n_queries
    assert len(row) == 2 * n_keys
    assert (head["others"] is not None) == (part == "cross")
    assert seen.query.get("part") == (None if part == "encoder" else part)
    control = seen.at.segmented_control(key="part")
    assert control.value == part


@pytest.mark.parametrize("part", SIDES)
def test_the_numbers_sent_are_the_models_own_eager_weights(two, translators, part):
    run = attention.trace(attention.load(str(translators / "t5")), TEXT, target=TARGET)
    own = own_weights(run)[part]
    seen = two("heads", part=part, layer=1, head=2, view="lines")
    head, body = seen.messages("grid")[0]
    cells = np.frombuffer(body, "<u2").reshape(2, 4, head["rows"], head["columns"])
    assert (head["rows"], head["columns"]) == SIDES[part]
    assert head["key_labels"] == list(run.at(part).keys.labels)
    for layer in range(2):
        weights = np.where(cells[layer] == 65535, 0, cells[layer]) / 1000
        assert np.abs(weights - own[layer].numpy()).max() <= 0.000501
    head, body = seen.messages("lines")[0]
    assert (len(head["labels"]), len(head["keys"]["labels"])) == SIDES[part]
    assert np.array_equal(np.frombuffer(body, "<u2").reshape(SIDES[part]), cells[1, 2])
    head, body = two("steps", part=part, layer=1, head=2).messages("steps")[0]
    at = 0
    for name, rows, columns in head["matrices"]:
        if name == "weights":
            sent = np.frombuffer(body, "<f4")[at : at + rows * columns].reshape(rows, columns)
            assert np.abs(sent - own[1][2].numpy()).max() <= 1e-6
        at += rows * columns
    assert (len(head["asker_labels"]), len(head["labels"])) == SIDES[part]


def test_only_self_attention_of_t5_has_a_stage_for_its_position_bias(two):
    stages = {part: two("steps", part=part).messages("steps")[0][0] for part in SIDES}
    assert {part: "bias" in head["stages"] for part, head in stages.items()} == {
        "encoder": True,
        "decoder": True,
        "cross": False,
    }
    assert {head["scaling"] for head in stages.values()} == {"none"}
    assert {head["is_cross"] for head in stages.values()} == {False, True}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_empty_target_is_the_start_token_alone_and_said_so(two, lang):
    seen = two("heads", target=None, part="cross", lang=lang)
    assert words(lang)("parts.no_target", start="<pad>") in seen.lines
    assert seen.messages("sentence")[0][0]["labels"] == ["<pad>"]
    assert words(lang)("parts.no_target", start="<pad>") not in two("heads", lang=lang).lines


def test_another_part_begins_with_its_own_pair_and_keeps_layer_and_head(two):
    seen = two("heads", layer=1, head=3, query=6, key=5)
    seen.at.segmented_control(key="part").set_value("cross").run()
    assert not seen.at.exception
    assert {"part": "cross", "layer": "1", "head": "3"}.items() <= seen.query.items()
    assert not {"query", "key"} & seen.query.keys()
    seen.at.segmented_control(key="part").set_value("encoder").run()
    assert "part" not in seen.query
    assert seen.query["target"] == TARGET


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_part_that_is_none_falls_back_and_one_sentence_names_it(two, visit, lang):
    t = words(lang)
    seen = two("heads", part="middle", lang=lang)
    assert len(notices(seen)) == 1
    assert "middle" in notices(seen)[0]
    assert seen.at.segmented_control(key="part").value == "encoder"
    seen = visit(text=TEXT, model="minilm", part="cross", lang=lang)
    said = t("notice.stale_part", model="MiniLM", value=t("parts.cross"), last=0, shown=0)
    assert [line for line in seen.lines if line == said] == [said]
    assert "part" not in seen.query


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_model_of_one_text_has_no_switch_and_names_a_target_it_does_not_read(visit, lang):
    seen = visit(text=TEXT, model="minilm", target="der Hund", lang=lang)
    assert words(lang)("parts.one_text", target="der Hund") in seen.lines
    plain = visit(text=TEXT, model="minilm", lang=lang)
    assert not [one for one in plain.at.segmented_control if one.key == "part"]
    assert len(plain.at.get("bidi_component")) == len(seen.at.get("bidi_component"))


def test_places_outside_the_two_texts_are_named_with_the_text_they_are_outside_of(two):
    seen = two("heads", part="cross", query=5, key=7)
    assert len(notices(seen)) == 2
    assert {"query", "key"} & seen.query.keys() == set()
    assert notices(two("heads", part="cross", query=4, key=6)) == []


def test_finding_a_link_across_ranks_heads_by_what_the_target_gives_the_source(two, translators):
    run = attention.trace(attention.load(str(translators / "t5")), TEXT, target=TARGET).at("cross")
    seen = two("heads", part="cross", filter="link", query=2, key=6)
    assert not seen.at.exception
    best = run.find_links(2, 6, top=1)[0]
    assert f"L{best.layer}H{best.head}" in seen.text
    seen = two("heads", part="cross", filter="paint", paint="0.6,4.0")
    assert not seen.at.exception
    assert notices(seen) == []
    assert len(seen.messages("grid")[0][0]["marks"]["ranks"]) > 0
    assert (
        two("heads", part="cross", sort="distance").messages("grid")[0][0]["marks"]["sort"] is None
    )


def test_what_is_folded_away_can_be_opened_across(two):
    seen = two("heads", part="cross", query=2, key=6)
    for fold in ("summaries", "habit_table", "row_table"):
        seen.opened(fold)
        assert not seen.at.exception
    assert notices(seen) == []
    assert not two("qkv", part="cross", matrix="k").opened("plane").at.exception
