"""What follows from a change, in words and small tables: the row, the text, the next token."""

from collections.abc import Iterable
from dataclasses import replace
from html import escape

import streamlit as st

from app import shell, state
from app.claims import hides, same_vectors, where_it_went, why_same
from app.i18n import Words, decimals, head_name, prose
from app.notices import plain as note
from app.parsers import MAX_CHARS
from app.selection import Selection
from app.tables import Markup, Row, meters, table
from attention.trace import Trace
from attention.views import TokenLine
from attention.what_if import WhatIf
from attention.what_if_views import (
    SAME,
    HeadChange,
    NextChange,
    most_alike,
    next_changes,
    text_similarity,
    with_constant,
)

MANY_OFF = 8
MANY_ROWS = 8
SHARPER = 0.05  # bits
NEUTRAL = "."  # one token, and it leaves those behind it as they are
CONSTANT = 100.0


def spoken(
    view: HeadChange, what_if: WhatIf, selection: Selection, line: TokenLine, key: int, t: Words
) -> None:
    """Say in one sentence what became of the chosen row."""
    if not what_if:
        said = t.html("change.nothing")
    elif view.row.moved < SAME:
        said = t.html(f"change.{why_same(what_if, selection.layer, selection.head)}")
    elif view.barred_before[view.query, key] and view.barred_after[view.query, key]:
        names = {"query": ("query", line.labels[view.query]), "key": ("key", line.labels[key])}
        said = t.html("heads.masked", **names)
    else:
        said = t.html(
            f"change.{_how(view)}",
            query=("query", line.labels[view.query]),
            key=("key", line.labels[key]),
            before=("weight", decimals(float(view.before[view.query, key]), 3)),
            after=("weight", decimals(float(view.after[view.query, key]), 3)),
            entropy=("", decimals(view.row.entropy_before, 2)),
            then=("", decimals(view.row.entropy_after, 2)),
        )
    st.html(f'<p class="spoken">{said}</p>')


def _how(view: HeadChange) -> str:
    turn = view.row.entropy_after - view.row.entropy_before
    return "about" if abs(turn) < SHARPER else "flatter" if turn > 0 else "sharper"


def remarks(
    view: HeadChange,
    before: Trace,
    after: Trace,
    selection: Selection,
    line: TokenLine,
    t: Words,
) -> None:
    """Say what a careful reader would ask: kept rows, no scale, where hidden weight went."""
    what_if = after.what_if
    if after.kept_rows:
        kept = sorted(after.kept_rows)
        rows = t.listed(f"{line.labels[row]} ({row})" for row in kept[:MANY_ROWS])
        note(t("change.kept", rows=rows + " …" * (len(kept) > MANY_ROWS)), "note")
    if what_if.scale == "none" and after.factor(selection.layer) == 1:
        note(t("change.has_none"), "note")
    elif what_if.scale == "none" and selection.layer > 0:
        st.caption(t("change.everywhere"))
    if hides(what_if, selection.layer) and view.query not in after.kept_rows:
        is_same = same_vectors(before, after, selection.layer, selection.head)
        _hidden(view, is_same, sorted(what_if.block), line, t)
    if what_if.scale != "model" or what_if.temperature != 1 or what_if.causal is not None:
        st.caption(t("change.untrained"))


def _hidden(view: HeadChange, is_same: bool, hidden: list[int], line: TokenLine, t: Words) -> None:
    """Say where the weight went, and what would happen if weights were cut after the softmax."""
    own = view.before[view.query].astype(float)
    gains = view.difference[view.query]
    lost = float(own[hidden].sum())
    said = t.html(
        f"change.{where_it_went(view, hidden, is_same)}",
        query=("query", line.labels[view.query]),
        lost=("weight", decimals(lost, 3)),
        key=("key", line.labels[int(gains.argmax())]),
        gain=("weight", decimals(float(gains.max()), 3)),
        sum=("weight", decimals(float(own.sum()) - lost, 3)),
    )
    st.html(f'<p class="share">{said}</p>')


def outcome(before: Trace, after: Trace, t: Words) -> None:
    """Say what the model as a whole makes of it: the next token, or the meaning of the text."""
    if candidates := next_changes(before, after):
        st.html(_next(candidates, t))
        return
    similarity = decimals(text_similarity(before, after), 4)
    said = t.html("change.similar", cosine=("", similarity))
    st.html(f"<h2>{escape(t('change.text'))}</h2><p class='spoken'>{said}</p>")
    st.caption(t("change.pooled"))


def _next(candidates: Iterable[NextChange], t: Words) -> str:
    rows = (
        Row(
            (
                one.label,
                decimals(one.before, 4),
                Markup(f"<b>{decimals(one.after, 4)}</b>"),
                meters(one.before, one.after, kinds=("", "now")),
            )
        )
        for one in candidates
    )
    names = [t(f"change.{name}") for name in ("next_token", "before", "after")]
    title = f"<h2>{escape(t('change.next'))}</h2>"
    return title + table((*names, ""), rows, kind="next_change")


def redundancy(
    view: HeadChange, before: Trace, after: Trace, selection: Selection, line: TokenLine, t: Words
) -> None:
    """Explain a change that hardly shows, and offer to switch off the heads most alike too."""
    off = after.what_if.heads_off
    if not off:
        return
    cosine = float(view.cosines[view.query])
    said = t.html(
        "change.little" if cosine >= 0.99 else "change.much",
        query=("query", line.labels[view.query]),
        n=("", str(len(off))),
        cosine=("", decimals(cosine, 4)),
    )
    st.html(f"<h2>{escape(t('change.redundant'))}</h2><p class='share'>{said}</p>")
    if len(off) >= MANY_OFF:
        return
    layer, head = max(off) if (selection.layer, selection.head) not in off else (
        selection.layer, selection.head
    )  # fmt: skip
    more = most_alike(before, layer, head, view.query, off)
    names = t.listed(head_name(*place) for place in more)
    st.button(
        t("change.also", heads=names, head=head_name(layer, head)),
        key="also_off",
        on_click=state.change,
        args=(selection,),
        kwargs={"off": tuple(sorted({*selection.off, *more}))},
    )


def put_in_front(before: Trace, selection: Selection, t: Words) -> None:
    """Lead to the same text behind a full stop, where a causal model has another first token."""
    text = NEUTRAL + selection.text
    if before.model.is_causal and 2 * len(text) <= MAX_CHARS:
        view = replace(selection, kind="text", other_text=text, key=0, pair="")
        shell.way("compare", t("change.in_front", token=NEUTRAL), view)


def expected(before: Trace, selection: Selection, query: int, t: Words) -> None:
    """Say what to expect; offer to try it."""
    st.markdown(prose("what_if", t.lang)["expected"])
    _constant(before, selection, query, t)
    put_in_front(before, selection, t)


def _constant(before: Trace, selection: Selection, query: int, t: Words) -> None:
    row = with_constant(before, selection.layer, selection.head, query, CONSTANT)
    if row is None:
        return
    own = before.weights(selection.layer)[selection.head, query].cpu().numpy()
    most = float(abs(row - own).max())
    st.caption(t("change.constant", constant=f"{CONSTANT:g}", most=decimals(most, 4)))
