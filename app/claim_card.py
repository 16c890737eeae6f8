"""A claim beside what the model gives: its verdict, the number now, and its other words."""

from html import escape

import numpy as np
import streamlit as st

from app import claimed, state
from app.claimed import Claim, Link
from app.i18n import Words, decimals, head_name, plain
from app.notices import model_name
from app.open_head import OpenHead
from app.selection import Selection
from app.settings import Settings


def card(head: OpenHead, selection: Selection, t: Words) -> None:
    """Say what is claimed of the open pair of words and what is true of it, where it was tested."""
    found = claimed.opened(selection, head.query, head.key)
    if found is None:
        return
    claim, link = found
    number = _number(head, link)
    said = ("", claimed.verdict(link, t))
    lines = [_measured(number, link, t), t.html("claims.verdict", said=said)]
    if link.weight is not None and abs((number or 0) - link.weight) > claimed.TOLERANCE:
        lines.append(escape(t("claims.differs")))
    said = t("claims.says", source=claim.source[t.lang], claim=claim.says[t.lang])
    st.html(
        f'<section class="claim"><h3>{escape(t("claims.title"))}</h3><p>{escape(said)}</p>'
        + "".join(f'<p class="found">{line}</p>' for line in lines)
        + "</section>"
    )
    _others(claim, link, selection, t)


def _number(head: OpenHead, link: Link) -> float | None:
    """Give what the open head gives the word, all its pieces together; None where it can't look."""
    keys = list(link.keys)
    if head.view.masked[head.query, keys].all():
        return None
    return float(head.view.weights[head.query, keys].sum(dtype=np.float64))


def _measured(number: float | None, link: Link, t: Words) -> str:
    """Say the number now and the recorded one, with the same places."""
    query, key = ("query", link.words[0]), ("key", link.words[1])
    if number is None or link.weight is None:
        return t.html("claims.masked", query=query, key=key)
    now, then = ("weight", decimals(number, 4)), ("", decimals(link.weight, 4))
    pieces = "claims.pieces" if len(link.keys) > 1 else "claims.measured"
    place = ("head", head_name(link.layer or 0, link.head or 0))
    return t.html(pieces, query=query, key=key, now=now, then=then, head=place)


def _others(claim: Claim, link: Link, selection: Selection, t: Words) -> None:
    """Lead to the other words and models the claim was tested on."""
    usable = Settings.from_environ().usable
    others = [one for one in claim.links if one != link and one.model in usable]
    if not others:
        return
    with st.container(key="claim_others", horizontal=True, vertical_alignment="center"):
        st.html(f'<p class="facts">{escape(t("claims.others"))}</p>', width="content")
        for one in others:
            query, key = (plain(word) for word in one.words)
            st.button(
                t("claims.other", query=query, key=key, model=plain(model_name(one.model, t))),
                key=f"claim_{claim.id}_{claim.links.index(one)}",
                type="tertiary",
                on_click=state.change,
                args=(selection,),
                kwargs=dict(one.view),
            )
