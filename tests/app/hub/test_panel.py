"""A link to a model of a hub: told how large it is, fetched by a button, stopped, gone on with."""

import time

import pytest

from app.downloads import downloads
from app.i18n import LANGUAGES, words
from attention import hub as hubs
from tests.attention.hub.conftest import NAME

pytestmark = pytest.mark.weights("minilm")

LINK = {"text": "the cat sees a dog", "model": NAME, "lang": "en"}


def buttons(seen) -> list[str]:
    return [button.key for button in seen.at.button if str(button.key).startswith("hub_")]


def press(seen, key: str):
    seen.at.button(key=key).click().run()
    assert not seen.at.exception
    return seen


def ended() -> None:
    while downloads().of(NAME).is_running:
        time.sleep(0.02)


def test_a_link_alone_fetches_nothing_and_says_how_much_it_would_be(visit, stocked):
    seen = visit(**LINK)
    size = hubs.look_up(NAME).n_bytes / 1e6
    assert f"“{NAME}” is not on this server yet. To fetch: {size:.0f} MB." in seen.text
    assert "It is a BertModel." in seen.text
    assert "Shown instead: MiniLM, “the cat sees a dog”" in seen.text
    assert buttons(seen) == ["hub_fetch"]
    assert stocked.weights_asked() == []


def test_the_button_fetches_the_model_and_then_the_link_is_shown(visit, stocked):
    seen = press(visit(**LINK), "hub_fetch")
    ended()
    seen.at.run()
    assert not seen.at.exception
    assert buttons(seen) == []
    assert "2 layers × 4 heads" in seen.text
    assert (seen.query["model"], "Shown instead" in seen.text) == (NAME, False)
    assert len(stocked.weights_asked()) == 1


def test_a_download_shows_its_bytes_to_everybody_and_can_be_stopped(visit, stocked, monkeypatch):
    monkeypatch.setattr("attention.hub.fetching.CHUNK", 1000)
    stocked.halt_after = 20_000
    stocked.go.clear()
    press(visit(**LINK), "hub_fetch")
    download = downloads().of(NAME)
    while download.step is None or download.step.n_bytes < 20_000:
        time.sleep(0.02)
    other = visit(**LINK)
    assert buttons(other) == ["hub_stop"]
    assert "0 MB of 0 MB" in other.text
    press(other, "hub_stop")
    stocked.go.set()
    ended()
    stocked.halt_after = 0
    other.at.run()
    assert buttons(other) == ["hub_fetch"]
    assert "have come already" in other.text
    press(other, "hub_fetch")
    ended()
    other.at.run()
    assert "2 layers × 4 heads" in other.text
    assert [asked is None for asked in stocked.weights_asked()] == [True, False]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_not_on_the_hub_costs_one_sentence_and_can_be_asked_for_again(visit, hub, lang):
    seen = visit(**LINK | {"lang": lang})
    assert words(lang)("errors.model_unavailable.unknown_repo", model=NAME) in seen.text
    assert buttons(seen) == ["hub_again"]
    assert seen.charts() == 1


def test_a_model_of_pickles_is_offered_no_button(visit, stocked):
    del stocked.repos[NAME]["model.safetensors"]
    seen = visit(**LINK)
    assert "Other formats can hold programs, so they are not read." in seen.text
    assert "hub_fetch" not in buttons(seen)


def test_a_model_beyond_the_memory_is_refused_before_it_is_fetched(visit, stocked):
    stocked.n_parameters = 400 * 10**9
    seen = visit(**LINK)
    assert f"“{NAME}” would need about 1600.0 GB of memory" in seen.text
    assert buttons(seen) == []


def test_a_download_that_fails_says_why_and_can_be_tried_again(visit, stocked):
    seen = visit(**LINK)
    stocked.spoil = True
    press(seen, "hub_fetch")
    ended()
    seen.at.run()
    assert "are not the ones expected" in seen.text
    assert buttons(seen) == ["hub_fetch"]


def test_a_hub_model_is_not_fetched_where_only_the_list_is_allowed(visit, stocked, monkeypatch):
    monkeypatch.setenv("ATTENTION_HUB", "0")
    assert f"This server does not load “{NAME}” from a link." in visit(**LINK).text
    assert stocked.asked == []
    monkeypatch.setenv("ATTENTION_MODELS", f"minilm {NAME}")
    assert buttons(visit(**LINK)) == ["hub_fetch"]


def test_another_side_of_a_comparison_starts_no_download(visit_page, stocked):
    seen = visit_page("compare", **LINK | {"model": "minilm", "kind": "model", "other_model": NAME})
    assert f"“{NAME}” has not been fetched to this server yet." in seen.text
    assert stocked.weights_asked() == []
