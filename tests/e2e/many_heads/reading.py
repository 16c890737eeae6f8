"""Read numbers off the page of all heads, and hold them against Python's."""

from collections.abc import Callable

import numpy as np
import pytest
from playwright.sync_api import Locator, Page, expect

import attention
from attention.head_views import ManyHeads
from attention.head_views import many_heads as layer_view
from attention.models import Model

ANIMAL = "The animal didn't cross the street because it was too tired"
LINKS = {
    "minilm": {"text": ANIMAL, "layer": 5, "head": 11, "query": 10},
    "e5": {"text": "孩子们累了，他们想回家", "layer": 8, "head": 8, "query": 6},
    "smollm2": {"text": "The capital of France is", "layer": 17, "head": 4, "query": 4},
}


def view_of(model: Callable[[str], Model], name: str, query: int | None = None) -> ManyHeads:
    link = LINKS[name]
    t = attention.trace(model(name), link["text"])
    return layer_view(t, link["layer"], link["query"] if query is None else query)


def shown(numbers: Locator) -> list[str]:
    return [text.replace("\u2212", "-") for text in numbers.all_inner_texts()]


def whole(numbers: Locator) -> list[float]:
    """Give what a click on each number reads out, as numbers."""
    texts = numbers.evaluate_all("nodes => nodes.map((node) => node.dataset.full)")
    return [float(text.replace("\u2212", "-")) for text in texts]


def rounded(values: np.ndarray, places: int) -> list[str]:
    """Round as the page promises: the float32 itself, a negative zero without its sign."""
    texts = [f"{float(value):.{places}f}" for value in values]
    return [text.lstrip("-") if float(text) == 0 else text for text in texts]


def point(picture: Locator, across: float, down: float = 0.5) -> None:
    box = picture.bounding_box()
    picture.hover(position={"x": box["width"] * across, "y": box["height"] * down})


def check_sum(page: Page, view: ManyHeads, number: int) -> None:
    """Hold every digit of one number of the output against Python's."""
    expect(page.locator(".layer .stepper b")).to_have_text(f"Number {number}")
    column = view.contributions[:, number]
    digits = page.locator(".layer .digit .num")
    assert shown(digits) == rounded(column, 4)
    assert np.array_equal(np.float32(whole(digits)), column)
    total = column.astype(np.float64).sum()
    bias = [] if view.bias is None else [float(view.bias[number])]
    terms = [total, *bias, total + sum(bias), float(view.own[number])]
    equation = page.locator(".layer .total .num")
    assert shown(equation) == rounded(np.array(terms), 4)
    assert whole(equation) == pytest.approx(terms, rel=1e-7, abs=1e-12)
