"""The map of one head: a row per query, a column per key, one purple square per weight."""

from typing import Literal

import numpy as np
import plotly.graph_objects as go

from app.figures.labels import place, readable, ticks
from app.figures.overlays import barred, outlines, targets
from app.figures.theme import FONT, Palette, palette
from app.i18n import Words, decimals
from app.selection import Range
from attention.views import HeadMap, TokenLine

CLICKABLE = 32  # as many tokens as can still be hit with a finger
SUMS = 40  # as many rows as have room for a number at their end
TOP, RIGHT, BOTTOM, LEFT = 124, 56, 8, 118


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

    Read a row: this token looks, and the darker a square, the more of its attention goes to the
    token above it. The blue outline is the chosen query's row, the orange one the chosen key.
    Dotted squares may not be looked at, hatched columns are hidden. Numbers at the end add up
    each row.
    """
    colours = palette(theme)
    data = [
        *barred(view, colours),
        _weights(view, t, colours, extent),
        _masked(view, t),
        *outlines(len(line.labels), query, key, colours),
    ]
    if len(line.labels) <= CLICKABLE:
        data.append(targets(len(line.labels)))
    return go.Figure(data, _layout(view, line, query, key, t, colours))


def height(n_tokens: int) -> int:
    """Give the picture's height in pixels, which depends on the number of tokens only."""
    row = min(56.0, max(480 / n_tokens, 1.0))
    return round(TOP + BOTTOM + n_tokens * row)


def clicked(index: int, n_tokens: int) -> tuple[int, int]:
    """Give query and key of a click target, which are numbered row by row."""
    return divmod(index, n_tokens)


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
        "xgap": _gap(shown.shape[0]),
        "ygap": _gap(shown.shape[0]),
        "hoverongaps": False,
        "xaxis": "x2",
        "yaxis": "y2",
        "hovertemplate": (
            f"{t('chart.query')} <b>%{{y}}</b><br>{t('chart.key')} <b>%{{x}}</b><br>"
            f"{weight} <b>%{{z:.4f}}</b><extra></extra>"
        ),
    }


def _masked(view: HeadMap, t: Words) -> dict[str, object]:
    """Answer the pointer over squares that may not be looked at; they have no number."""
    return {
        "type": "heatmap",
        "z": np.where(view.masked, np.uint8(0), np.nan).astype(np.float32)
        if view.masked.any()
        else np.full((1, 1), np.nan, dtype=np.float32),
        "opacity": 0,
        "showscale": False,
        "hoverongaps": False,
        "xaxis": "x2",
        "yaxis": "y2",
        "hovertemplate": (
            f"{t('chart.query')} <b>%{{y}}</b><br>{t('chart.key')} <b>%{{x}}</b><br>"
            f"{t('chart.masked')}<extra></extra>"
        ),
    }


def _gap(n: int) -> int:
    return 1 if n <= 64 else 0


def _layout(
    view: HeadMap, line: TokenLine, query: int, key: int, t: Words, colours: Palette
) -> dict[str, object]:
    n = len(line.labels)
    columns = ticks(line, key, colours.key_text, colours)
    rows = ticks(line, query, colours.query_text, colours)
    bare = {"showgrid": False, "zeroline": False, "showline": False, "fixedrange": n <= CLICKABLE}
    along, down = {**bare, "range": [-0.5, n - 0.5]}, {**bare, "range": [n - 0.5, -0.5]}
    everyone = {"showticklabels": False, "tickmode": "array", "tickvals": list(range(n))}
    names = [place(label, index) for index, label in enumerate(line.labels)]
    numbered = [decimals(value, 3) for value in view.row_sums] if n <= SUMS else []
    return {
        "height": height(n),
        "margin": {"l": LEFT, "r": RIGHT, "t": TOP, "b": BOTTOM, "autoexpand": False},
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
        "xaxis": {
            **along,
            "side": "top",
            "tickangle": -45,
            **columns,
            "title": _title(t("chart.key_axis"), colours.key_text),
        },
        "yaxis": {**down, **rows, "title": _title(t("chart.query_axis"), colours.query_text)},
        "xaxis2": {**along, **everyone, "ticktext": names, "overlaying": "x", "matches": "x"},
        "yaxis2": {**down, **everyone, "ticktext": names, "overlaying": "y", "matches": "y"},
        "yaxis3": {
            **down,
            "overlaying": "y",
            "matches": "y",
            "side": "right",
            "tickmode": "array",
            "tickvals": list(range(len(numbered))),
            "ticktext": numbered,
            "tickfont": {"color": colours.second},
        },
    }


def _title(text: str, colour: str) -> dict[str, object]:
    return {"text": text, "standoff": 8, "font": {"size": 14, "color": colour}}
