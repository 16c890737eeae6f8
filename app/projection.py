"""What the page of q, k and v says in words, and what its choices do."""

from base64 import b64encode
from dataclasses import replace
from html import escape

import streamlit as st

from app import notices, shell, state
from app.figures.plane import scatter
from app.fitting import Stale
from app.folds import fold
from app.i18n import Words, decimals
from app.selection import Selection
from app.tables import Row, table
from attention.likeness import likeness
from attention.plane import plane
from attention.projection_views import Name, ProjectionView, pair_score
from attention.trace import Trace
from attention.views import TokenLine
from attention.weights import EMBEDDED, info

ROLES: dict[Name, str] = {"q": "query", "k": "key", "v": "value"}
AFTER = ("rotated", "normed", "scaled")
LIKENESS = ("cosine", "score", "nearest_cosine", "nearest_score", "largest_cosine", "largest_score")
FIRST = 4  # numbers of a vector that a sentence quotes


def dimension(d_head: int, selection: Selection, t: Words) -> int:
    """Give the open dimension; one that a narrower head does not have is said and becomes 0."""
    if selection.dim < d_head:
        return selection.dim
    notices.of_stale(Stale("dim", selection.dim, d_head - 1), selection.model, t)
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


def words_for(trace: Trace, name: Name, t: Words) -> dict[str, str]:
    """Give the words of the picture: keys and values across are made of another text's x."""
    words = t.group("qkv")
    if not trace.is_cross or name == "q":
        return words
    return words | {one: words[f"{one}_across"] for one in ("lead_k", "lead_v", "inputs")}


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
    query, key = line.labels[pair[0]], line.keys.labels[pair[1]]
    numbers = {name: ("", decimals(getattr(score, name), 4)) for name in vars(score)}
    text = t.html("projection.turned", query=("query", query), key=("key", key), **numbers)
    allowed = trace.head_mask(selection.layer, selection.head)
    if allowed is not None and not allowed[pair]:
        hidden = t.html("projection.masked", query=("query", query), key=("key", key))
        text = f"{text} {hidden}"
    st.html(f'<p class="spoken">{text}</p>')


def alike(
    trace: Trace, selection: Selection, pair: tuple[int, int], line: TokenLine, t: Words
) -> None:
    """Hold the score against how alike the two tokens are: a head does not measure likeness."""
    found = likeness(trace, selection.layer, selection.head, *pair)
    if found is None or selection.matrix == "v":
        return
    labels = line.labels
    values = {
        "query": ("query", labels[pair[0]]),
        "key": ("key", labels[pair[1]]),
        "nearest": ("key", labels[found.nearest]),
        "largest": ("key", labels[found.largest]),
        **{name: ("", decimals(getattr(found, name), 4)) for name in LIKENESS},
    }
    said = t.html("projection.alike", **values)
    same = "same" if found.nearest == found.largest else "other"
    st.html(f'<p class="caption">{said} {t.html(f"projection.alike_{same}", **values)}</p>')


def on_plane(trace: Trace, selection: Selection, query: int, line: TokenLine, t: Words) -> None:
    """Draw q and k on a plane if somebody opens it, with a warning and the real dot products."""
    fold(t("projection.plane"), "plane", lambda: _plane(trace, selection, query, line, t))


def _plane(trace: Trace, selection: Selection, query: int, line: TokenLine, t: Words) -> None:
    found = plane(trace, selection.layer, selection.head, query)
    label = line.labels[query]
    warning = t.html(
        "projection.plane_warning", share=("", f"{found.share:.0%}"), query=("query", label)
    )
    st.html(f'<p class="caption">{warning}</p>')
    alt = t("projection.plane_alt")
    theme, keys = state.theme(selection), line.keys.labels
    drawn = scatter(found, line.labels, query, alt, theme, keys)
    picture = f"data:image/svg+xml;base64,{b64encode(drawn.encode()).decode()}"
    rows = (Row((line.keys.labels[key], decimals(score, 4))) for key, score in found.nearest)
    columns = (t("projection.plane_key"), t("projection.plane_score"))
    st.html(
        f'<div class="wide" role="group" tabindex="0" aria-label="{escape(alt)}">'
        f'<img class="plane" alt="{escape(alt)}" src="{picture}"></div>'
        f'<p class="facts">{escape(t("projection.plane_legend"))}</p>'
        + table(columns, rows, kind="nearest")
    )
