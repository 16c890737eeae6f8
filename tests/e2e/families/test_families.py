"""Folders of a dozen families, opened one after the other in the model menu of one server."""

import os
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import pytest
import torch
from playwright.sync_api import Browser, Locator, Page, expect

import attention
from app.i18n import words
from attention import Trace
from tests.architectures.catalogue import CATALOGUE
from tests.attention.folders import save
from tests.attention.made_tokenizers import byte_level
from tests.e2e.server import Server, running
from tests.e2e.visitor import Visitor

pytestmark = [pytest.mark.e2e, pytest.mark.weights("minilm")]

SHOWN = {
    "bert": "BERT",
    "roberta": "RoBERTa",
    "distilbert": "DistilBERT",
    "albert": "ALBERT",
    "xlm-r": "XLM-R",
    "gpt2": "GPT-2",
    "llama": "Llama",
    "mistral": "Mistral",
    "qwen2": "Qwen2",
    "gemma2": "Gemma 2",
    "mpnet": "MPNet",
    "deberta": "DeBERTa",
    "bloom": "BLOOM",
}
REFUSED = {"mamba": "Mamba", "fnet": "FNet"}
BYTES = {"qwen2"}  # whatever its folder says, its library reads it with a tokenizer of bytes
NAMED = {architecture.name: architecture for architecture in CATALOGUE}
TEXT = "the dog sees a small cat because it runs now"
OPEN = {"layer": 1, "head": 3}
CELLS = [(0, 1, 5, 1), (1, 2, 8, 0), (1, 0, 2, 7)]  # layer, head, query, key
EDGE = 26  # where the first head begins
T = words("en")


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a folder with a folder of each family in it."""
    place = tmp_path_factory.mktemp("root")
    for name, called in {**SHOWN, **REFUSED}.items():
        architecture = NAMED[called]
        if name in BYTES:
            sizes = {**architecture.sizes, "vocab_size": 340}
            architecture = replace(architecture, sizes=sizes)
        save(architecture.build("eager"), place / name)
        if name in BYTES:
            byte_level(trims=False).save_pretrained(place / name)
    return place


@pytest.fixture(scope="module")
def server(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Give a server that offers these folders beside MiniLM."""
    log = tmp_path_factory.mktemp("families") / "log"
    environ = {"ATTENTION_ROOT": str(root), "ATTENTION_MODELS": "minilm"}
    with (
        patch.dict(os.environ, environ),
        running([sys.executable, "-m", "app.serve"], log) as found,
    ):
        yield found
        assert found.tracebacks() == ""


@pytest.fixture(scope="module")
def visitor(browser: Browser, server: Server) -> Iterator[Visitor]:
    """Give somebody who has MiniLM before them, with the last head of the second layer open."""
    found = Visitor.of(browser, server.url)
    found.go("heads", text=TEXT, model="minilm", lang="en", query=2, key=1, **OPEN)
    yield found
    found.page.context.close()
    assert found.wrong == []


def choose(page: Page, name: str) -> None:
    """Choose a model in the menu, as a person does."""
    menu = page.get_by_role("combobox", name="Model")
    menu.click()
    menu.fill(f"{name} ·")
    page.get_by_role("option").filter(has_text=re.compile(rf"^{re.escape(name)} · ")).click()


def hover(grid: Locator, t: Trace, layer: int, head: int, query: int, key: int) -> str:
    """Point at a cell, measured from the ring around the open head, and give what is said."""
    ring = grid.locator(".ring.open").bounding_box()
    canvas = grid.locator("canvas").bounding_box()
    assert ring
    assert canvas
    left, top = ring["x"] - canvas["x"] + 3, ring["y"] - canvas["y"] + 3
    step = (ring["width"] - 6) / t.n_tokens
    x = EDGE + (left - EDGE) * head / OPEN["head"] + (key + 0.5) * step
    y = EDGE + (top - EDGE) * layer / OPEN["layer"] + (query + 0.5) * step
    grid.locator("canvas").hover(position={"x": x, "y": y}, force=True)
    expect(grid.locator(".name")).to_contain_text(f"Layer {layer} · Head {head}")
    return grid.locator(".readout").inner_text()


def traced(folder: Path) -> Trace:
    torch.set_num_threads(1)
    return attention.trace(attention.load(str(folder)), TEXT)


@pytest.mark.parametrize("name", SHOWN)
def test_a_folder_of_a_family_opens_at_its_level_with_its_own_numbers(
    visitor, root, tmp_path, name
):
    t = traced(root / name)
    page = visitor.page
    choose(page, name)
    page.wait_for_url(lambda url: f"model={name}" in url)
    n_heads = t.n_layers * t.n_heads
    expect(page.get_by_role("heading", name=f"All {n_heads} heads")).to_be_visible()
    visitor.at_rest()
    expected = NAMED[SHOWN[name]].level
    assert t.model.level == expected
    facts = page.locator(".facts.model")
    expect(facts).to_contain_text(f"{t.n_layers} layers × {t.n_heads} heads")
    expect(facts).to_contain_text(f"level {expected}: ")
    grid = page.locator(".grid")
    for cell in CELLS:
        layer, head, query, key = cell
        said = hover(grid, t, *cell)
        mask = t.head_mask(layer, head)
        labels = {"query": t.tokens[query].label, "key": t.tokens[key].label}
        if mask is not None and not mask[query, key]:
            assert T("grid.masked", **labels) in said
            continue
        weight = f"{t.weights(layer)[head, query, key]:.3f}"
        assert T("grid.gives", weight=weight, **labels) in said
    page.screenshot(path=tmp_path / f"{name}.png")


@pytest.mark.parametrize("name", REFUSED)
def test_a_folder_without_attention_is_refused_in_a_sentence(visitor, tmp_path, name):
    page = visitor.page
    choose(page, name)
    expect(page.locator(".notice.error")).to_contain_text(T("errors.no_attention", model=name))
    visitor.at_rest()
    page.screenshot(path=tmp_path / f"{name}.png")
