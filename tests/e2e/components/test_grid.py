import numpy as np
import pytest
from playwright.sync_api import Locator, expect

from tests.e2e.components.harness import CASES, MASKED, example, pooled

pytestmark = pytest.mark.e2e

GEOMETRY = """(canvas) => {
    const ring = canvas.parentElement.querySelector('.ring.open').getBoundingClientRect();
    const box = canvas.getBoundingClientRect();
    return { left: ring.left - box.left + 3, top: ring.top - box.top + 3, size: ring.width - 6 };
}"""


COLOURS = """(canvas, [left, top, right, bottom]) => {
    const seen = canvas.getContext('2d').getImageData(left, top, right - left, bottom - top).data;
    const colours = new Set();
    for (let i = 0; i < seen.length; i += 4) colours.add(seen.slice(i, i + 3).join());
    return [...colours];
}"""


def cells(case: str) -> np.ndarray:
    grid = pooled(example(case)[0])
    shape = (grid.n_layers, grid.n_heads, grid.rows, grid.columns)
    return np.frombuffer(grid.cells, "<u2").reshape(shape)


def place(root: Locator, case: str, layer: int, head: int, row: int, column: int) -> dict:
    """Give the middle of one cell, measured from the ring around the last head and the first."""
    canvas = root.locator("canvas")
    _, n_layers, n_heads, _ = CASES[case]
    last = canvas.evaluate(GEOMETRY)
    side, left, top = cells(case).shape[-1], 26, 26
    x = left + (last["left"] - left) * (head / max(1, n_heads - 1))
    y = top + (last["top"] - top) * (layer / max(1, n_layers - 1))
    step = last["size"] / side
    return {"x": x + (column + 0.5) * step, "y": y + (row + 0.5) * step}


@pytest.mark.parametrize(
    ("layer", "head", "row", "column"), [(0, 0, 0, 0), (2, 3, 10, 2), (5, 11, 14, 7)]
)
def test_the_read_out_gives_the_weight_under_the_pointer(stage, layer, head, row, column):
    root = stage.open("grid")
    labels = CASES["small"][0]
    root.locator("canvas").hover(position=place(root, "small", layer, head, row, column))
    weight = cells("small")[layer, head, row, column] / 1000
    expect(root.locator(".name")).to_have_text(f"Layer {layer} · Head {head}")
    expect(root.locator(".readout")).to_contain_text(
        f"{labels[row]} (query) gives {weight:.3f} of its attention to {labels[column]} (key)."
    )


def test_a_click_opens_a_head_once(stage):
    root = stage.open("grid")
    root.locator("canvas").click(position=place(root, "small", 3, 1, 4, 4))
    stage.log([[3, 1]])
    stage.run_again()
    stage.log([[3, 1]])


def test_arrow_keys_read_the_chosen_pair_and_enter_opens(stage):
    root = stage.open("grid")
    root.locator(".plate").focus()
    for key in ("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowRight"):
        stage.page.keyboard.press(key)
    weight = cells("small")[4, 0, 10, 2] / 1000
    spoken = f"Layer 4 · Head 0. it (query) gives {weight:.3f} of its attention to animal (key)."
    expect(root.get_by_role("status")).to_have_text(spoken)
    stage.page.keyboard.press("Enter")
    stage.log([[4, 0]])
    assert root.locator(".plate").evaluate("(node) => node.matches(':focus')")
    stage.page.keyboard.press("Home")
    stage.page.keyboard.press("Space")
    stage.log([[4, 0], [4, 0]])


def test_a_pooled_cell_names_its_tokens_and_says_at_most(stage):
    root = stage.open("grid", case="pooled")
    root.locator("canvas").hover(position=place(root, "pooled", 1, 1, 30, 29))
    weight = cells("pooled")[1, 1, 30, 29] / 1000
    expect(root.locator(".readout")).to_contain_text(
        f"tokens 300–309 (query) give at most {weight:.3f} "
        "of their attention to tokens 290–299 (key)."
    )
    expect(root.locator(".legend")).to_contain_text("the largest of 10 × 10 weights")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("case", ["causal", "fifteen"])
def test_masked_cells_are_hatched_and_never_wear_a_weights_colour(stage_with, scheme, case):
    stage = stage_with(color_scheme=scheme)
    root = stage.open("grid", case=case)
    n = len(CASES[case][0])
    first, last = place(root, case, 1, 1, 0, n // 2 + 1), place(root, case, 1, 1, n // 4, n - 1)
    assert (cells(case)[1, 1, : n // 4 + 1, n // 2 + 1 :] == MASKED).all()
    corners = [round(first["x"]), round(first["y"]), round(last["x"]), round(last["y"])]
    hatched = root.locator("canvas").evaluate(COLOURS, corners)
    zero = root.evaluate("(node) => getComputedStyle(node).getPropertyValue('--ramp')").split()[0]
    assert len(hatched) == 2
    assert ",".join(str(int(zero[i : i + 2], 16)) for i in (1, 3, 5)) not in hatched
    root.locator("canvas").hover(position=last)
    expect(root.locator(".readout")).to_contain_text("may not look at")
    root.locator("canvas").hover(position=place(root, case, 1, 1, n - 1, n - 1))
    expect(root.locator(".readout")).to_contain_text("of its attention to")


def test_a_change_of_theme_repaints_the_picture(stage):
    root = stage.open("grid")
    canvas = root.locator("canvas")
    light = canvas.evaluate(COLOURS, [30, 40, 60, 60])
    stage.page.emulate_media(color_scheme="dark")
    expect(root).to_have_attribute("data-theme", "dark")
    dark = canvas.evaluate(COLOURS, [30, 40, 60, 60])
    assert set(light).isdisjoint(dark)
    stage.page.emulate_media(color_scheme="light")
    expect(root).to_have_attribute("data-theme", "light")
    assert canvas.evaluate(COLOURS, [30, 40, 60, 60]) == light


def test_labels_are_shown_as_they_are_written(stage):
    root = stage.open("grid", case="strange")
    root.locator("canvas").hover(position=place(root, "strange", 0, 0, 1, 5))
    expect(root.locator(".readout")).to_contain_text("<b>bold</b> (query) gives")
    expect(root.locator(".readout")).to_contain_text("w" * 60)


def test_a_hidden_table_says_what_the_picture_shows(stage):
    root = stage.open("grid")
    rows = root.locator("table tbody tr")
    expect(rows).to_have_count(72)
    weight = cells("small")[3, 1, 10, 2] / 1000
    expect(rows.nth(3 * 12 + 1)).to_have_text(f"31{weight:.3f}")


def test_a_finger_reads_first_and_opens_at_the_second_tap(stage_with):
    stage = stage_with(has_touch=True, viewport={"width": 390, "height": 844})
    root = stage.open("grid")
    where = place(root, "small", 2, 5, 3, 3)
    root.locator("canvas").tap(position=where)
    expect(root.locator(".name")).to_have_text("Layer 2 · Head 5")
    stage.log([])
    root.locator("canvas").tap(position=where)
    stage.log([[2, 5]])


def test_the_picture_follows_the_width_of_its_place(stage_with):
    stage = stage_with(viewport={"width": 1001, "height": 900})
    root = stage.open("grid")
    canvas = root.locator("canvas")
    wide = canvas.get_attribute("width")
    stage.page.set_viewport_size({"width": 500, "height": 900})
    expect(canvas).not_to_have_attribute("width", wide)
    assert canvas.bounding_box()["width"] <= root.bounding_box()["width"]
    where = place(root, "small", 4, 10, 2, 3)
    canvas.hover(position=where)
    expect(root.locator(".name")).to_have_text("Layer 4 · Head 10")
