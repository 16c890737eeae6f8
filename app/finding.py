"""Three ways to look through all heads: by their patterns, for a link, for a painted pattern."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

import streamlit as st

from app import link_words, runs, state
from app.components.grid.marks import CHOICES, Marks
from app.components.painter import MOST, painter
from app.components.ranking import Ranked, ranking
from app.i18n import Words
from app.open_head import OpenHead
from app.reading import Reading
from app.selection import Selection
from app.token_words import line_in
from attention.links import Link
from attention.trace import Trace

Mode = Literal["patterns", "link", "paint"]
TOP = 10
MODE = "mode"


@dataclass(frozen=True, eq=False)
class Search:
    """Hold what the heads are searched for, and the best of them."""

    mode: Mode
    heads: Sequence[Ranked] = ()
    found: Sequence[Link] = ()

    @property
    def ranks(self) -> list[tuple[int, int]] | None:
        """Return the heads to mark by their rank; None where patterns are marked."""
        if self.mode == "patterns":
            return None
        return [(one.layer, one.head) for one in self.heads]


def mode_of(selection: Selection) -> Mode:
    """Give the way that an address asks for."""
    return next((mode for mode in get_args(Mode) if mode == selection.filter), "patterns")


def modes(selection: Selection, trace: Trace, t: Words) -> None:
    """Offer the three ways, and a head taken at random."""
    with st.container(key="ways", horizontal=True, vertical_alignment="center"):
        st.segmented_control(
            t("find.modes"),
            get_args(Mode),
            key=state.bound(MODE, mode_of(selection)),
            format_func=lambda mode: t(f"find.mode_{mode}"),
            required=True,
            label_visibility="collapsed",
            on_change=_choose,
            args=(selection,),
        )
        st.button(
            t("find.random"),
            key="random_head",
            type="tertiary",
            icon=":material/casino:",
            on_click=surprise,
            args=(selection, (trace.n_layers, trace.n_heads)),
        )


def surprise(selection: Selection, sizes: tuple[int, int]) -> None:
    """Open a head taken at random: the one that is shown does not stand for the model."""
    layer, head = (secrets.randbelow(size) for size in sizes)
    state.change(selection, layer=layer, head=head)


def _choose(selection: Selection) -> None:
    mode = st.session_state[MODE]
    state.change(selection, filter=None if mode == "patterns" else mode)


def search(reading: Reading, selection: Selection, query: int, key: int) -> Search:
    """Find the heads that the address asks for."""
    mode = mode_of(selection)
    if mode == "link":
        found = runs.links_of(reading.trace, query, key, TOP)
        heads = [Ranked(one.layer, one.head, one.weight, one.others) for one in found]
        return Search(mode, heads, found)
    painted = selection.paint
    if mode == "paint" and painted:
        matches = runs.matches(reading.trace, painted, TOP)
        heads = [Ranked(one.layer, one.head, one.painted, one.elsewhere) for one in matches]
        return Search(mode, heads)
    return Search(mode)


def marks(reading: Reading, selection: Selection, search: Search) -> Marks:
    """Give what stands below each head."""
    asked = {name: getattr(selection, name) for name in ("filter", "sort")}
    known = {name: value if value in CHOICES[name] else None for name, value in asked.items()}
    if known["sort"] == "distance" and reading.habits.distance is None:
        known["sort"] = None
    return Marks.of(reading.habits, ranks=search.ranks if search.heads else None, **known)


def result(
    search: Search, head: OpenHead, reading: Reading, selection: Selection, t: Words
) -> None:
    """Say what was found, and list it; a click on a head opens it."""
    if search.mode == "patterns":
        return
    if search.mode == "paint":
        _paint(reading, selection, t)
    if not search.heads:
        return
    if search.mode == "link":
        link_words.say(search.found, head, reading, t)
    ranking(
        search.heads,
        (selection.layer, selection.head),
        (_named("value", search, head, t), _named("beside", search, head, t)),
        _named("caption", search, head, t),
        t.group("ranking"),
        on_open=lambda layer, head: state.change(selection, layer=layer, head=head),
        key="ranking",
    )
    if search.mode == "paint":
        st.caption(t("find.paint_measure"))


def _named(what: str, search: Search, head: OpenHead, t: Words) -> str:
    query, key = head.names
    return t(f"find.{search.mode}_{what}", n=len(search.heads), query=query, key=key)


def _paint(reading: Reading, selection: Selection, t: Words) -> None:
    n_tokens = reading.line.longest
    if n_tokens > MOST:
        st.caption(t("find.paint_long", most=MOST, n=n_tokens))
        return
    painter(
        line_in(reading.line, t),
        selection.paint,
        t.group("painter"),
        causal=reading.trace.is_causal,
        on_paint=lambda painted: state.change(selection, paint=painted),
        key="painter",
    )
