"""The Heads page as a way to look through all heads: links, patterns, summaries."""

import re

import pytest

from app.finding import marks, mode_of, search
from app.fitting import fit
from app.i18n import LANGUAGES, words
from app.reading import Reading
from app.selection import Selection
from attention import trace, views
from tests.app.conftest import ANIMAL

pytestmark = pytest.mark.weights

LINK = {"text": ANIMAL, "model": "minilm", "layer": 3, "head": 1, "query": 10, "key": 2}


def unfolded(seen):
    """Open what is summed up; folded, nothing of it is computed."""
    assert not [body for body in seen.html if "rollout" in body]
    return seen.opened("summaries")


@pytest.fixture(scope="module")
def reading(model) -> Reading:
    t = trace(model("minilm"), ANIMAL)
    return Reading(t, views.token_line(t.tokens), views.head_grid(t), ())


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("asked", [{}, {"filter": "link"}, {"filter": "paint", "paint": "3.2,4.3"}])
def test_every_way_of_looking_is_drawn_in_every_language(visit, lang, asked):
    seen = visit(lang=lang, **LINK, **asked)
    assert not seen.at.exception
    assert words(lang)("errors.unexpected") not in seen.text
    assert {name: seen.query[name] for name in asked} == asked


def test_a_found_link_stands_beside_what_other_words_give_and_the_base_rate(visit):
    said = visit(lang="en", filter="link", **LINK).text
    assert "L5H11 gives it the most: 0.647. There, other words that are no neighbours" in said
    assert "Of these 10, the most specific is L3H1 with 0.640, where such words give it" in said
    assert "only 0.053 on average" in said
    assert (
        "largest weight in 72 heads: the median is 0.203; 96 % of the pairs stay below 0.647"
        in said
    )
    assert "112 pairs" in said
    assert "L5H11" not in visit(lang="en", **LINK).text


@pytest.mark.parametrize(
    ("model", "query", "key", "said"),
    [
        ("minilm", 3, 2, "The two are neighbours"),
        ("minilm", 3, 0, "The key is a special token"),
        ("smollm2", 8, 0, "The key is the first token"),
        ("smollm2", 1, 8, "every head gives it 0"),
    ],
)
def test_a_link_that_is_cheap_or_impossible_is_called_so(visit, model, query, key, said):
    seen = visit(text=ANIMAL, model=model, query=query, key=key, filter="link", lang="en")
    assert said in seen.text


def test_the_ways_are_one_click_apart_and_written_to_the_address(visit):
    seen = visit(lang="en", **LINK)
    seen.at.button_group(key="mode").set_value("link").run()
    assert seen.query["filter"] == "link"
    seen.at.button_group(key="mode").set_value("patterns").run()
    assert "filter" not in seen.query


def test_the_open_heads_pattern_has_its_rule_its_scores_and_the_probes(visit):
    said = visit(**{**LINK, "layer": 1, "head": 8}, lang="en").text
    for part in (
        "This head here: next token",
        "0.5511 on average over the 14 rows that could show it; 0.0117 in the lowest row",
        "In 9 of 14 rows",
        "0.6326; 0.7806 if the rest of each row is rescaled",
        "more than 0.5 on average",
        "30 everyday English sentences: median 0.6071, minimum 0.5535; it earns the name on 30",
        "1 of 72 heads show this pattern",
    ):
        assert part in said


def test_a_head_without_a_pattern_is_not_given_one(visit):
    said = visit(**{**LINK, "layer": 5, "head": 11}, lang="en").text
    assert "This head here: not clearly" in said


def test_means_over_heads_are_named_and_rollout_has_its_source(visit):
    seen = unfolded(visit(**{**LINK, "layer": 5, "head": 11}, lang="en"))
    table = next(body for body in seen.html if "attention rollout" in body)
    rows = re.findall(r'<th scope="row" dir="auto">([^<]+)</th><td>([^<]+)</td>', table)
    assert rows[:3] == [
        ("this head, layer 5, head 11", "0.6466"),
        ("mean of the 12 heads of layer 5", "0.1295"),
        ("mean of all 72 heads", "0.0723"),
    ]
    assert "Abnar & Zuidema 2020" in seen.text
    assert "not a measurement" in seen.text


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("model", "layer", "head", "n_heads"), [("smollm2", 18, 8, 9), ("minilm", 5, 11, 12)]
)
def test_a_summary_counts_the_sinks_and_the_heads_of_its_own_model(
    visit, model, layer, head, n_heads, lang
):
    query = {"layer": layer, "head": head, "query": 6, "key": 2, "lang": lang}
    seen = unfolded(visit(text="fruit flies like a banana today", model=model, **query))
    table = next(body for body in seen.html if "rollout" in body)
    own = re.findall(r"<td>([^<]+)</td>", table)[3]
    if model == "smollm2":
        assert float(own) > 0.99
    named = re.search("1/([0-9]+)|of ([0-9]+) heads, one head", seen.text)
    assert named is not None
    assert str(n_heads) in named.groups()


def test_pieces_of_words_are_summed_up_to_words(visit):
    text = "Unbelievably, tokenizers misbehave"
    seen = unfolded(visit(text=text, model="minilm", layer=5, head=11, query=7, key=10, lang="en"))
    assert "“tokenizers” gives “misbehave” 0.0652" in seen.text


def test_marks_say_which_patterns_a_head_has_and_how_strong_it_is(reading):
    selection = Selection(ANIMAL, "minilm", filter="previous", sort="entropy")
    found = marks(reading, selection, search(reading, selection, 10, 2))
    names = ["induction", "duplicate", "previous", "next", "self", "punctuation", "separator"]
    assert found.shown[2] == 1 << names.index("previous")
    assert found.shown[12 + 8] == 1 << names.index("next")
    assert sum(bits >> 7 & 1 for bits in found.shown) == 28
    assert found.values["strength"][2] == 1000
    assert (found.filter, found.sort, found.ranks) == ("previous", "entropy", None)


def test_an_unknown_filter_or_order_is_none(reading):
    selection = Selection(ANIMAL, "minilm", filter="other", sort="size")
    found = marks(reading, selection, search(reading, selection, 10, 2))
    assert (mode_of(selection), found.filter, found.sort) == ("patterns", None, None)


def test_painted_cells_outside_the_sentence_are_left_out(reading):
    def found(*paint):
        asked = Selection(ANIMAL, "minilm", filter="paint", paint=paint)
        selection, _ = fit(asked, 6, 12, reading.trace.n_tokens)
        return search(reading, selection, 10, 2)

    assert found((3, 2), (4, 3), (90, 1)).ranks[0] == (0, 2)
    assert not found((90, 1)).heads


@pytest.mark.parametrize("model", ["minilm", "smollm2"])
def test_one_paints_above_the_grid_however_many_layers_it_has(visit, model):
    seen = visit(text=ANIMAL, model=model, filter="paint", paint="3.2", lang="en")
    names = [e.proto.component_name.split(".")[-1] for e in seen.at.get("bidi_component")]
    assert names.index("painter") < names.index("ranking") < names.index("grid")


def test_a_random_head_exists(visit):
    seen = visit(lang="en", text="hi", model="minilm")
    for _ in range(3):
        seen.at.button(key="random_head").click().run()
        assert not seen.at.exception
        assert int(seen.query.get("layer", 0)) < 6
        assert int(seen.query.get("head", 0)) < 12


@pytest.mark.parametrize("model", ["minilm", "e5", "smollm2"])
@pytest.mark.parametrize("text", ["!", "hi", "好", "a b " * 200])
def test_no_text_is_too_short_or_too_long_to_be_looked_through(visit, model, text):
    for asked in ("link", "paint"):
        seen = visit(text=text, model=model, filter=asked, paint="1.0", lang="en")
        assert not seen.at.exception
        assert words("en")("errors.unexpected") not in seen.text
