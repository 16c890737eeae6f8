"""The experiment with the number of heads: one table for the paper's sizes, one for the model's."""

from collections.abc import Iterable
from html import escape

import streamlit as st

from app.i18n import Words, decimals
from app.tables import Row, table
from attention.head_count import Cost, cost, costs
from attention.layers import LayerConfig
from attention.models import Model

PAPER = LayerConfig(512, 8)
COLUMNS = ("heads", "d_head", "divisor", "parameters", "multiply_adds", "exponentials")


def title(t: Words) -> None:
    """Ask the question."""
    st.html(f"<h2>{escape(t('head_count.title'))}</h2>")


def paper(n_tokens: int, t: Words) -> None:
    """Count layers of 512 numbers, cut into 1, 2, 4, 8 … heads."""
    caption = t("head_count.paper", d_model=PAPER.d_model, n=n_tokens)
    st.html(_table(caption, costs(PAPER.d_model, n_tokens), cost(PAPER, n_tokens), t))


def own(model: Model, n_tokens: int, t: Words) -> None:
    """Count layers as wide as the model's; the marked row is its own, shared keys and all."""
    layer = LayerConfig(model.d_model, model.n_heads, model.n_kv_heads, model.d_head)
    mine = cost(layer, n_tokens)
    rows = {*costs(model.d_model, n_tokens, model.n_heads), mine}
    caption = t("head_count.own", d_model=model.d_model, n=n_tokens)
    st.html(_table(caption, sorted(rows, key=lambda row: (row.n_heads, -row.parameters)), mine, t))


def _table(caption: str, rows: Iterable[Cost], mine: Cost, t: Words) -> str:
    names = [t(f"head_count.{name}") for name in COLUMNS]
    listed = (Row(_cells(row, t), row == mine) for row in rows)
    return table(names, listed, kind="counts", caption=caption, label=caption)


def _cells(row: Cost, t: Words) -> tuple[str, ...]:
    """Write one number of heads; with fewer keys and values than heads, both numbers."""
    heads = str(row.n_heads)
    if row.n_kv_heads < row.n_heads:
        heads = t("head_count.shared", heads=row.n_heads, kv=row.n_kv_heads)
    divisor = f"√{row.d_head} = {decimals(row.divisor, 3)}"
    counts = (row.parameters, row.multiply_adds, row.exponentials)
    return (heads, str(row.d_head), divisor, *map("{:,}".format, counts))
