"""What the page of q, k and v says in words, and what its choices do."""

from base64 import b64encode
from dataclasses import replace
from html import escape

import streamlit as st

from app import notices, shell, state
from app.components.qkv import Picked
from app.figures.plane import scatter
from app.i18n import Words, decimals
from app.selection import Selection
from attention.plane import plane
from attention.projection_views import Name, ProjectionView, pair_score
from attention.trace import Trace
from attention.views import TokenLine
from attention.weights import EMBEDDED, info

ROLES: dict[Name, str] = {"q": "query", "k": "key", "v": "value"}
AFTER = ("rotated", "normed", "scaled")
FIRST = 4  # numbers of a vector that a sentence quotes


def dimension(view: ProjectionView, selection: Selection, t: Words) -> int:
    """Give the open dimension; one that a narrower head does not have is said and becomes 0."""
    if selection.dim < view.d_head:
        return selection.dim
    notices.plain(t("projection.stale", value=selection.dim, last=view.d_head - 1), "note")
    return 0


def said(view: ProjectionView, label: str, token: int, t: Words) -> None:
    """Quote the first numbers of the open vector, as attention reads it, and what it went through.

    The picture below shows x · W first: a vector that is turned or scaled after it has others.
    """
    numbers = ", ".join(decimals(float(x), 4) for x in view.own[token, :FIRST])
    role = ROLES[view.name]
    line = t.html(
        f"projection.starts_{view.relation if view.relation in AFTER else 'exact'}",
        token=(role, label),
        name=(role, view.name),
        numbers=("", numbers),
    )
    st.html(f'<p class="spoken">{line}</p>')


def is_four_bit(model: str) -> bool:
    """Tell whether a model's matrices were stored with 4 bits for each number."""
    return model in EMBEDDED and info(model).is_four_bit


def walk_on(selection: Selection, t: Words) -> None:
    """Lead to the row that uses the open number, at the stage where it is made."""
    shell.way("steps", t("projection.walk"), replace(selection, stage="qkv"))


def turned(
    trace: Trace, selection: Selection, pair: tuple[int, int], line: TokenLine, t: Words
) -> None:
    """Say what the rotation does to the score of the chosen pair, where a model rotates."""
    if selection.matrix == "v":
        return
    score = pair_score(trace, selection.layer, selection.head, *pair)
    if score is None:
        return
    query, key = (line.labels[index] for index in pair)
    numbers = {name: ("", decimals(getattr(score, name), 4)) for name in vars(score)}
    text = t.html("projection.turned", query=("query", query), key=("key", key), **numbers)
    allowed = trace.mask(selection.layer)
    if allowed is not None and not allowed[pair]:
        hidden = t.html("projection.masked", query=("query", query), key=("key", key))
        text = f"{text} {hidden}"
    st.html(f'<p class="spoken">{text}</p>')


def follow(picked: Picked, selection: Selection) -> None:
    """Show what was chosen in the picture: another head, or a number of some token."""
    if picked[0] == "head":
        state.go(selection, head=picked[1])
        return
    _, token, dim = picked
    role = "query" if selection.matrix == "q" else "key"
    if getattr(selection, role) != token or selection.dim != dim:
        state.go(selection, **{role: token}, dim=dim)


def on_plane(trace: Trace, selection: Selection, query: int, line: TokenLine, t: Words) -> None:
    """Draw q and k on a plane if somebody opens it, with a warning and the real dot products."""
    folded = st.expander(t("projection.plane"), key="plane", on_change="rerun")
    if not folded.open:
        return
    found = plane(trace, selection.layer, selection.head, query)
    label = line.labels[query]
    warning = t.html(
        "projection.plane_warning", share=("", f"{found.share:.0%}"), query=("query", label)
    )
    rows = "".join(
        f'<tr><th scope="row" dir="auto">{escape(line.labels[key])}</th>'
        f"<td>{decimals(score, 4)}</td></tr>"
        for key, score in found.nearest
    )
    with folded:
        st.html(f'<p class="caption">{warning}</p>')
        alt = t("projection.plane_alt")
        drawn = scatter(found, line.labels, query, alt, state.theme(selection))
        picture = f"data:image/svg+xml;base64,{b64encode(drawn.encode()).decode()}"
        st.html(
            f'<div class="wide" role="group" tabindex="0" aria-label="{escape(alt)}">'
            f'<img class="plane" alt="{escape(alt)}" src="{picture}"></div>'
            f'<p class="facts">{escape(t("projection.plane_legend"))}</p>'
            f'<table class="numbers nearest"><thead><tr>'
            f'<th scope="col">{escape(t("projection.plane_key"))}</th>'
            f'<th scope="col">{escape(t("projection.plane_score"))}</th></tr></thead>'
            f"<tbody>{rows}</tbody></table>"
        )
