"""Numbers as tables: light HTML, every text escaped."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

import streamlit as st

from app.chosen import Chosen
from app.i18n import Words, decimals
from attention import views
from attention.views import NextToken, TokenLine


@dataclass(frozen=True)
class Markup:
    """Hold a cell that is HTML; whoever makes it has escaped what is text in it."""

    html: str


Cell = str | Markup


@dataclass(frozen=True)
class Row:
    """Hold the cells of a row; ``chosen`` marks it."""

    cells: Sequence[Cell]
    chosen: bool = False


def table(
    names: Sequence[str],
    rows: Iterable[Row],
    *,
    kind: str = "",
    caption: str = "",
    label: str = "",
    foot: Sequence[Cell] = (),
    heading: int = 0,
) -> str:
    """Give a table: the names of its columns, its rows, their sums.

    ``kind`` is a class of the style sheet; ``heading`` is the column that names the rows. A table
    that may be wider than the page has a ``label``: keys can then scroll it.
    """
    classes = f"numbers {kind}".strip()
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in names)
    body = "".join(_row(row, heading) for row in rows)
    above = f'<caption dir="auto">{escape(caption)}</caption>' if caption else ""
    below = "".join(f"<td>{_html(cell)}</td>" for cell in foot)
    stop = f' role="group" tabindex="0" aria-label="{escape(label)}"' if label else ""
    return (
        f'<div class="wide"{stop}><table class="{classes}">{above}<thead><tr>{head}</tr></thead>'
        f"<tbody>{body}</tbody>{f'<tfoot><tr>{below}</tr></tfoot>' if foot else ''}</table></div>"
    )


def _row(row: Row, heading: int) -> str:
    cells = "".join(
        f'<th scope="row" dir="auto">{_html(cell)}</th>'
        if column == heading
        else f"<td>{_html(cell)}</td>"
        for column, cell in enumerate(row.cells)
    )
    return f"<tr{' class=chosen' if row.chosen else ''}>{cells}</tr>"


def _html(cell: Cell) -> str:
    return cell.html if isinstance(cell, Markup) else escape(cell)


def meters(*values: float, most: float = 1.0, kinds: Sequence[str] = ("",)) -> Markup:
    """Give a cell with a bar for each value, of which ``most`` would be a full one."""
    bars = (
        f'<meter class="{kind}" min="0" max="{most:.6f}" value="{value:.6f}"></meter>'
        for value, kind in zip(values, kinds, strict=True)
    )
    return Markup(f'<div class="bar">{"".join(bars)}</div>')


def row_table(
    row: Chosen, line: TokenLine, t: Words, before: Sequence[float] | None = None
) -> None:
    """List the weights of the chosen row with 4 decimals, and what they add up to.

    ``before`` are the numbers that entered the softmax, in a column of their own.
    """
    total = float(row.head.weights[row.query].astype(float).sum())
    barred = t("heads.table_masked")
    rows = []
    for place, label, weight in views.row_table(row.head, line, row.query).rows:
        entered = [] if before is None else [decimals(before[place], 4) if weight else barred]
        rows.append(Row((str(place), label, *entered, weight or barred), place == row.key))
    middle = [] if before is None else [t("level.logit")]
    names = (t("heads.table_position"), t("heads.table_key"), *middle, t("heads.table_weight"))
    foot = ("", t("heads.table_sum"), *("" for _ in middle), decimals(total, 4))
    st.html(table(names, rows, foot=foot, heading=1))
    st.caption(t("heads.rounded"))


def next_tokens(candidates: Iterable[NextToken], t: Words) -> None:
    """List the likeliest next tokens with a bar and a probability each."""
    rows = "".join(
        f'<li><span dir="auto">{escape(one.label)}</span>'
        f'<meter min="0" max="1" value="{one.probability:.4f}"></meter>'
        f"<b>{decimals(one.probability, 3)}</b></li>"
        for one in candidates
    )
    st.html(f'<h3>{escape(t("heads.next"))}</h3><ol class="next">{rows}</ol>')
