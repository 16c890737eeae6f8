"""The teacher's desk, and how a lesson link shows every page."""

import re

import pytest

from app.desk import address, prepared
from app.desk.prepared import Link
from app.desk.told import LONGEST
from app.i18n import LANGUAGES, short, words
from app.notices import model_name
from app.parsers import Hidden
from tests.app.conftest import ANIMAL, LINKS

pytestmark = pytest.mark.weights

PAGES = [*address.PAGES]
VIEW = {"text": ANIMAL, "model": "minilm", "layer": 3, "head": 1, "query": 10, "key": 2}


def url(seen) -> str:
    return seen.messages("handout")[-1][0]["url"]


def mounted(seen) -> set[str]:
    """Name the components on a page."""
    names = (e.proto.component_name for e in seen.at.get("bidi_component"))
    return {name.rpartition(".")[2] for name in names}


def press(seen, key: str):
    seen.at.button(key=key).click().run()
    assert not seen.at.exception
    return seen


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("page", PAGES)
def test_the_desk_makes_a_link_to_every_page_in_every_language(visit_page, page, lang):
    seen = visit_page("teach", **VIEW, lang=lang, page=page)
    t = words(lang)
    assert t("errors.unexpected") not in seen.text
    assert t("teach.title") in seen.text
    assert f"/{page}?" in url(seen)
    named = t(f"nav.{page}")
    if page == "course":  # a lesson is called by its number
        view = {"layer": 3, "head": 1, "model": model_name("minilm", t)}
        named = t("teach.opens_course", lesson=1, step=1, text=short(ANIMAL, LONGEST), **view)
    assert named in "".join(seen.lines)


def test_what_is_chosen_on_the_desk_is_in_its_address_and_in_the_link(visit_page):
    seen = visit_page("teach", **VIEW, lang="en")
    at = seen.at
    at.selectbox(key="page").select("steps").run()
    at.selectbox(key="stage").select("scores").run()
    assert seen.query["page"] == "steps"
    assert seen.query["stage"] == "scores"
    assert "/steps?" in url(seen)
    assert "stage=scores" in url(seen)
    assert "page=" not in url(seen)


@pytest.mark.parametrize(
    "names", ["present", "weights", "dark,zh-CN", "present,sentence,pickers,nav"]
)
def test_how_students_see_it_is_said_in_words_and_in_the_link(visit_page, names):
    seen = visit_page("teach", **VIEW, lang="en", given=names)
    t, said = words("en"), next(line for line in seen.lines if line.startswith("Students open"))
    chosen = set(names.split(","))
    assert (t("teach.large") in said) == ("present" in chosen)
    assert ("present=1" in url(seen)) == ("present" in chosen)
    assert ("theme=dark" in url(seen)) == (t("teach.in_dark") in said) == ("dark" in chosen)
    assert ("lang=zh-CN" in url(seen)) == (t("teach.lang_zh-CN") in said) == ("zh-CN" in chosen)
    for name in Hidden.__args__:
        assert (t(f"teach.without_{name}") in said) == (name in chosen)
    hidden = [name for name in Hidden.__args__ if name in chosen]
    assert ("hide=" in url(seen)) == bool(hidden)
    if hidden:
        assert f"hide={'%2C'.join(hidden)}" in url(seen)


def test_the_desk_itself_keeps_nothing_back_and_is_not_enlarged(visit_page):
    seen = visit_page("teach", **VIEW, lang="en", given="present,weights,sentence,pickers,nav")
    assert {"composer", "sentence"} <= mounted(seen)
    assert seen.at.selectbox(key="model").value == "minilm"
    assert "present" not in seen.query
    assert "hide" not in seen.query


def test_an_address_that_is_pasted_is_laid_on_the_desk(visit_page):
    seen = visit_page("teach", lang="en")
    query = "text=The+cat+sat&model=minilm&layer=2&head=4&query=2&key=1&hide=nav&present=1"
    seen.at.text_input(key="pasted").set_value(f"http://a:1/qkv?{query}").run()
    assert (seen.query["text"], seen.query["page"]) == ("The cat sat", "qkv")
    assert seen.query["given"] == "present,nav"
    assert url(seen).endswith(
        "/qkv?text=The+cat+sat&model=minilm&layer=2&head=4&query=2&key=1&lang=en&present=1&hide=nav"
    )
    seen.at.text_input(key="pasted").set_value("http://example.org/").run()
    assert words("en")("teach.not_ours") in seen.text
    assert seen.query["page"] == "qkv"


def test_a_list_grows_link_by_link_and_lives_in_the_address_alone(visit_page, visit):
    seen = press(visit_page("teach", **VIEW, lang="en", page="steps"), "add_link")
    seen.at.selectbox(key="page").select("heads").run()
    press(seen, "add_link")
    links = prepared.read(seen.query["prepared"])
    assert [link.page for link in links] == ["steps", "heads"]
    again = visit_page("teach", **seen.query)
    assert again.messages("lesson_list")[-1][0]["names"] == [link.name for link in links]


def test_a_lesson_that_is_presented_opens_its_links_large_with_their_own_view(visit_page):
    links = [Link("one", "steps", "text=The+cat&model=minilm&layer=2&lang=en&hide=weights")]
    written = prepared.write([*links, Link("two", "heads", "text=A+dog&model=minilm&lang=zh-CN")])
    seen = press(visit_page("teach", **VIEW, lang="en", prepared=written), "present_lesson")
    assert seen.query["text"] == "The cat"
    assert (seen.query["present"], seen.query["place"]) == ("1", "1")
    assert seen.query["hide"] == "weights"
    bar = seen.messages("presenter")[-1][0]
    assert (bar["names"], bar["place"]) == (["one", "two"], 1)
    assert bar["url"].endswith(f"/steps?{links[0].query}")


@pytest.mark.parametrize("page", PAGES)
def test_every_page_is_presented_without_its_menu(visit_page, page):
    seen = visit_page(page, **VIEW, lang="en", present=1)
    assert words("en")("errors.unexpected") not in seen.text
    assert len(seen.messages("presenter")) == 1
    assert words("en")("app.name") not in seen.lines
    assert seen.query["present"] == "1"


@pytest.mark.parametrize("page", PAGES)
def test_on_every_page_what_is_kept_back_is_not_there_and_one_button_shows_it(visit_page, page):
    view = {**VIEW, "hide": "weights,sentence,pickers,nav"}
    seen = visit_page(page, **view, lang="en")
    assert words("en")("present.covered") in seen.text
    assert not re.search(r"\d\.\d{3}", seen.text)
    assert seen.charts() == 0
    assert "model" not in {box.key for box in seen.at.selectbox}
    assert seen.at.get("page_link") == []
    assert mounted(seen) <= {"toolbar", "sentence", "alignment"}
    press(seen, "show_all")
    assert "hide" not in seen.query
    assert words("en")("present.covered") not in seen.text
    assert len(seen.at.get("page_link")) >= len(PAGES)


@pytest.mark.parametrize("page", PAGES)
def test_numbers_that_are_covered_are_uncovered_by_their_own_button_alone(visit_page, page):
    seen = press(visit_page(page, **VIEW, hide="weights,nav", lang="en"), "uncover")
    assert seen.query["hide"] == "nav"
    assert words("en")("present.covered") not in seen.text


@pytest.mark.parametrize("model", LINKS)
def test_covered_tokens_carry_no_weights_to_the_browser(visit, model):
    seen = visit(**LINKS[model], model=model, hide="weights", lang="en")
    head, body = seen.messages("sentence")[-1]
    assert body == b""
    assert "weight" not in str(sorted(head.keys() - {"words"}))


def test_the_way_to_the_desk_takes_the_view_and_its_page_along(visit_page):
    seen = visit_page("steps", **VIEW, stage="scores", lang="en")
    way = next(w.proto for w in seen.at.get("page_link") if w.proto.page.endswith("teach"))
    assert "page=steps" in way.query_string
    assert "stage=scores" in way.query_string


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_desk_says_what_is_wrong_in_a_file_of_examples(visit_page, lang, monkeypatch, tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(
        '[[example]]\ntext = "Hi there"\n[[example]]\ntext = "Ho"\nlayer = "3"\n', "utf-8"
    )
    monkeypatch.setenv("ATTENTION_EXAMPLES", str(file))
    seen = visit_page("teach", **VIEW, lang=lang)
    t = words(lang)
    assert t("example_faults.no_index", line=5, name="layer", value='"3"') in seen.lines
    assert str(tmp_path) not in seen.text


def test_an_own_example_that_is_recommended_is_where_a_visitor_starts(visit, monkeypatch, tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text('[[example]]\ntext = "My own cat sat"\nrecommended = true\n', "utf-8")
    monkeypatch.setenv("ATTENTION_EXAMPLES", str(file))
    assert visit(lang="en").query["text"] == "My own cat sat"
