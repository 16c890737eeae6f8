"""What is said about the heads that carry a link: how much, how specific, how high that is here."""

from collections.abc import Sequence
from html import escape

import streamlit as st

from app.i18n import Words, decimals, head_name
from app.open_head import OpenHead
from app.reading import Reading
from attention.links import Link


def say(found: Sequence[Link], head: OpenHead, reading: Reading, t: Words) -> None:
    """Print the winner, what other words give, and how high a pair's best head usually is."""
    best, (query, key) = found[0], head.names
    if best.weight == 0:
        said = t.html("find.nothing", query=("query", query), key=("key", key))
        st.html(f'<p class="share">{said}</p>')
        return
    lines = [_winner("find.winner", best, key, len(found), t)]
    close = [one for one in found if one.others is not None]
    specific = max(close, key=lambda one: one.weight - (one.others or 0), default=None)
    if specific is not None and specific is not best:
        lines.append(_winner("find.specific", specific, key, len(found), t))
    lines += [escape(t(f"find.{note}")) for note in _doubts(head, reading)]
    st.html(
        "".join(f'<p class="found">{line}</p>' for line in lines) + _rate(best, head, reading, t)
    )


def _winner(sentence: str, link: Link, key: str, n: int, t: Words) -> str:
    name = ("head", head_name(link.layer, link.head))
    weight = ("weight", decimals(link.weight, 3))
    if link.others is None:
        return t.html("find.winner_alone", head=name, weight=weight, key=("key", key))
    others = ("weight", decimals(link.others, 3))
    return t.html(sentence, head=name, weight=weight, others=others, key=("key", key), n=("", n))


def _doubts(head: OpenHead, reading: Reading) -> list[str]:
    """Name what makes a high weight cheap: neighbours, and the first token of a causal model."""
    trace = reading.trace
    beside = not trace.is_cross and abs(head.query - head.key) == 1
    sink = head.key == 0 and trace.is_causal
    special = reading.line.keys.special[head.key]
    known = {"neighbours": beside, "first": sink, "special": special}
    return [name for name, holds in known.items() if holds]


def _rate(best: Link, head: OpenHead, reading: Reading, t: Words) -> str:
    rate, trace = reading.base_rate, reading.trace
    if rate is None:
        return f'<p class="share">{escape(t("find.no_rate"))}</p>'
    said = t.html(
        "find.rate",
        n=("", rate.n_pairs),
        heads=("", trace.n_layers * trace.n_heads),
        median=("weight", decimals(rate.median, 3)),
        weight=("weight", decimals(best.weight, 3)),
        share=("", round(100 * rate.below(best.weight))),
    )
    pair = ""
    if not rate.counted[head.query, head.key]:
        query, key = head.names
        pair = " " + t.html("find.rate_other", query=("query", query), key=("key", key))
    return f'<p class="share">{said}{pair}</p>'
