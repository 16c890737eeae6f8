"""What each page's menu offers to take along: which picture, whose numbers, which lines."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import plotly.graph_objects as go

from app import as_python, saving, seen_as
from app.as_python import At
from app.chosen import Chosen
from app.figures.alone import alone
from app.file_names import file_name
from app.i18n import Words
from app.other_side import Sides
from app.saving import File, Saved
from app.selection import Selection
from app.shell import Page
from attention import export
from attention.by_hand import HandLayer, pytorch_code
from attention.projection_views import ProjectionView
from attention.trace import Trace


def grid(page: Page) -> Saved:
    """Offer the picture of all heads, and the whole run."""
    begun, trace = _begin("grid", ("grid",), page, head=False), _named(page)
    return replace(begun, code=lambda: as_python.heads(trace), files=_numbers(page)[-1:])


def open_head(page: Page, row: Chosen, figure: go.Figure | None) -> Saved:
    """Offer the open head as a map or as lines; a map's page of its own brings Plotly along."""
    target = "lines" if figure is None else "map"
    begun, at = _begin("head", (target,), page), _at(page.selection, row)
    trace, selection = _named(page), page.selection
    view = (selection.special, selection.unit, selection.between)
    files = _numbers(page)
    caption = begun.caption + seen_as.caption(selection, page.t)
    if figure is not None:
        files.insert(0, _page(figure, caption, page.t))
    return replace(
        begun,
        caption=caption,
        code=lambda: as_python.head(trace, at, *view),
        files=files,
        has_page=figure is not None,
    )


def steps(page: Page, row: Chosen, target: str = "steps") -> Saved:
    """Offer the walk through one row."""
    at, trace = _at(page.selection, row), _named(page)
    begun = _begin(target, (target,), page)
    return replace(begun, code=lambda: as_python.steps(trace, at), files=_numbers(page))


def projection(page: Page, row: Chosen, view: ProjectionView) -> Saved:
    """Offer the matrices of one projection."""
    at, trace = _at(page.selection, row), _named(page)
    place = (view.name, view.part, view.own.shape[1])
    code = lambda: as_python.projection(trace, at, *place)  # noqa: E731
    return replace(_begin("qkv", ("qkv",), page), code=code, files=_numbers(page))


def layer(page: Page, row: Chosen) -> Saved:
    """Offer the board of all heads of a layer."""
    at, trace = _at(page.selection, row), _named(page)
    begun = _begin("many_heads", ("many_heads",), page)
    return replace(begun, code=lambda: as_python.layer(trace, at), files=_numbers(page))


def changed(page: Page, row: Chosen, after: Trace) -> Saved:
    """Offer one head before and after a change; the numbers are those of the changed run."""
    before, selection = _named(page), page.selection
    named, at = saving.named(after, selection.model), _at(selection, row)
    files = saving.numbers(after, selection, page.t)
    begun = _begin("what_if", ("what_if",), page)
    caption = f"{begun.caption} · WhatIf: {json.dumps(after.what_if.changes())}"
    return replace(
        begun, caption=caption, code=lambda: as_python.changed(before, named, at), files=files
    )


def compared(page: Page, sides: Sides, query: int, key: int) -> Saved:
    """Offer both sides of a comparison and their difference."""
    t, selection = page.t, sides.selection
    after = saving.named(sides.after.trace, sides.other_model)
    before = saving.named(sides.before.trace, selection.model)
    same = sides.after.trace is sides.before.trace
    at = At(selection.layer, selection.head, query, key)
    place = (sides.second.layer, sides.second.head)
    second = replace(selection, model=sides.other_model, layer=place[0], head=place[1])
    files = saving.numbers(before, selection, t, side="A")
    files += saving.numbers(after, second, t, side="B")
    return replace(
        _begin("compared", ("compared",), page),
        code=lambda: as_python.compared(before, before if same else after, at, place),
        files=[replace(f, ending=f"{f.label[0]}.{f.ending}") for f in files],
    )


def by_hand(layer: HandLayer, selection: Selection, pair: tuple[int, int], t: Words) -> Saved:
    """Offer the walk through a row of the layer by hand, its head's numbers, its program."""
    setting, head, (query, key) = layer.setting, selection.head, pair
    words = " ".join(setting.words)
    steps, labels = layer.head(head), setting.words
    about = {"layer": "by hand", "head": head}
    tokens = [{"position": i, "label": word} for i, word in enumerate(labels)]
    writers: dict[str, Callable[[Path], None]] = {
        "csv": lambda path: export.to_csv(path, about, labels, steps.weights, steps.mask),
        "json": lambda path: export.to_json(path, about, tokens, steps),
        "npz": lambda path: export.steps_to_npz(path, labels, steps),
    }
    lines = f"\nhead, query, key = {head}, {query}, {key}\nweight = weights[head, query, key]\n"
    return Saved(
        "hand_steps",
        ("hand_steps",),
        saving.about_layer(layer, head, t),
        file_name("by_hand", f"H{head}", text=words),
        code=lambda: pytorch_code(layer) + lines,
        files=[saving.file(ending, write, t) for ending, write in writers.items()],
    )


def _begin(name: str, targets: tuple[str, ...], page: Page, *, head: bool = True) -> Saved:
    trace = page.reading.trace
    part = trace.shown_part if trace.model.is_encoder_decoder else None
    return saving.of_view(name, targets, page.selection, page.t, head=head, part=part)


def _at(selection: Selection, row: Chosen) -> At:
    return At(selection.layer, selection.head, row.query, row.key)


def _named(page: Page) -> Trace:
    return saving.named(page.reading.trace, page.selection.model)


def _numbers(page: Page) -> list[File]:
    return saving.numbers(page.reading.trace, page.selection, page.t)


def _page(figure: go.Figure, caption: str, t: Words) -> File:
    return File(t("saving.page"), "html", lambda: alone(figure, caption, t.lang).encode())
