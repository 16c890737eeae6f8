"""How the open head is seen: between pieces or words, between all tokens or two texts only."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import streamlit as st
from jaxtyping import Bool

from app.chosen import Chosen
from app.figures.labels import sayable
from app.i18n import Words, decimals
from app.open_head import OpenHead
from app.selection import Selection
from app.switches import switch
from attention import map_views, sides, words
from attention.map_views import UNITS, Groups
from attention.sides import BETWEEN, Between
from attention.tokens import Tokens
from attention.views import TokenLine

Side = Bool[np.ndarray, " token"]


def seen(head: OpenHead, selection: Selection, queries: Tokens, keys: Tokens) -> OpenHead:
    """Give a head between words or between two texts only, as the address has it."""
    if selection.unit == "word":
        head = _in_words(head, queries, keys)
    if selection.between != "all":
        head = replace(
            head, view=map_views.only(head.view, *_sides(head, selection, queries, keys))
        )
    return head


def _in_words(head: OpenHead, queries: Tokens, keys: Tokens) -> OpenHead:
    looking, looked_at = words.groups(queries), words.groups(keys)
    line = map_views.word_line(head.line, queries, looking)
    if head.line.others is not None:
        line = replace(line, others=map_views.word_line(head.line.others, keys, looked_at))
    return OpenHead(
        view=map_views.by_word(head.view, looking, looked_at),
        line=sayable(line),
        query=map_views.place_of(head.query, looking),
        key=map_views.place_of(head.key, looked_at),
        firsts=(_firsts(looking), _firsts(looked_at)),
    )


def _firsts(groups: Groups) -> Sequence[int]:
    return tuple(group[0] for group in groups)


def _sides(
    head: OpenHead, selection: Selection, queries: Tokens, keys: Tokens
) -> tuple[Side, Side]:
    """Give which places look and which are looked at; a word is where its first piece is."""
    asking, seen = (
        sides.is_second(tokens)[list(firsts)]
        for tokens, firsts in zip((queries, keys), head.firsts, strict=True)
    )
    between = selection.between
    return sides.looking(between, asking)[0], sides.looking(between, seen)[1]


def row(head: OpenHead, line: TokenLine) -> tuple[Chosen, TokenLine]:
    """Give the row of a table of a head, and its labels: tokens' own, where places are tokens."""
    shown, own = ((len(one.labels), len(one.keys.labels)) for one in (head.line, line))
    in_words = shown != own
    return Chosen(head.view, head.query, head.key), head.line if in_words else line


def switches(head: OpenHead, selection: Selection, t: Words, queries: Tokens, keys: Tokens) -> None:
    """Offer pieces or words where words have pieces, and the pairs of two texts where there are."""
    cut_up = any(len(word) > 1 for tokens in (queries, keys) for word in words.groups(tokens))
    in_words = selection.unit == "word"
    two = bool(sides.is_second(queries).any())
    if not (cut_up or in_words or two):
        return
    with st.container(horizontal=True, gap="medium", key="seen_as"):
        if cut_up or in_words:
            label = t("seen.unit")
            switch("unit", UNITS, selection, t, label=label, names="seen.unit", titled=True)
        if two:
            label = t("seen.between")
            switch("between", BETWEEN, selection, t, label=label, names="seen.between", titled=True)
    if in_words:
        st.html(f'<p class="share">{t.html("seen.rule")}</p>')
    if two and selection.between != "all":
        st.html(f'<p class="share">{_share(head, selection, t, queries, keys)}</p>')


def _share(head: OpenHead, selection: Selection, t: Words, queries: Tokens, keys: Tokens) -> str:
    """Say how much of the row is drawn: the model's own numbers, never divided anew."""
    looking, looked_at = _sides(head, selection, queries, keys)
    query, pairs = ("query", head.names[0]), ("", arrow(selection.between, t))
    if not looking[head.query]:
        return t.html("seen.elsewhere", query=query, pairs=pairs)
    inside = map_views.share(head.view, head.query, looked_at)
    return t.html(
        "seen.inside",
        query=query,
        side=("", selection.between[1].upper()),
        share=("weight", decimals(inside, 3)),
        rest=("", decimals(float(head.view.weights[head.query].sum(dtype=float)) - inside, 3)),
        pairs=pairs,
    )


def arrow(between: Between, t: Words) -> str:
    """Name the pairs that are drawn."""
    return t(f"seen.between_{between}")


def caption(selection: Selection, t: Words) -> str:
    """Give what a picture's caption adds; empty for the usual one."""
    unit = [t("seen.unit_word")] if selection.unit == "word" else []
    pairs = [arrow(selection.between, t)] if selection.between != "all" else []
    return "".join(f" · {one}" for one in [*unit, *pairs])
