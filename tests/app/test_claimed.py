"""Claims of papers, courses and tools: each has a page with its number and its verdict, no more."""

import re
from dataclasses import replace
from html import unescape

import pytest

from app import claimed
from app.claimed import library, opened, verdict
from app.i18n import words
from app.selection import Selection
from attention.weights import info
from tests.cases import case, cases

TOLERANCE = 5e-3
CASES = cases("real-world-claim")
IDS = sorted(one["id"] for one in CASES)
MODEL = {"minilm": "minilm", "smollm2": "smol"}  # as the cases' verdicts name them
NUMBER = re.compile(r"\d\.\d{4}")
ALL = [(claim, link) for claim in library() for link in claim.links]


def reference(claim, link):
    """Give what a case says of a link, and its verdict; links stand in the order of the case."""
    one = case(claim.id)
    said = one["reference_values"][link.model]
    names = [name for name in one["verdicts"] if name in said]
    mine = [other for other in claim.links if other.model == link.model]
    name = names[mine.index(link)]
    return said[name], one["verdicts"][name][MODEL[link.model]]


def at(link) -> Selection:
    return Selection(**link.view)


def shown(seen) -> list[str]:
    """Give the lines of the claim's card, or nothing."""
    cards = [body for body in seen.html if '<section class="claim">' in body]
    lines = (line for body in cards for line in body.split("</p>") if line)
    return [unescape(re.sub(r"<[^>]+>", "", line)) for line in lines]


def test_every_claim_names_a_sentence_and_is_in_the_library_with_all_its_words():
    assert [claim.id for claim in library()] == IDS
    for claim in library():
        one = case(claim.id)
        sentences = [one["input"]] if isinstance(one["input"], str) else one["input"]
        assert claim.links[0].text == sentences[0]
        assert all(
            " ".join(filter(None, (link.text, link.pair))).split() == " ".join(sentences).split()
            for link in claim.links
        )
        assert (claim.source["en"], claim.says["en"]) == (one["source"], one["claim"])
        n_verdicts = sum(len(models) for models in one["verdicts"].values())
        assert len(claim.links) == n_verdicts


@pytest.mark.parametrize(("claim", "link"), ALL, ids=lambda one: getattr(one, "id", ""))
def test_a_link_is_what_was_recorded_and_its_verdict_the_very_words(claim, link):
    known, said = reference(claim, link)
    assert verdict(link, words("en")) == said
    if "na" in known:
        assert (link.layer, link.head, link.weight) == (None, None, None)
        return
    best = known["best"]
    assert (link.query, list(link.keys)) == (known["query_index"], known["key_indices"])
    assert (link.layer, link.head, link.weight) == (best["layer"], best["head"], best["weight"])


def test_verdicts_that_differ_in_one_language_differ_in_the_other():
    both = {(verdict(link, words("en")), verdict(link, words("zh-CN"))) for _, link in ALL}
    assert len({en for en, _ in both}) == len({zh for _, zh in both}) == len(both) == 17
    assert all(re.search(r"[\u4e00-\u9fff]", zh) for _, zh in both)


@pytest.mark.weights("minilm", "smollm2")
@pytest.mark.parametrize("id", IDS)
def test_the_page_shows_the_number_now_the_recorded_one_and_the_verdict(visit, id):
    (claim,) = (claim for claim in library() if claim.id == id)
    t = words("en")
    seen = visit(**claim.links[0].view, lang="en")
    for link in claim.links:
        if link is not claim.links[0]:
            seen.at.button(key=f"claim_{id}_{claim.links.index(link)}").click().run()
        assert not seen.at.exception
        known, said = reference(claim, link)
        lines = shown(seen)
        assert lines[0].endswith(f"{claim.source['en']}: {claim.says['en']}")
        assert t("claims.verdict", said=said) in lines
        assert t("claims.differs") not in lines
        numbers = [float(number) for number in NUMBER.findall(lines[1])]
        if "na" in known:
            assert numbers == []
            assert "exactly 0" in lines[1]
        else:
            assert numbers == pytest.approx([known["best"]["weight"]] * 2, abs=TOLERANCE)
            assert numbers[1] == known["best"]["weight"]


@pytest.mark.weights("minilm")
@pytest.mark.parametrize("lang", ["en", "zh-CN"])
def test_the_list_of_examples_offers_every_claim_and_opens_its_card(visit, lang):
    t = words(lang)
    seen = visit(text="The cat sat", model="minilm", pair="A dog ran", lang=lang)
    seen = seen.opened("examples")
    assert t("claims.group") in seen.text
    for claim in library():
        said = t("claims.says", source=claim.source[lang], claim=claim.says[lang])
        link = claim.links[0]
        (line,) = (line for line in seen.lines if line.startswith(said))
        assert line.endswith(verdict(link, t))
    seen.at.button(key="example_R04").click().run()
    assert "pair" not in seen.query
    link = library()[IDS.index("R04")].links[0]
    assert t("claims.verdict", said=verdict(link, t)) in shown(seen)


@pytest.mark.weights("minilm")
def test_two_sentences_of_one_run_have_their_claim_only_as_two(visit):
    link = library()[IDS.index("R07")].links[0]
    assert shown(visit(**link.view, lang="en"))
    assert not shown(visit(**{**link.view, "pair": ""}, lang="en"))


@pytest.mark.weights("minilm")
def test_a_caption_about_one_sentence_is_not_said_of_two(visit):
    place = {"text": case("R04")["input"], "model": "minilm", "layer": 3, "head": 1}
    alone = visit(**place, query=10, key=2, lang="en")
    both = visit(**place, query=10, key=2, pair="A dog ran", lang="en")
    is_said = [any('class="caption"' in body for body in seen.html) for seen in (alone, both)]
    assert is_said == [True, False]


@pytest.mark.parametrize("field", ["layer", "head", "query", "key", "text", "model", "pair"])
def test_a_claim_is_opened_by_exactly_its_view(field):
    claim, link = library()[0], library()[0].links[0]
    assert opened(at(link), link.query, link.keys[0]) == (claim, link)
    other = {"text": "No", "model": "e5", "pair": "No"}.get(field, 0)
    changed = replace(at(link), **{field: other})
    query, key = (changed.query if field == "query" else link.query), link.keys[0]
    assert opened(changed, query or 0, 0 if field == "key" else key) is None


def test_where_no_head_can_look_every_head_has_the_same_verdict():
    later = [link for _, link in ALL if link.weight is None]
    assert len(later) == 12
    for link in later:
        found = opened(replace(at(link), layer=7, head=3), link.query, link.keys[0])
        assert found is not None
        assert found[1] is link


def test_the_verdicts_of_the_wheels_are_not_said_of_the_hubs_weights(monkeypatch):
    link = library()[0].links[0]
    here = replace(info(link.model), source="hub")
    monkeypatch.setattr("app.claimed.info", lambda model: here)
    assert opened(at(link), link.query, link.keys[0]) is None


@pytest.mark.weights("minilm")
def test_a_number_that_is_not_the_recorded_one_is_not_passed_over(visit, monkeypatch):
    link = library()[0].links[0]
    monkeypatch.setattr(claimed, "TOLERANCE", -1.0)
    assert words("en")("claims.differs") in shown(visit(**link.view, lang="en"))
