"""A model of two texts in a browser: a target typed, a kind of attention chosen, a row walked."""

import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

import attention
from tests.attention.folders import family
from tests.e2e.server import running
from tests.e2e.walking import address, column, number

pytestmark = [pytest.mark.e2e, pytest.mark.weights]
TEXT, TARGET = "the dog sees a small cat", "der Hund schläft"
WORDS = {"en": ("cross", "decoder", "encoder"), "zh-CN": ("交叉注意力", "解码器", "编码器")}


@pytest.fixture(scope="module")
def translator(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """Give an app that may load a tiny T5 by link, and its folder."""
    root = tmp_path_factory.mktemp("translators")
    family("t5", root / "t5")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ATTENTION_ROOT", str(root))
        with running([sys.executable, "-m", "app.serve"], root / "log") as server:
            yield server.url, root / "t5"


def to(page: Page, url: str, path: str, **query: object) -> None:
    given = {"text": TEXT, "model": "t5", "lang": "en", **query}
    page.goto(f"{url}/{path}?{urlencode(given)}")
    expect(page.locator(".sentence button").first).to_be_visible()


def strip(page: Page, side: int):
    return page.locator(".sentence .of-two").nth(side).locator("button")


@pytest.mark.parametrize("lang", WORDS)
def test_a_target_is_typed_and_its_words_look_at_those_of_the_source(walker, translator, lang):
    url, folder = translator
    run = attention.trace(attention.load(str(folder)), TEXT, target=TARGET).at("cross")
    to(walker, url, "heads", lang=lang)
    assert walker.locator(".sentence .of-two").count() == 0
    box = walker.locator(".st-key-target textarea")
    box.fill(TARGET)
    box.press("Enter")
    walker.wait_for_url("**target=der**")
    walker.get_by_role("radio", name=WORDS[lang][0]).click()
    walker.wait_for_url("**part=cross**")
    expect(strip(walker, 0)).to_have_count(5)
    expect(strip(walker, 1)).to_have_count(7)
    strip(walker, 0).nth(2).click()
    walker.wait_for_url("**query=2**")
    strip(walker, 1).nth(1).focus()
    walker.keyboard.press("ArrowRight")
    walker.keyboard.press("Enter")
    walker.wait_for_url("**key=2**")
    weight = float(run.weights(0)[0, 2, 2])
    expect(walker.locator(".spoken")).to_contain_text(f"{weight:.3f}")
    expect(walker.locator(".spoken")).to_contain_text("Hund")
    expect(walker.locator(".spoken")).to_contain_text("sees")
    walker.locator(".st-key-open_head_ways a").click()
    walker.wait_for_url("**/steps**")
    assert {"part": "cross", "query": "2", "key": "2", "target": TARGET}.items() <= address(
        walker
    ).items()


def test_every_part_is_walked_with_its_own_numbers_and_only_two_have_a_bias(walker, translator):
    url, folder = translator
    run = attention.trace(attention.load(str(folder)), TEXT, target=TARGET)
    for part in ("encoder", "decoder", "cross"):
        to(walker, url, "steps", target=TARGET, part=part, query=3, key=1, stage="weights")
        own = run.at(part).steps(0, 0)
        shown = [number(text) for text in column(walker, "weights")]
        allowed = own.weights[3].tolist()
        assert shown == pytest.approx(allowed, abs=0.00006)
        assert walker.locator(".rail [data-stage=bias]").count() == (part != "cross")
        to(walker, url, "steps", target=TARGET, part=part, query=3, key=1, stage="scaled")
        expect(walker.locator(".card .lead")).to_contain_text("does not scale")
        expect(walker.locator(".rail [aria-current]")).to_contain_text("× 1")
    to(walker, url, "steps", target=TARGET, part="decoder", query=3, key=1, stage="bias")
    bias = run.at("decoder").steps(0, 0).bias
    assert number(column(walker, "bias")[1]) == pytest.approx(float(bias[3, 1]), abs=0.00006)
    assert number(walker.locator(".equation .result").first.text_content()) == pytest.approx(
        float(run.at("decoder").steps(0, 0).biased[3, 1]), abs=0.00006
    )


def test_all_rows_across_are_queries_of_the_target_and_a_click_walks_another(walker, translator):
    url, _ = translator
    to(
        walker,
        url,
        "steps",
        target=TARGET,
        part="cross",
        query=1,
        key=5,
        stage="weights",
        rows="all",
    )
    canvas = walker.locator("canvas.matrix")
    expect(canvas).to_be_visible()
    expect(walker.locator(".all-rows .readout")).to_contain_text("der")
    expect(walker.locator(".all-rows .readout")).to_contain_text("cat")
    places = canvas.bounding_box()
    # The fourth query, the first key: rows begin 88 below the edge, columns behind the labels.
    canvas.click(position={"x": 100, "y": 88 + 3.5 * (places["height"] - 96) / 5})
    walker.wait_for_url("**query=3**")
    assert address(walker)["part"] == "cross"
    for stage in ("x", "qkv", "sum"):
        to(walker, url, "steps", target=TARGET, part="cross", query=1, stage=stage, rows="all")
        expect(walker.locator("canvas.matrix")).to_be_visible()
        walker.locator("details.twin summary").click()
        expect(walker.locator("details.twin table")).to_contain_text("der")


def test_other_pages_open_across(walker, translator):
    url, _ = translator
    for path, matrix, shown in (
        ("qkv", "q", "qkv"),
        ("qkv", "v", "qkv"),
        ("many_heads", "q", "layer"),
    ):
        to(walker, url, path, target=TARGET, part="cross", matrix=matrix, query=2)
        expect(walker.locator(f".{shown}").first).to_be_visible()
        expect(walker.locator(".notice")).to_have_count(0)
