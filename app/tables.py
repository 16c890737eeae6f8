"""Numbers as tables: light HTML, every token escaped."""

from collections.abc import Iterable, Sequence
from html import escape

import streamlit as st

from app.i18n import Words, decimals
from attention.views import NextToken, RowTable


def row_table(
    table: RowTable, key: int, total: float, t: Words, before: Sequence[float] | None = None
) -> None:
    """List the weights of one row with 4 decimals, and what they add up to.

    ``before`` are the numbers that entered the softmax, in a column of their own.
    """
    barred = escape(t("heads.table_masked"))
    rows = []
    for place, label, weight in table.rows:
        entered = [] if before is None else [decimals(before[place], 4) if weight else barred]
        rows.append(([str(place), escape(label), *entered, weight or barred], place == key))
    middle = [] if before is None else [t("level.logit")]
    head = (t("heads.table_position"), t("heads.table_key"), *middle, t("heads.table_weight"))
    foot = ("", escape(t("heads.table_sum")), *("" for _ in middle), decimals(total, 4))
    st.html(_table(head, rows, foot))
    st.caption(t("heads.rounded"))


def _table(head: Iterable[str], rows: Iterable[tuple[list[str], bool]], foot: Iterable[str]) -> str:
    headings = "".join(f'<th scope="col">{escape(name)}</th>' for name in head)
    body = "".join(
        f"<tr{' class=chosen' if chosen else ''}><td>{place}</td>"
        f'<th scope="row" dir="auto">{label}</th>{"".join(f"<td>{n}</td>" for n in numbers)}</tr>'
        for (place, label, *numbers), chosen in rows
    )
    sums = "".join(f"<td>{value}</td>" for value in foot)
    return (
        f'<table class="numbers"><thead><tr>{headings}</tr></thead><tbody>{body}</tbody>'
        f"<tfoot><tr>{sums}</tr></tfoot></table>"
    )


def next_tokens(candidates: Iterable[NextToken], t: Words) -> None:
    """List the likeliest next tokens with a bar and a probability each."""
    rows = "".join(
        f'<li><span dir="auto">{escape(one.label)}</span>'
        f'<meter min="0" max="1" value="{one.probability:.4f}"></meter>'
        f"<b>{decimals(one.probability, 3)}</b></li>"
        for one in candidates
    )
    st.html(f'<h3>{escape(t("heads.next"))}</h3><ol class="next">{rows}</ol>')
