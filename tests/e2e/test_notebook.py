"""A page of ``app.notebook`` in a real browser, from a file, with no network at all."""

import pytest
from playwright.sync_api import expect

import attention
from app import notebook

pytestmark = [pytest.mark.e2e, pytest.mark.weights("minilm")]

ANIMAL = "The animal didn't cross the street because it was too tired"
HOSTILE = "</script><script>alert(1)</script> <!-- & ]]> \"' مرحبا"


@pytest.fixture
def opened(browser, tmp_path):
    """Give a function that opens HTML as a file; nothing may be asked for, nothing may fail."""
    context = browser.new_context(offline=True, viewport={"width": 1180, "height": 900})
    page, faults = context.new_page(), []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda said: faults.append(f"{said.type}: {said.text}"))
    page.on("dialog", lambda dialog: faults.append(dialog.message))
    page.on("request", lambda one: one.url.startswith("http") and faults.append(one.url))

    def go(html: str):
        file = tmp_path / "page.html"
        file.write_text(html, encoding="utf-8")
        page.goto(file.as_uri())
        return page

    yield go
    context.close()
    assert faults == []


@pytest.fixture
def trace(model):
    return lambda text=ANIMAL: attention.trace(model("minilm"), text)


def test_the_pictures_show_the_models_numbers(opened, trace):
    t = trace()
    page = opened(notebook.show(t, 3, 1, query=10, key=2).html)
    for picture in ("lines", "grid"):
        expect(page.locator(f"#{picture} canvas").first).to_be_visible()
    expect(page.locator("#lines .readout")).to_contain_text("gives 0.640 of its attention")
    rows = page.locator("#grid table tbody tr")
    expect(rows).to_have_count(72)
    seen = [[float(cell) for cell in row.split("\t")[:3]] for row in rows.all_inner_texts()]
    assert seen == [
        [layer, head, round(float(t.weights(layer)[head, 10, 2]), 3)]
        for layer in range(6)
        for head in range(12)
    ]
    expect(page.locator("#map .heatmaplayer image")).to_have_count(1)
    is_map = "(one) => one.type === 'heatmap'"
    z = page.evaluate(f"document.getElementById('map')._fullData.find({is_map}).z[10][2]")
    assert z == pytest.approx(float(t.weights(3)[1, 10, 2]), abs=1e-6)


def test_the_steps_are_walked_and_the_lines_answer(opened, trace):
    page = opened(notebook.show(trace(), 3, 1, query=10, key=2, pictures=["lines", "steps"]).html)
    page.locator("#steps .rail button", has_text="Softmax").first.click()
    expect(page.locator("#steps .card")).to_contain_text("3.6264")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#steps .card")).to_contain_text("0.6397")
    plate = page.locator("#lines .plate")
    plate.focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator("#lines .readout")).to_contain_text("“because” (query)")


def test_a_click_on_another_head_leaves_the_open_one_marked(opened, trace):
    page = opened(notebook.show(trace(), 3, 1, pictures=["grid"]).html)
    ring = page.locator("#grid .ring.open")
    before = ring.get_attribute("style")
    page.locator("#grid .plate").click(position={"x": 400, "y": 60})
    page.wait_for_timeout(200)
    assert ring.get_attribute("style") == before


def test_a_text_full_of_signs_is_only_text(opened, trace):
    page = opened(notebook.show(trace(HOSTILE), 0, 0).html)
    expect(page.locator("#map .heatmaplayer image")).to_have_count(1)
    expect(page.locator("#steps .card")).to_be_visible()
    expect(page.locator("footer")).to_contain_text("</script><script>alert(1)</script>")


def test_the_frame_in_a_notebook_is_as_high_as_the_page_inside(opened, trace):
    shown = notebook.show(trace(HOSTILE), 0, 0, pictures=["lines"])
    page = opened(f"<!doctype html><meta charset=utf-8>{shown._repr_html_()}")
    inside = page.frame_locator("iframe")
    expect(inside.locator("footer")).to_be_visible()
    high = inside.locator("html").evaluate("(html) => html.offsetHeight")
    expect(page.locator("iframe")).to_have_css("height", f"{high}px")
