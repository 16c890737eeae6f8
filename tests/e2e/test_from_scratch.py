"""The layer by hand in a real browser: walked, written into, refused, saved and opened again."""

import json
import re
from pathlib import Path
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from tests.cases import case
from tests.e2e.walking import address, column, number, result

pytestmark = [pytest.mark.e2e, pytest.mark.weights("minilm")]

HEADER, ROW, LABEL, CELL = 35, 35, 96, 64  # pixels of Streamlit's table


def open_scratch(page: Page, **query: object) -> None:
    page.goto(f"/from_scratch?{urlencode({'lang': 'en', **query})}")
    page.wait_for_selector(".steps .card .lead")


def numbers(page: Page, name: str) -> list[float]:
    return [number(shown) for shown in column(page, name)]


def write(page: Page, table: int, row: int, cell: int, text: str) -> None:
    """Type a number into a cell of a table, as a person does."""
    canvas = page.locator("[data-testid=stDataFrame]").nth(table)
    canvas.scroll_into_view_if_needed()
    place = {"x": LABEL + CELL * (cell + 0.5), "y": HEADER + ROW * (row + 0.5)}
    canvas.click(position={"x": 8, "y": place["y"]})  # a click on a chosen cell would open it
    canvas.click(position=place)
    page.keyboard.press("Enter")
    box = page.locator(".gdg-input")
    expect(box).to_be_focused()
    page.keyboard.type(text, delay=60)  # nobody types faster, and the table would lose it
    expect(box).to_have_value(text)
    page.wait_for_timeout(200)
    page.keyboard.press("Enter")
    expect(box).to_have_count(0)


def open_tables(page: Page) -> None:
    page.locator("summary", has_text="The numbers: x and the matrices").click()
    expect(page.locator("[data-testid=stDataFrame] canvas").first).to_be_visible()
    page.wait_for_timeout(500)  # the table draws itself once more when its fonts are there


def test_c124_is_read_off_the_page(walker):
    wanted = case("C124")["reference_values"]
    open_scratch(walker, preset="journey", stage="weights")
    assert numbers(walker, "weights") == wanted["row_journey"]
    assert numbers(walker, "scores") == wanted["scores_journey"]
    open_scratch(walker, preset="journey", stage="sum")
    shown = walker.locator(".foot.sum .numbered > span").all_text_contents()
    assert [number(text) for text in shown] == wanted["context_journey"]
    walker.locator("summary", has_text="All 3 numbers of z(journey)").click()
    shown = walker.locator(".vector-numbers .num").all_text_contents()
    assert [number(text) for text in shown] == wanted["context_journey"]


@pytest.mark.parametrize("lang", ["en", "zh-CN"])
def test_c126_is_read_off_the_page_row_by_row(walker, lang):
    wanted = case("C126")["reference_values"]
    for query in range(3):
        open_scratch(walker, preset="hand", stage="weights", query=query, lang=lang)
        for stage, name in (("scores", "score"), ("scaled", "scaled"), ("weights", "weights")):
            assert numbers(walker, stage) == wanted[name][query]
    open_scratch(walker, preset="hand", stage="weights", query=1, causal=1, lang=lang)
    assert column(walker, "weights") == ["0.8044", "0.1956", "0"]
    walker.keyboard.press("ArrowRight")
    shown = walker.locator(".foot.sum .numbered > span").all_text_contents()
    assert [number(text) for text in shown] == wanted["out_causal"][1]


def test_c127_the_numbers_stay_after_a_reload_and_change_with_the_seed(walker):
    open_scratch(walker, text="a b c", seed=0, stage="weights")
    first = column(walker, "weights")
    walker.reload()
    assert column(walker, "weights") == first
    box = walker.get_by_label("Seed")
    box.fill("1")
    box.press("Enter")
    walker.wait_for_url(re.compile("seed=1"))
    expect(walker.locator(".column.weights.on .digits").first).not_to_have_text(first[0])
    assert sum(numbers(walker, "weights")) == pytest.approx(1, abs=2e-4)


def test_a_student_walks_from_x_to_a_weight_with_keys_alone_and_every_number_is_written(walker):
    open_scratch(walker)
    now = walker.locator(".rail [aria-current]")
    expect(walker.locator(".column.x.on .numbered").first).to_have_text("10")
    walker.keyboard.press("ArrowRight")
    expect(now).to_contain_text("q, k, v")
    expect(walker.locator(".by-column tbody tr").last).to_have_text("q10")
    walker.keyboard.press("ArrowRight")
    expect(walker.locator(".equation .value-of")).to_have_text(["1", "1", "0", "0", "1"])
    for _ in range(3):
        walker.keyboard.press("ArrowRight")
    expect(now).to_contain_text("Softmax")
    walker.keyboard.press("ArrowRight")
    walker.keyboard.press("ArrowRight")
    assert result(walker) == "0.4011"
    walker.wait_for_url(re.compile("stage=weights"))


def test_a_number_is_written_into_a_table_and_the_page_says_that_the_link_has_it_not(walker):
    open_scratch(walker, preset="hand", stage="weights")
    open_tables(walker)
    write(walker, 1, 0, 0, "5")
    expect(walker.locator(".notice", has_text="The link does not carry them")).to_be_visible()
    scores = walker.locator(".column.scores.on .digits")
    expect(scores).to_have_text(["0", "5", "5"])
    assert set(address(walker)) == {"text", "model", "lang", "preset", "stage"}
    walker.locator("summary", has_text="The same layer in PyTorch").click()
    expect(walker.locator("code", has_text="[5.0, 0.0]")).to_have_count(1)
    walker.get_by_text("Causal mask").click()  # another choice keeps what was written
    walker.wait_for_url(re.compile("causal=1"))
    scaled = walker.locator(".column.scaled.on .digits")  # with a mask there is no room for all
    walker.get_by_role("link", name="Q, K, V").click()
    walker.wait_for_url(re.compile("/qkv"))
    walker.go_back()
    walker.wait_for_url(re.compile("/from_scratch.*causal=1"))
    expect(scaled).to_have_text(["0", "3.5355", "3.5355"])


def test_an_emptied_or_huge_number_is_one_sentence_and_the_last_good_layer_stays(walker):
    open_scratch(walker, preset="hand", stage="weights")
    before = column(walker, "weights")
    open_tables(walker)
    write(walker, 0, 1, 1, "123456")
    alert = walker.get_by_role("alert")
    expect(alert).to_contain_text("In x, row “blue”, column 1, the number is too large")
    assert column(walker, "weights") == before
    canvas = walker.locator("[data-testid=stDataFrame]").first
    canvas.click(position={"x": LABEL + CELL * 1.5, "y": HEADER + ROW * 1.5})
    walker.keyboard.press("Delete")
    expect(alert).to_contain_text("In x, row “blue”, column 1, there is no number")
    assert column(walker, "weights") == before
    write(walker, 0, 1, 1, "2")
    expect(alert).to_have_count(0)


def test_a_layer_is_saved_and_opened_again_by_somebody_else(walker, window, tmp_path: Path):
    open_scratch(walker, preset="hand", stage="weights")
    open_tables(walker)
    write(walker, 1, 0, 0, "5")
    expect(walker.locator(".column.scores.on .digits")).to_have_text(["0", "5", "5"])
    with walker.expect_download() as download:
        walker.get_by_role("button", name="Save as a file").click()
    path = tmp_path / "layer.json"
    download.value.save_as(path)
    assert json.loads(path.read_text("utf-8"))["W_q"] == [[5, 0], [0, 2]]
    other = window()
    open_scratch(other, text="a b", stage="weights")
    open_tables(other)
    other.locator("input[type=file]").set_input_files(path)
    expect(other.locator(".column.scores.on .digits")).to_have_text(["0", "5", "5"])
    assert address(other)["preset"] == "hand"


def test_an_impossible_size_can_be_typed_and_gets_a_sentence(walker):
    open_scratch(walker, text="a b c", d_model=8, stage="weights")
    before = column(walker, "weights")
    box = walker.get_by_label("Heads", exact=True)
    box.fill("9")
    box.press("Enter")
    alert = walker.get_by_role("alert")
    expect(alert).to_contain_text("9 heads don’t fit into 8 dimensions")
    assert column(walker, "weights") == before
    walker.wait_for_url(re.compile("n_heads=9"))
    expect(box).to_have_value("9")
    box.fill("4")
    box.press("Enter")
    expect(alert).to_have_count(0)


def test_one_click_shuffles_the_words_and_the_matrix_is_only_permuted(walker):
    open_scratch(walker, text="the cat sat here")
    walker.get_by_role("button", name="Shuffle the words").click()
    maps = walker.locator("table.map")
    expect(maps).to_have_count(2)
    first, second = (sorted(maps.nth(i).locator("tbody td").all_text_contents()) for i in (0, 1))
    assert first == second
    expect(walker.locator(".spoken")).to_contain_text("largest change of any pair is 0.0000")


@pytest.mark.parametrize("lang", ["en", "zh-CN"])
@pytest.mark.parametrize("width", [390, 820])
def test_a_narrow_window_does_not_scroll_sideways(window, width, lang):
    page = window(width, color_scheme="dark")
    query = {"d_model": 16, "n_heads": 4, "n_kv_heads": 2, "shuffle": 1, "causal": 1}
    open_scratch(page, text="the cat sat on the mat and slept", lang=lang, **query)
    page.locator("[data-testid=stExpander] summary").first.click()
    expect(page.locator("[data-testid=stDataFrame] canvas").first).to_be_visible()
    for _ in range(9):
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.keyboard.press("ArrowRight")
