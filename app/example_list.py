"""The list of sentences worth opening, a server's own first."""

from collections.abc import Iterator
from html import escape
from itertools import groupby

import streamlit as st

from app import claimed, state
from app.claimed import Claim, Link
from app.examples import Example, holds, library
from app.i18n import Words, plain
from app.notices import model_name
from app.selection import Selection
from app.settings import Settings


def offer(selection: Selection, t: Words) -> None:
    """Offer the library; it is built only when somebody opens it."""
    popover = st.popover(t("bar.examples"), key=state.EXAMPLES, on_change="rerun")
    if not popover.open:
        return
    with popover, st.container(height=480, border=False, gap=None):
        st.html(f"<h2>{escape(t('bar.examples_title'))}</h2>")
        for kind, examples in _by_kind(t):
            title = t(f"kinds.{kind}") if t.has(f"kinds.{kind}") else kind
            st.html(f"<h3>{escape(title)}</h3>")
            for example in examples:
                _example(example, selection, t)
        _claims(selection, t)


def _by_kind(t: Words) -> Iterator[tuple[str, list[Example]]]:
    """Give the offered examples by kind, those in the reader's language first in each."""
    settings = Settings.from_environ()
    usable = settings.usable
    offered = [e for e in library(settings.examples) if e.model in usable]
    kinds = list(dict.fromkeys(example.kind for example in offered))
    offered.sort(key=lambda example: (kinds.index(example.kind), example.language != t.lang))
    for kind, examples in groupby(offered, key=lambda example: example.kind):
        yield kind, list(examples)


def _example(example: Example, selection: Selection, t: Words) -> None:
    place = {name: getattr(example, name) for name in ("layer", "head", "query", "key")}
    st.button(
        plain(example.text),
        key=f"example_{example.id}",
        type="tertiary",
        on_click=state.open_example,
        args=(selection,),
        kwargs={"text": example.text, "pair": "", "model": example.model, **place},
    )
    line = model_name(example.model, t)
    if holds(example) and example.caption[t.lang]:
        line = t("bar.example", model=line, caption=example.caption[t.lang])
    st.html(f'<p class="facts">{escape(line)}</p>')


def _claims(selection: Selection, t: Words) -> None:
    """Offer the claims of which a model can be had here, each with the pair it opens."""
    usable = Settings.from_environ().usable
    firsts = [(claim, claim.first(usable, selection.model)) for claim in claimed.library()]
    if not any(link for _, link in firsts):
        return
    st.html(f'<h3>{escape(t("claims.group"))}</h3><p class="facts">{escape(t("claims.about"))}</p>')
    for claim, link in firsts:
        if link is not None:
            _claim(claim, link, selection, t)


def _claim(claim: Claim, link: Link, selection: Selection, t: Words) -> None:
    sentence = " / ".join(filter(None, (link.text, link.pair)))
    st.button(
        plain(sentence),
        key=f"example_{claim.id}",
        type="tertiary",
        on_click=state.open_example,
        args=(selection,),
        kwargs=dict(link.view),
    )
    lines = [t("claims.says", source=claim.source[t.lang], claim=claim.says[t.lang])]
    if link.holds:
        query, key = link.words
        words = t("claims.other", query=query, key=key, model=model_name(link.model, t))
        lines.append(t("claims.opens", words=words, said=claimed.verdict(link, t)))
    st.html(f'<p class="facts">{"<br>".join(map(escape, lines))}</p>')
