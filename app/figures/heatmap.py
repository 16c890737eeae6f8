"""The map of one head: a row per query, a column per key, one purple square per weight."""

from collections.abc import Sequence
from typing import Literal

import numpy as np
import plotly.graph_objects as go

from app.figures.labels import LONGEST, margin, place, readable, ticks
from app.figures.overlays import barred, hover, outlines, targets
from app.figures.theme import FONT, Palette, palette
from app.i18n import Words, decimals
from app.parsers import Range
from attention.views import HeadMap, TokenLine

CLICKABLE = 32  # as many tokens as can still be hit with a finger
ROOM_ACROSS, ROOM_DOWN = 30, 40  # as many names as fit along the axes
LONGEST_ACROSS = 10  # narrow letters that fit above the map when they stand upright
TOP, RIGHT, BOTTOM = 120, 52, 8


def heatmap(
    view: HeadMap,
    line: TokenLine,
    query: int,
    key: int,
    t: Words,
    *,
    theme: Literal["light", "dark"] = "light",
    extent: Range = "full",
) -> go.Figure:
    """Draw who looks at whom in one head.

    Read a row: this token looks, and the stronger a square, the more of its attention goes to the
    token above it. The blue outline is the chosen query's row, the orange one the chosen key.
    Dotted squares may not be looked at, hatched columns are hidden. Numbers at the end add up
    each row.
    """
    colours = palette(theme)
    data = [
        *barred(view, colours),
        _weights(view, t, colours, extent),
        *([_masked(view, t)] if view.masked.any() else []),
        *outlines(len(line.keys.labels), query, key, colours),
    ]
    if line.longest <= CLICKABLE:
        data.append(targets(view, t))
    return go.Figure(data, _layout(view, line, query, key, t, colours))


def height(n_tokens: int) -> int:
    """Give the picture's height in pixels, which depends on the number of tokens only."""
    row = min(56.0, max(480 / n_tokens, 1.0))
    return round(TOP + BOTTOM + n_tokens * row)


def clicked(index: int, n_keys: int) -> tuple[int, int]:
    """Give query and key of a click target, which are numbered row by row."""
    return divmod(index, n_keys)


def _weights(view: HeadMap, t: Words, colours: Palette, extent: Range) -> dict[str, object]:
    shown = view.shown
    largest = float(np.nanmax(shown)) if np.isfinite(shown).any() else 1.0
    weight = t("chart.rescaled") if view.mode == "rescale" else t("chart.weight")
    return {
        "type": "heatmap",
        "z": shown,
        "zmin": 0,
        "zmax": 1 if extent == "full" else largest,
        "colorscale": colours.scale(),
        "showscale": False,
        "xgap": _gap(max(shown.shape)),
        "ygap": _gap(max(shown.shape)),
        "hoverongaps": False,
        "xaxis": "x2",
        "yaxis": "y2",
        "hovertemplate": hover(t, f"{weight} <b>%{{z:.4f}}</b>"),
    }


def _masked(view: HeadMap, t: Words) -> dict[str, object]:
    """Answer the pointer over squares that may not be looked at; they have no number."""
    return {
        "type": "heatmap",
        "z": np.where(view.masked, 0, np.nan).astype(np.float32),
        "opacity": 0,
        "showscale": False,
        "hoverongaps": False,
        "xaxis": "x2",
        "yaxis": "y2",
        "hovertemplate": hover(t, t("chart.masked")),
    }


def _gap(n: int) -> int:
    return 1 if n <= 64 else 0


def _layout(
    view: HeadMap, line: TokenLine, query: int, key: int, t: Words, colours: Palette
) -> dict[str, object]:
    n = line.longest
    return {
        "template": {},
        "height": height(len(line.labels)),
        "margin": {"l": margin(line), "r": RIGHT, "t": TOP, "b": BOTTOM, "autoexpand": False},
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "font": {"family": FONT, "size": readable(n), "color": colours.ink},
        "showlegend": False,
        "dragmode": "zoom" if n > CLICKABLE else False,
        "hoverlabel": {
            "bgcolor": colours.page,
            "bordercolor": colours.strong_line,
            "align": "left",
        },
        **_named_axes(line, query, key, t, colours),
        **_unseen_axes(line),
        "yaxis3": _sums(view, colours),
    }


def _named_axes(
    line: TokenLine, query: int, key: int, t: Words, colours: Palette
) -> dict[str, object]:
    keys = ticks(line.keys, key, colours.key_text, colours, ROOM_ACROSS, LONGEST_ACROSS)
    queries = ticks(line, query, colours.query_text, colours, ROOM_DOWN, LONGEST)
    key_title = _title(t("chart.key_axis"), colours.key_text)
    query_title = _title(t("chart.query_axis"), colours.query_text)
    # Only the browser knows how wide the picture is: it takes the first angle that has room.
    across = {**_across(len(line.keys.labels)), "side": "top", "autotickangles": [-45, -90]}
    return {
        "xaxis": {**across, **keys, "title": key_title},
        "yaxis": {**_down(len(line.labels)), **queries, "title": query_title},
    }


def _unseen_axes(line: TokenLine) -> dict[str, object]:
    """Give axes that name every token: the pointer reads them, however few names can be seen.

    This way any number of tokens has a full hover text without a string per cell being sent.
    """
    across, down = (_unseen(labels) for labels in (line.keys.labels, line.labels))
    return {
        "xaxis2": {**_across(len(line.keys.labels)), **across, "overlaying": "x", "matches": "x"},
        "yaxis2": {**_down(len(line.labels)), **down, "overlaying": "y", "matches": "y"},
    }


def _unseen(labels: Sequence[str]) -> dict[str, object]:
    return {
        "showticklabels": False,
        "tickmode": "array",
        "tickvals": list(range(len(labels))),
        "ticktext": [place(label, index) for index, label in enumerate(labels)],
    }


def _sums(view: HeadMap, colours: Palette) -> dict[str, object]:
    """Give an axis on the right whose names are what each row adds up to."""
    n = len(view.row_sums)
    sums = view.row_sums.tolist() if n <= ROOM_DOWN else []
    numbers = ["" if value != value else decimals(value, 3) for value in sums]
    return {
        **_down(n),
        "overlaying": "y",
        "matches": "y",
        "side": "right",
        "ticklabelstandoff": 6,
        "tickmode": "array",
        "tickvals": list(range(len(numbers))),
        "ticktext": numbers,
        "tickfont": {"color": colours.second},
    }


def _across(n: int) -> dict[str, object]:
    return {**_bare(n), "range": [-0.5, n - 0.5]}


def _down(n: int) -> dict[str, object]:
    return {**_bare(n), "range": [n - 0.5, -0.5]}


def _bare(n: int) -> dict[str, object]:
    return {
        "showgrid": False,
        "zeroline": False,
        "showline": False,
        "ticks": "",
        "fixedrange": n <= CLICKABLE,
    }


def _title(text: str, colour: str) -> dict[str, object]:
    return {"text": text, "standoff": 8, "font": {"size": 14, "color": colour}}
