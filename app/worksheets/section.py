"""The choices of a worksheet on a page, for the row that is open there."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import cast, get_args

import numpy as np
import streamlit as st

from app import saving
from app.components.sheet import sheet as ways
from app.file_names import file_name
from app.i18n import Words
from app.shell import Page
from app.worksheets.document import document
from app.worksheets.sheet import Kind, Paper, Sheet
from attention.by_hand import HandLayer
from attention.row_record import RowRecord, row_record
from attention.step_numbers import without_empty_bias
from attention.step_views import window


@dataclass(frozen=True)
class Row:
    """Hold a row to be printed: its numbers, the key that gets most, a line about it, a file.

    ``one_text``: the query is one of the keys.
    """

    record: RowRecord
    chosen: int
    about: str
    file: str
    one_text: bool = True


def section(page: Page) -> None:
    """Offer a worksheet of the open row of a model; a page draws it where it wants it."""
    selection, trace, t = page.selection, page.reading.trace, page.t
    steps = without_empty_bias(trace.steps(selection.layer, selection.head))
    if steps.bias is not None or steps.softcap is not None:  # the sheet has no column for them
        st.caption(t("worksheet.more_steps"))
        return
    line = page.line
    record = row_record(line.keys.labels, steps, page.query, line.labels[page.query])
    where = f"L{selection.layer}H{selection.head}"
    file = file_name("worksheet", selection.model, where, text=selection.text)
    part = trace.shown_part if trace.model.is_encoder_decoder else None
    about = saving.about(selection, t, part=part)
    offer(Row(record, _heaviest(record, selection.key), about, file, not trace.is_cross), t)


def of_layer(layer: HandLayer, head: int, query: int, key: int | None, t: Words) -> None:
    """Offer a worksheet of a row of the layer by hand."""
    words = layer.setting.words
    record = row_record(words, layer.head(head), query)
    file = file_name("worksheet", "by_hand", f"H{head}", text=" ".join(words))
    about = saving.about_layer(layer, head, t)
    offer(Row(record, _heaviest(record, key), about, file), t)


def menu(draw: Callable[[], None], t: Words) -> None:
    """Draw the button that opens the choices, which ``draw`` draws when they are open."""
    popover = st.popover(
        t("worksheet.menu"),
        key="worksheet_menu",
        on_change="rerun",
        type="tertiary",
        icon=":material/print:",
    )
    if popover.open:
        with popover:
            draw()


def offer(row: Row, t: Words) -> None:
    """Draw the choices and the ways to the page."""
    st.caption(t("worksheet.about"))
    with st.container(horizontal=True, vertical_alignment="bottom", gap="medium"):
        kind, paper = (
            _one(name, options, t) for name, options in (("kind", Kind), ("paper", Paper))
        )
    blank = kind == "blank"
    with st.container(gap=None):
        ask = st.checkbox(t("worksheet.ask_scores"), key="worksheet_ask", disabled=not blank)
        with_key = st.checkbox(
            t("worksheet.with_key"), True, key="worksheet_key", disabled=not blank
        )
    weights = np.array([key.weight for key in row.record.keys], dtype=np.float32)
    shown = Sheet(
        record=row.record,
        about=row.about,
        rows=window(weights, row.record.query if row.one_text else row.chosen, row.chosen),
        chosen=row.chosen,
        kind=cast("Kind", kind),
        paper=cast("Paper", paper),
        ask_scores=ask,
        with_key=with_key,
    )
    ways(document(shown, t), f"{row.file}-{kind}", t.group("sheet"), key="worksheet_ways")


def _one(name: str, options: object, t: Words) -> str:
    found = get_args(options)
    return st.segmented_control(
        t(f"worksheet.{name}"),
        found,
        default=found[0],
        format_func=lambda one: t(f"worksheet.{name}_{one}"),
        required=True,
        key=f"worksheet_{name}",
    )


def _heaviest(record: RowRecord, key: int | None) -> int:
    if key is not None:
        return key
    return max(range(len(record.keys)), key=lambda i: record.keys[i].weight)
