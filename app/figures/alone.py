"""A Plotly picture as a page that needs nothing else: its program inside, its caption below."""

from html import escape

import plotly.graph_objects as go

CONFIG = {"displaylogo": False, "displayModeBar": False, "responsive": True}


def alone(figure: go.Figure, caption: str, lang: str) -> str:
    """Give the page; nothing in it is loaded from anywhere."""
    body = figure.to_html(full_html=False, include_plotlyjs=True, config=CONFIG)
    ground = escape(str(figure.layout.paper_bgcolor or "#ffffff"), quote=True)
    style = (
        f"body{{margin:0 auto;padding:24px;max-width:900px;background:{ground}}}"
        "p{font:14px/1.5 system-ui,sans-serif;color:#767b86;overflow-wrap:anywhere}"
    )
    return (
        f'<!doctype html>\n<html lang="{escape(lang)}"><head><meta charset="utf-8">'
        f"<title>{escape(caption)}</title><style>{style}</style></head>"
        f"<body>{body}<p>{escape(caption)}</p></body></html>\n"
    )
