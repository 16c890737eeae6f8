"""Whatever a link says, there is a page, and what it could not have is named in one sentence."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.i18n import LANGUAGES, words
from app.parsers import MAX_CHARS, PARSERS, TEXTS, lost, written
from app.selection import Selection
from app.topbar import PAGES
from tests.app.conftest import ANIMAL, Seen

pytestmark = pytest.mark.weights("minilm")

PLAIN = {"text": ANIMAL, "model": "minilm", "lang": "en"}
SHARED = ("heads", "steps", "qkv", "many_heads", "what_if", "compare", "course")
ODD = ("nope", "99", "0", "-1", "1.5", "99.99", "5.11,99.99", "1,99", "none", "link", "1e9", "nan")
values = st.sampled_from(ODD) | st.text(max_size=8) | st.integers(-3, 10**7).map(str)
names = st.sampled_from(sorted({*PARSERS, "lang"} - {"text", "model"}))


def notices(seen: Seen) -> list[str]:
    bodies = (body for body in seen.html if not body.startswith("<style"))
    pairs = zip(seen.lines, bodies, strict=True)
    return [line for line, body in pairs if body.startswith('<p class="notice')]


def is_kept(name: str, value: str, seen: Seen) -> bool:
    """Tell whether the address still says what it said, or leaves out what is the default."""
    asked = Selection.from_query({**PLAIN, name: value}).to_query()
    return asked.get(name) == seen.query.get(name)


@given(name=names, value=values)
def test_a_value_is_read_as_it_is_written_or_named_with_what_it_said(name, value):
    query = {**PLAIN, name: value}
    found = Selection.from_query(query)
    if name in lost(query):
        assert lost(query) == {name: value}
        assert found == Selection.from_query(PLAIN)
    elif name not in ("lang", "block_layers"):  # which say nothing by themselves
        kept = getattr(found, name)
        assert kept == PARSERS[name](value)
        if name not in TEXTS:
            assert PARSERS[name](written(kept)) == kept


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(page=st.sampled_from(SHARED), name=names, value=values)
def test_any_value_of_any_parameter_gives_a_page_and_is_followed_or_answered(
    arrive, page, name, value
):
    query = {**PLAIN, name: value}
    seen = arrive(page, **query)
    assert not seen.at.exception
    said = notices(seen)
    assert words("en")("errors.unexpected") not in said
    if name in lost(query) or not is_kept(name, value, seen):
        named = [line for line in said if name in line or words("en")(f"parameters.{name}") in line]
        told = [line for line in said if value.strip() in line] or named
        assert told, (said, seen.query)
        assert len(named) <= 1


@pytest.mark.parametrize("page", PAGES)
def test_each_of_many_values_that_can_not_be_read_is_named_once_on_every_page(arrive, page):
    # Any text is one, and any name may be a model's: those are answered by their own sentences.
    unread = sorted({*PARSERS, "lang"} - {*TEXTS, "model", "other_model"})
    wrong = "no <b>way</b>"
    seen = arrive(page, text=ANIMAL, model="minilm", **dict.fromkeys(unread, wrong))
    said, t = notices(seen), words("en")
    for name in unread:
        line = t("notice.lost", what=t(f"parameters.{name}"), name=name, value=wrong)
        assert said.count(line) == 1
        assert seen.query.get(name) in (None, "en")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("page", "query", "key", "said"),
    [
        ("heads", {"paint": "99.99,2.3"}, "notice.stale_paint", {"value": "99.99", "last": 14}),
        ("steps", {"dim": "99"}, "notice.stale_dim", {"value": 99, "last": 31}),
        ("qkv", {"dim": "99"}, "notice.stale_dim", {"value": 99, "last": 31}),
        ("from_scratch", {"dim": "9", "seed": "1"}, "notice.stale_dim", {"value": 9, "last": 1}),
        ("course", {"step": "99"}, "notice.stale_step", {"value": 99, "last": 6}),
        (
            "what_if",
            {"off": "99.1,5.77,3.1"},
            "notice.absent",
            {"name": "off", "value": "5.77,99.1"},
        ),
        ("what_if", {"block_layers": "2"}, "notice.idle", {"name": "block_layers", "value": "2"}),
        ("what_if", {"block": "2,99"}, "notice.absent", {"name": "block", "value": "99"}),
        ("heads", {"sort": "nope"}, "notice.lost", {"name": "sort", "value": "nope"}),
        ("heads", {"filter": "nope"}, "notice.lost", {"name": "filter", "value": "nope"}),
        ("course", {"sampling": "0"}, "notice.lost", {"name": "sampling", "value": "0"}),
    ],
)  # fmt: skip
def test_what_does_not_exist_here_is_named_with_what_is_shown_instead(
    arrive, lang, page, query, key, said
):
    t = words(lang)
    seen = arrive(page, **{**PLAIN, "lang": lang, **query})
    what = t(f"parameters.{said['name']}") if "name" in said else ""
    assert notices(seen).count(t(key, what=what, model="MiniLM", shown=0, **said)) == 1
    assert not seen.at.exception


def test_what_is_painted_inside_the_sentence_stays(arrive):
    seen = arrive("heads", **PLAIN, filter="paint", paint="99.99,2.3")
    assert seen.query["paint"] == "2.3"


def test_layers_to_hide_in_leave_the_link_with_the_last_hidden_token(arrive):
    seen = arrive("what_if", **PLAIN, block="2", block_layers="1,3")
    assert seen.query["block_layers"] == "1,3"
    seen.at.multiselect(key="block").set_value([]).run()
    assert not {"block", "block_layers"} & seen.query.keys()
    assert not notices(seen)


@pytest.mark.parametrize("page", ["compare", "course"])
def test_a_page_that_leaves_sentence_b_out_keeps_it_for_the_way_back(arrive, page):
    seen = arrive(page, **PLAIN, pair="It was late")
    assert seen.query["pair"] == "It was late"
    assert words("en")("notice.one_text", pair="It was late") in notices(seen)
    seen.at.switch_page("app/pages/heads.py").run()
    assert seen.query["pair"] == "It was late"
    assert words("en")("notice.pair", pair="It was late") in notices(seen)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("n", "key", "room"), [(2500, "room", 1500), (MAX_CHARS, "no_room", 0)])
def test_a_long_sentence_says_how_much_room_it_leaves_for_the_other(arrive, lang, n, key, room):
    text = ("cat " * 1000)[:n]
    seen = arrive("compare", **{**PLAIN, "text": text, "lang": lang})
    t = words(lang)
    assert t(f"compare.{key}", limit=MAX_CHARS, taken=n, room=room) in notices(seen)
    assert not seen.at.exception
    names = [e.proto.component_name for e in seen.at.get("bidi_component")]
    assert names.count("attention_microscope.composer") == (2 if room else 1)


@pytest.mark.parametrize(
    ("name", "near"), [("hed", "head"), ("Layer", "layer"), ("quary", "query")]
)
def test_a_misspelt_name_is_named_with_the_one_that_was_meant(visit, name, near):
    said = f"The link says “{name}”, which nothing here is called; was “{near}” meant?"
    assert said in notices(visit(**PLAIN, **{name: "3"}))


def test_names_that_mail_programs_and_frames_add_are_nobodys_mistake(visit):
    added = {"utm_source": "mail", "fbclid": "x", "gclid": "x", "embed": "true", "ref": "a"}
    assert notices(visit(**PLAIN, **added)) == []
