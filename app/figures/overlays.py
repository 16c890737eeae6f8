"""What lies over a map: hatching where nothing is drawn, outlines of the choice, targets."""

import numpy as np
from jaxtyping import Bool

from app.figures.theme import Palette
from app.i18n import Words
from attention.views import HeadMap


def barred(view: HeadMap, colours: Palette) -> list[dict[str, object]]:
    """Hatch what has no colour: dots where looking is masked, strokes where it is not shown."""
    hidden = np.isnan(view.shown) & ~view.masked
    return [
        {
            "type": "scatter",
            "mode": "lines",
            **_outline_of_runs(cells),
            "fill": "toself",
            "fillcolor": colours.panel,
            "fillpattern": {
                "shape": shape,
                "size": 6,
                "solidity": solidity,
                "fgcolor": colours.strong_line,
                "bgcolor": colours.panel,
            },
            "line": {"width": 0},
            "hoverinfo": "skip",
            "name": name,
        }
        for name, cells, shape, solidity in (
            ("masked", view.masked, ".", 0.16),
            ("hidden", hidden, "/", 0.12),
        )
    ]


def _outline_of_runs(cells: Bool[np.ndarray, "query key"]) -> dict[str, list[float | None]]:
    """Give one rectangle per run of cells in a row, as a single broken path.

    Without any cell it is a path of one missing point: the axes below need a trace to stand on.
    """
    padded = np.pad(cells, ((0, 0), (1, 1))).astype(np.int8)
    rows, starts = np.nonzero(np.diff(padded, axis=1) == 1)
    _, ends = np.nonzero(np.diff(padded, axis=1) == -1)
    x: list[float | None] = [None]
    y: list[float | None] = [None]
    for row, start, end in zip(rows.tolist(), starts.tolist(), ends.tolist(), strict=True):
        left, right, top, bottom = start - 0.5, end - 0.5, row - 0.5, row + 0.5
        x += [left, right, right, left, left, None]
        y += [top, top, bottom, bottom, top, None]
    return {"x": x, "y": y}


def outlines(n_keys: int, query: int, key: int, colours: Palette) -> list[dict[str, object]]:
    """Frame the chosen query's row in blue and the chosen cell in orange."""
    row = (-0.5, n_keys - 0.5, query - 0.5, query + 0.5)
    cell = (key - 0.5, key + 0.5, query - 0.5, query + 0.5)
    return [
        {
            "type": "scatter",
            "mode": "lines",
            "x": [left, right, right, left, left],
            "y": [top, top, bottom, bottom, top],
            "line": {"color": colour, "width": width},
            "hoverinfo": "skip",
            "cliponaxis": False,
            "xaxis": "x2",
            "yaxis": "y3",
            "name": name,
        }
        for name, (left, right, top, bottom), colour, width in (
            ("query", row, colours.query_mark, 2),
            ("key", cell, colours.key_mark, 3),
        )
    ]


def targets(view: HeadMap, t: Words) -> dict[str, object]:
    """Lay unseen squares over the cells, which answer click and pointer.

    Clicks on a heatmap itself do not reach Python, and what lies over it takes its hover text.
    """
    n_queries, n_keys = view.weights.shape
    size = max(10, 300 // max(n_queries, n_keys))
    keys, queries = np.meshgrid(np.arange(n_keys), np.arange(n_queries))
    faded = {"marker": {"opacity": 0}}
    return {
        "type": "scatter",
        "mode": "markers",
        "x": keys.ravel().astype(np.uint8),
        "y": queries.ravel().astype(np.uint8),
        "xaxis": "x2",
        "yaxis": "y2",
        "marker": {
            "symbol": "square",
            "size": size,
            "opacity": 0,
        },
        "selected": faded,
        "unselected": faded,
        "text": [_said(view, query, key, t) for query in range(n_queries) for key in range(n_keys)],
        "hovertemplate": hover(t, "%{text}"),
        "name": "targets",
    }


def _said(view: HeadMap, query: int, key: int, t: Words) -> str:
    if view.masked[query, key]:
        return t("chart.masked")
    own = f"{t('chart.weight')} <b>{view.weights[query, key]:.4f}</b>"
    if view.hidden[key]:
        return f"{own} · {t('chart.hidden')}"
    if np.isnan(view.shown[query, key]):
        return f"{own} · {t('chart.left_out')}"
    if view.mode == "rescale":
        return f"{own} · {t('chart.rescaled')} <b>{view.shown[query, key]:.4f}</b>"
    return own


def hover(t: Words, value: str) -> str:
    """Give what the pointer reads: both tokens with their places, and a value."""
    return (
        f"{t('chart.query')} <b>%{{y}}</b><br>{t('chart.key')} <b>%{{x}}</b><br>"
        f"{value}<extra></extra>"
    )
