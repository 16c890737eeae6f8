"""Numbers with a bar behind each: a picture that is its own table."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from html import escape
from math import isfinite
from typing import Literal

import numpy as np
from jaxtyping import Bool, Float

from app.i18n import decimals

RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
Role = Literal["query", "key", "value", "weight", "ink"]


@dataclass(frozen=True)
class Column:
    """Hold one column of numbers; None is drawn as a dash.

    ``most`` is the number of a full bar: 1 for weights, the largest number where it is None.
    A column without bars has ``role`` None. ``notes`` stand beside the numbers.
    """

    title: str
    values: Sequence[float | None]
    role: Role | None = "weight"
    most: float | None = 1.0
    places: int = 4
    notes: Sequence[str] = ()


def bars(
    rows: Sequence[str],
    columns: Sequence[Column],
    caption: str,
    *,
    first: str,
    chosen: Collection[int] = (),
    shown: Collection[int] | None = None,
    sums: bool = False,
) -> str:
    """Give a table with a row per name and a bar per number.

    ``shown`` leaves out the other rows; ``sums`` adds up each column, over all rows.
    """
    headings = "".join(f'<th scope="col">{escape(column.title)}</th>' for column in columns)
    body = "".join(
        f"<tr{' class=chosen' if i in chosen else ''}>"
        f'<th scope="row" dir="auto">{escape(row)}</th>'
        + "".join(_cell(column, i) for column in columns)
        + "</tr>"
        for i, row in enumerate(rows)
        if shown is None or i in shown
    )
    foot = ""
    if sums:
        totals = (sum(x for x in column.values if x is not None) for column in columns)
        cells = (
            f"<td><span>{_written(total, column.places)}</span></td>"
            for total, column in zip(totals, columns, strict=True)
        )
        foot = f'<tfoot><tr><th scope="row">Σ</th>{"".join(cells)}</tr></tfoot>'
    return (
        f'<div class="bars" tabindex="0" role="region" aria-label="{escape(caption)}">'
        f"<table><caption>{escape(caption)}</caption><thead><tr>"
        f'<th scope="col">{escape(first)}</th>{headings}</tr></thead>'
        f"<tbody>{body}</tbody>{foot}</table></div>"
    )


def tiny(value: float) -> str:
    """Write a small number as in a book.

    >>> tiny(8.2e-08), tiny(0.0)
    ('8.2 × 10⁻⁸', '0')
    """
    if value == 0:
        return "0"
    digits, power = f"{value:.1e}".split("e")
    return f"{digits} × 10{str(int(power)).translate(RAISED)}"


def visible(
    numbers: Float[np.ndarray, " key"], seen: Bool[np.ndarray, " key"]
) -> list[float | None]:
    """Give a row's numbers, None for the keys its query may not look at."""
    return [float(x) if s else None for x, s in zip(numbers, seen, strict=True)]


def _cell(column: Column, row: int) -> str:
    value = column.values[row]
    if value is None:
        return "<td><span>–</span></td>"
    number = f"<span>{_written(value, column.places)}</span>"
    if column.notes:
        number += f" <small>{escape(column.notes[row])}</small>"
    if column.role is None or not isfinite(value):
        return f"<td>{number}</td>"
    most = column.most or max((x for x in column.values if x is not None), default=1.0) or 1.0
    share = min(100.0, max(0.0, 100 * value / most))
    return f'<td>{number}<i class="{column.role}" style="width:{share:.1f}%"></i></td>'


def _written(value: float, places: int) -> str:
    if not isfinite(value):
        return "NaN"
    return decimals(value, places) if places else f"{round(value):,}"
