"""What a lesson link is made of, and where it leads."""

from dataclasses import replace
from urllib.parse import parse_qsl, urlsplit

import numpy as np
import pytest
import zxingcpp
from hypothesis import given as over
from hypothesis import strategies as st

from app.desk import address, given, qr
from app.desk.given import ORDER
from app.parsers import PARSERS
from app.selection import Selection
from tests.app.test_selection import selections

MODELS = ("minilm", "e5", "smollm2")
desks = st.builds(
    lambda view, page, names: replace(view, page=page, given=tuple(sorted(names, key=ORDER.index))),
    selections.filter(lambda view: view.text.strip()),
    st.sampled_from(address.PAGES),
    st.sets(st.sampled_from(["present", "weights", "sentence", "pickers", "nav", "dark"])),
)


@over(desks)
def test_a_link_laid_on_the_desk_again_is_the_same_link(desk):
    view = given.view(desk)
    found = given.taken_up(desk, given.page(desk), address.written(view), MODELS)
    assert (given.page(found), given.view(found)) == (given.page(desk), view)
    assert (found.lang, found.present, found.hide) == (desk.lang, False, ())


@over(desks)
def test_a_link_says_nothing_of_the_desk_it_was_made_on(desk):
    named = dict(parse_qsl(address.written(given.view(replace(desk, prepared="x", place=2)))))
    assert not named.keys() & {"page", "given", "prepared", "place"}
    assert named.keys() <= {*PARSERS, "lang"}


@over(desks)
def test_an_address_that_is_pasted_whole_opens_its_page_and_view(desk):
    view = given.view(desk)
    whole = address.link("http://10.0.0.5:8501/lab", given.page(desk), address.written(view))
    found = address.pasted(f"  {whole}\n")
    assert found is not None
    assert found[0] == given.page(desk)
    assert address.opened(found[1], Selection("hi", "minilm"), MODELS) == view


@pytest.mark.parametrize(
    "text",
    ["", "hello", "http://example.org/", "http://[", "/steps", "?x=1", "text=hi", "http://a/?b"],
)
def test_what_is_no_address_of_a_view_is_none(text):
    assert address.pasted(text) is None


def test_an_address_of_another_page_than_ours_opens_the_heads():
    assert address.pasted("http://a:1/lab?text=hi") == ("heads", "text=hi")
    assert address.pasted("http://a:1/?text=hi") == ("heads", "text=hi")
    assert address.pasted("http://a:1/teach?text=hi&page=steps") == ("heads", "text=hi&page=steps")


@pytest.mark.parametrize(
    ("url", "base"),
    [
        ("http://localhost:8501/teach", "http://localhost:8501"),
        ("http://localhost:8501/", "http://localhost:8501"),
        ("http://localhost:8501", "http://localhost:8501"),
        ("https://school.example/lab/teach/?x=1", "https://school.example/lab"),
        ("https://school.example/lab/heads", "https://school.example/lab"),
        ("https://school.example/lab", "https://school.example/lab"),
        ("http://[::1]:8501/steps", "http://[::1]:8501"),
        ("http://a:1/many_/many_heads", "http://a:1"),
        ("http://a:1/lab/many_/many_heads", "http://a:1/lab"),
        ("http://a:1/heads/heads", "http://a:1/heads"),
    ],
)
def test_the_server_is_what_stands_before_the_page(url, base):
    assert address.base(url) == base


@pytest.mark.parametrize(
    ("base", "is_only_here"),
    [
        ("http://localhost:8501", True),
        ("http://LOCALHOST", True),
        ("http://app.localhost:1", True),
        ("http://127.0.0.1:8501", True),
        ("http://127.8.8.8", True),
        ("http://[::1]:8501", True),
        ("http://192.168.1.20:8501", False),
        ("https://school.example", False),
        ("", False),
    ],
)
def test_an_address_that_only_this_machine_can_open_is_known(base, is_only_here):
    assert address.is_only_here(base) == is_only_here


def test_the_room_gets_this_machines_own_addresses_at_the_same_port(monkeypatch, tmp_path):
    monkeypatch.setattr(address, "INSIDE_A_CONTAINER", (tmp_path / "none",))
    monkeypatch.setattr(address, "own_hosts", lambda: ["192.168.1.20", "10.0.0.7"])
    assert address.in_the_room("http://localhost:8501/lab") == [
        "http://192.168.1.20:8501/lab",
        "http://10.0.0.7:8501/lab",
    ]
    assert address.in_the_room("http://localhost")[0] == "http://192.168.1.20"
    (tmp_path / "none").touch()
    assert address.in_the_room("http://localhost:8501") == []


def test_this_machines_own_addresses_are_ones_that_others_may_use():
    for host in address.own_hosts():
        assert not address.is_only_here(f"http://{host}")
        assert host.count(".") == 3


def drawn(code: qr.Code, scale: int = 4) -> np.ndarray:
    """Paint a code's path as a browser does: black bars on white."""
    image = np.full((code.side, code.side), 255, np.uint8)
    for bar in code.path.removesuffix("z").split("z"):
        start, rest = bar.removeprefix("M").split("h")
        (x, y), width = map(int, start.split()), int(rest.split("v")[0])
        image[y, x : x + width] = 0
    return np.kron(image, np.ones((scale, scale), np.uint8))


@over(desks)
def test_a_code_is_read_as_the_link_it_was_made_of(desk):
    link = address.link(
        "http://192.168.1.20:8501", given.page(desk), address.written(given.view(desk))
    )
    code = qr.code(link)
    assert code is not None
    (found,) = zxingcpp.read_barcodes(drawn(code))
    assert found.text == link
    assert urlsplit(found.text).path == f"/{given.page(desk)}"


def test_an_ordinary_chinese_link_makes_a_code_for_the_back_of_the_room():
    view = Selection("孩子们累了，他们想回家", "e5", layer=8, head=8, query=6, key=2, lang="zh-CN")
    code = qr.code(address.link("http://192.168.1.20:8501", "heads", address.written(view)))
    assert code is not None
    assert code.is_easy


def test_a_link_too_long_for_any_code_has_none():
    assert qr.code("http://a/?" + "x" * 4000) is None
