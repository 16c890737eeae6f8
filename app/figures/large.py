"""A chart for the back of the room: the same picture in larger type."""

from typing import Any

import plotly.graph_objects as go

TIMES = 1.35  # as much as a presentation enlarges all else


def enlarge(figure: go.Figure) -> go.Figure:
    """Give the figure its type, margins and height larger; its numbers stay."""
    layout: Any = figure["layout"]
    margin = {side: round(TIMES * layout.margin[side]) for side in ("l", "r", "t", "b")}
    figure.update_layout(
        height=round(TIMES * layout.height),
        margin=margin,
        font_size=round(TIMES * layout.font.size),
    )
    axes: list[Any] = [*figure.select_xaxes(), *figure.select_yaxes()]
    for axis in axes:
        if axis.title.font.size:
            axis.title.font.size = round(TIMES * axis.title.font.size)
    return figure
