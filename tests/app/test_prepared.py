"""A lesson's list of links lives in an address: it comes back whole, or not at all."""

import json
import zlib
from base64 import urlsafe_b64encode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.desk import prepared
from app.desk.prepared import MAX_LINKS, MAX_NAME, MAX_WRITTEN, Link

whole = st.text(max_size=30).map(lambda text: text.encode("utf-8", "ignore").decode("utf-8"))
links = st.builds(Link, whole, st.sampled_from(["heads", "steps", "course"]), whole)
lists = st.lists(links, min_size=1, max_size=8)


def packed(value: object) -> str:
    packer = zlib.compressobj(9, wbits=-15)
    text = json.dumps(value).encode()
    return urlsafe_b64encode(packer.compress(text) + packer.flush()).decode().rstrip("=")


@given(lists)
def test_a_list_comes_back_from_an_address_as_it_was(found):
    written = prepared.write(found)
    assert written is not None
    assert prepared.read(written) == tuple(found)
    assert written.replace("-", "").replace("_", "").isalnum()


@given(st.text() | st.text("ABCabc019-_", max_size=200))
def test_no_text_raises_where_a_list_should_be(text):
    assert isinstance(prepared.read(text), tuple)


@given(lists, st.data())
def test_a_damaged_list_is_none_or_one_that_can_be_written(found, data):
    written = prepared.write(found) or ""
    place = data.draw(st.integers(0, len(written) - 1))
    sign = data.draw(st.sampled_from("ABCabc019-_"))
    read = prepared.read(written[:place] + sign + written[place + 1 :])
    assert prepared.read(prepared.write(read) or "") == read


@pytest.mark.parametrize(
    "value",
    [
        {"a": 1},
        [["name", "heads"]],
        [["name", "heads", 3]],
        [["n" * (MAX_NAME + 1), "heads", "text=hi"]],
        [["name", "heads", "\ud800"]],
        [["name", "heads", "text=hi"]] * (MAX_LINKS + 1),
        "text",
        3,
    ],
)
def test_what_is_no_list_of_links_is_no_list(value):
    assert prepared.read(packed(value)) == ()


def test_a_list_that_would_unpack_to_megabytes_is_not_unpacked():
    bomb = packed([["n", "heads", "x" * 3_000_000]])
    assert len(bomb) < MAX_WRITTEN
    assert prepared.read(bomb) == ()


def test_a_list_that_no_address_holds_is_not_written():
    assert prepared.write([Link("n", "heads", "q")] * (MAX_LINKS + 1)) is None
    varied = "".join(chr(0x4E00 + 7 * i % 20000) for i in range(4000))
    assert prepared.write([Link("n", "heads", varied)]) is None


def test_twenty_ordinary_links_fit_into_an_address():
    texts = (
        f"The animal number {i} did not cross the street because it was tired" for i in range(20)
    )
    query = "text={}&model=minilm&layer=3&head=1&query=10&key=2&lang=en"
    found = [Link(f"Look at {text}"[:60], "steps", query.format(text)) for text in texts]
    written = prepared.write(found)
    assert written is not None
    assert len(written) < 1500


@given(lists, st.data())
def test_a_link_moves_as_far_as_the_list_goes_and_the_others_keep_their_order(found, data):
    index = data.draw(st.integers(0, len(found) - 1))
    by = data.draw(st.integers(-10, 10))
    moved = list(prepared.moved(found, index, by))
    place = min(max(0, index + by), len(found) - 1)
    assert moved[place] == found[index]
    del moved[place]
    assert moved == [*found[:index], *found[index + 1 :]]


@given(lists, st.text())
def test_a_new_name_is_one_line_and_a_blank_one_changes_nothing(found, name):
    (first, *others) = prepared.renamed(found, 0, name)
    assert others == found[1:]
    assert len(first.name) <= max(MAX_NAME, len(found[0].name))
    assert first.name == (prepared.tidy(name) or found[0].name)
    assert "\n" not in prepared.tidy(name)
