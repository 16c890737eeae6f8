"""The matrices as small tables to write into, and the file that carries them."""

from collections.abc import Mapping

import pandas as pd
import streamlit as st

from app import notices, state
from app.i18n import Words
from app.scratch import edits
from app.scratch.asking import CHOICES
from app.scratch.edits import Table
from app.selection import Selection
from attention import by_hand
from attention.by_hand import HandLayer, Name, Setting
from attention.errors import AttentionError, ImpossibleLayer

LABEL = "label"  # the column that names the rows
UPLOAD, REFUSED = "hand_upload", "hand_file_refused"
FILE = "attention-by-hand.json"


def draw(shown: Selection, layer: HandLayer, tables: Mapping[Name, Table], t: Words) -> None:
    """Draw every matrix of a layer, x over the whole width, the others side by side."""
    st.caption(t("hand.tables_about"))
    first, *rest = tables
    _table(first, tables[first], layer.setting, t)
    for pair in (rest[:2], rest[2:]):
        for place, name in zip(st.columns(2, gap="large"), pair, strict=False):
            with place:
                _table(name, tables[name], layer.setting, t)
    _file(shown, layer, t)


def _table(name: Name, table: Table, setting: Setting, t: Words) -> None:
    st.html(f"<h3>{t(f'hand.table_{name}')}</h3>")
    labels, columns = _rows(name, setting), _columns(name, setting)
    data = pd.DataFrame(table.given, columns=[str(i) for i in range(len(columns))], dtype=float)
    data.insert(0, LABEL, labels)
    number = {
        str(i): st.column_config.NumberColumn(label, format="plain", width=64)
        for i, label in enumerate(columns)
    }
    name_column = st.column_config.TextColumn(
        t("hand.word") if name == "x" else "", disabled=True, pinned=True, width=96
    )
    st.data_editor(
        data,
        key=edits.widget_key(name, table),
        column_config={LABEL: name_column, **number},
        hide_index=True,
        num_rows="fixed",
        width="content",
    )


def _rows(name: Name, setting: Setting) -> list[str]:
    if name == "x":
        return list(setting.words)
    if name == "W_o":
        return _by_head(setting.n_heads, setting.d_k)
    return [str(i) for i in range(setting.d_model)]


def _columns(name: Name, setting: Setting) -> list[str]:
    if name in ("x", "W_o"):
        return [str(i) for i in range(setting.d_model)]
    return _by_head(setting.n_heads if name == "W_q" else setting.n_kv_heads, setting.d_k)


def _by_head(n_heads: int, d_k: int) -> list[str]:
    """Name the dimensions of all heads; with several, the head stands before the dimension."""
    if n_heads == 1:
        return [str(i) for i in range(d_k)]
    return [f"{head}·{i}" for head in range(n_heads) for i in range(d_k)]


def _file(shown: Selection, layer: HandLayer, t: Words) -> None:
    """Offer the layer as a file, and take one."""
    st.caption(t("hand.file_about"))
    with st.container(horizontal=True, vertical_alignment="bottom"):
        data = by_hand.to_json(layer, shown.text)
        st.download_button(
            t("hand.download"), data, FILE, "application/json", key="hand_download",
            on_click="ignore",
        )  # fmt: skip
        st.file_uploader(
            t("hand.upload"), type="json", key=UPLOAD, on_change=_take, args=(shown,), width=360
        )
    refused: AttentionError | None = st.session_state.get(REFUSED)
    if refused is not None:
        notices.plain(t("hand.file_refused", why=t(refused.message_key, **refused.fields)), "error")


def _take(shown: Selection) -> None:
    """Ask for the layer of a file, or keep why there is none in it."""
    st.session_state[REFUSED] = None
    file = st.session_state[UPLOAD]
    if file is None:
        return
    try:
        content = file.getvalue()
        if len(content) > by_hand.MAX_BYTES:
            raise ImpossibleLayer("file")
        wish, found = by_hand.from_json(content.decode("utf-8"))
    except (AttentionError, UnicodeDecodeError) as error:
        is_ours = isinstance(error, AttentionError)
        st.session_state[REFUSED] = error if is_ours else ImpossibleLayer("file")
        return
    edits.put(by_hand.resolve(wish), found)
    choices = {name: getattr(wish, name) for name in (*CHOICES, "preset", "seed", "text")}
    state.change(shown, **choices, head=0, query=None, key=None)
