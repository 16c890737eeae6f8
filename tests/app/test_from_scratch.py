import numpy as np
import pytest

from app.components.steps import WORDS
from app.i18n import LANGUAGES, prose, words
from app.scratch import bar
from attention.by_hand import Preset
from tests.app.scratch import alerts, open_scratch, walk
from tests.cases import case

EN = words("en")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("preset", Preset.__args__)
def test_every_preset_is_drawn_and_explained_in_every_language(preset, lang):
    seen = open_scratch(lang=lang, preset=preset, shuffle=2)
    assert seen.at.selectbox(key="preset").value == preset
    assert prose("from_scratch", lang)[preset] in seen.text
    assert words(lang)("errors.unexpected") not in seen.text
    assert alerts(seen) == []


def test_c124_reaches_the_page():
    wanted = case("C124")["reference_values"]
    seen = open_scratch(lang="en", preset="journey")
    row = walk(seen)
    assert row["labels"] == ["Your", "journey", "starts", "with", "one", "step"]
    assert (row["query"], row["scaling"], seen.query["preset"]) == (1, "none", "journey")
    np.testing.assert_allclose(row["scores"][1], wanted["scores_journey"], atol=1e-4)
    np.testing.assert_allclose(row["weights"][1], wanted["row_journey"], atol=5e-5)
    np.testing.assert_allclose(row["z"][1], wanted["context_journey"], atol=5e-5)
    assert "(0.1385, 0.2379, 0.2333, 0.124, 0.1082, 0.1581)" in seen.text


@pytest.mark.parametrize("causal", [0, 1])
def test_c126_reaches_the_page(causal):
    wanted, end = case("C126")["reference_values"], "_causal" if causal else ""
    row = walk(open_scratch(lang="en", preset="hand", causal=causal, query=1))
    for name, found in {
        "q": "Q",
        "k": "K",
        "v": "V",
        "scores": "score",
        "scaled": "scaled",
    }.items():
        np.testing.assert_allclose(row[name], wanted[found], atol=5e-5)
    np.testing.assert_allclose(row["weights"], wanted[f"weights{end}"], atol=5e-5)
    np.testing.assert_allclose(row["z"], wanted[f"out{end}"], atol=5e-5)
    np.testing.assert_array_equal(row["W_q"], wanted["Wq"])


def test_c127_the_same_address_gives_the_same_numbers_and_another_seed_others():
    first, again, other = (walk(open_scratch(text="a b c", seed=seed)) for seed in (0, 0, 1))
    assert all(np.array_equal(first[name], again[name]) for name in ("x", "weights", "total"))
    assert not np.array_equal(first["weights"], other["weights"])
    np.testing.assert_allclose(other["weights"].sum(axis=1), 1, atol=1e-6)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_c055_nine_heads_can_not_share_two_and_both_numbers_are_named(lang):
    seen = open_scratch(lang=lang, text="a b c", n_heads=9, n_kv_heads=2)
    (sentence,) = alerts(seen)
    assert "9" in sentence
    assert "2" in sentence
    assert walk(seen)["n_heads"] == 2
    assert seen.at.number_input(key="n_heads").value == 9
    assert seen.query["n_heads"] == "9"


def test_an_impossible_size_is_typed_and_the_last_good_layer_stays_until_it_is_mended():
    seen = open_scratch(text="a b c", d_model=8, n_heads=4, n_kv_heads=2, seed=3)
    good = walk(seen)
    at = seen.at
    for size, wrong, part in (("d_model", 17, "17"), ("d_model", 1, "1"), ("n_heads", 9, "9")):
        at.number_input(key=size).set_value(wrong).run()
        assert len(alerts(seen)) == 1
        assert part in alerts(seen)[0]
        assert np.array_equal(walk(seen)["weights"], good["weights"])
        at.number_input(key=size).set_value(8 if size == "d_model" else 4).run()
        assert alerts(seen) == []
    at.number_input(key="n_heads").set_value(2).run()
    assert (walk(seen)["n_heads"], walk(seen)["d_head"]) == (2, 4)


@pytest.mark.parametrize("wrong", [{"d_model": 99}, {"n_heads": 3, "d_model": 4}, {"d_k": 0}])
def test_beside_an_impossible_size_words_switches_and_clicks_are_obeyed(wrong):
    seen = open_scratch(text="a b c", causal=1, query=0, **wrong)
    assert len(alerts(seen)) == 1
    assert seen.at.toggle(key="causal").value
    assert (walk(seen)["looks"], walk(seen)["query"]) == ("back", 0)
    seen.at.toggle(key="causal").set_value(False).run()
    assert walk(seen)["looks"] != "back"
    (words,) = (head["labels"] for head, *_ in seen.messages("sentence"))
    assert words == ["a", "b", "c"]


def test_beside_an_impossible_switch_the_others_are_obeyed():
    seen = open_scratch(text="a b c", d_k=3)
    seen.at.toggle(key="projection").set_value(False).run()
    seen.at.toggle(key="causal").set_value(True).run()
    assert "Without projection" in alerts(seen)[0]
    assert walk(seen)["looks"] == "back"
    assert "W_q" in walk(seen)


def test_sizes_and_switches_go_into_the_address_and_a_preset_takes_its_own():
    seen = open_scratch(preset="hand")
    at = seen.at
    at.number_input(key="d_model").set_value(6).run()
    assert "preset" not in seen.query  # its matrices have one size; others are drawn
    assert seen.query["d_model"] == "6"
    at.toggle(key="causal").set_value(True).run()
    at.number_input(key="seed").set_value(7).run()
    assert {name: seen.query[name] for name in ("causal", "seed")} == {"causal": "1", "seed": "7"}
    assert walk(seen)["looks"] == "back"
    at.selectbox(key="preset").set_value("noun").run()
    assert not seen.query.keys() & {"d_model", "causal", "n_heads"}
    assert seen.query["text"] == "kittens slept because they dreamed"
    np.testing.assert_allclose(walk(seen)["weights"][3, 0], 0.9456, atol=5e-5)


def test_the_divisor_follows_the_heads_and_the_count_of_numbers_does_not():
    seen = open_scratch(text="a b", d_model=8, n_heads=1)
    facts = []
    for n_heads in (1, 2, 4, 8):
        seen.at.number_input(key="n_heads").set_value(n_heads).run()
        facts.append(next(line for line in seen.lines if line.startswith("d_k =")))
    assert [fact.split("divided by ")[1].split(" ")[0] for fact in facts] == [
        "√8",
        "√4",
        "√2",
        "√1",
    ]
    assert all("256 numbers" in fact for fact in facts)


def test_shared_keys_are_told_and_equal():
    first, second = (
        walk(open_scratch(text="a b c", d_model=8, n_heads=4, n_kv_heads=2, head=head))
        for head in (2, 3)
    )
    assert first["group"] == second["group"] == [2, 3]
    assert np.array_equal(first["k"], second["k"])
    assert not np.array_equal(first["q"], second["q"])


@pytest.mark.parametrize(
    ("query", "verdict"),
    [
        ({}, "order_blind"),
        ({"positions": 1}, "order_positions"),
        ({"causal": 1}, "order_causal"),
    ],
)
def test_one_click_shuffles_and_says_what_that_teaches(query, verdict):
    seen = open_scratch(text="the cat sat here", **query)
    seen.at.button(key="hand_shuffle").click().run()
    assert seen.query["shuffle"] == "1"
    assert EN(f"hand.{verdict}") in seen.text
    seen.at.button(key="hand_unshuffle").click().run()
    assert "shuffle" not in seen.query
    assert EN(f"hand.{verdict}") not in seen.text


def test_the_walks_own_words_are_words_of_the_walk():
    special = {"x_positions", "lead_qkv_identity", "lead_scaled_whole", "output_side_by_side"}
    own = {key.split(".")[1] for key in EN.entries if key.startswith("hand_walk.")}
    assert own - special <= WORDS


def test_every_preset_can_be_chosen():
    assert set(bar.ORDER) == set(Preset.__args__)
