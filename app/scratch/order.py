"""The same words in another order, by one click: does the layer notice?"""

from collections.abc import Sequence
from html import escape

import numpy as np
import streamlit as st
from jaxtyping import Bool, Float32

from app import state
from app.figures import ramp
from app.i18n import Words, decimals
from app.selection import Selection
from attention import hand_views
from attention.by_hand import HandLayer

SAME = 1e-6  # what float32 may lose when it adds in another order


def draw(
    asked: Selection, shown: Selection, layer: HandLayer, pair: tuple[int, int], t: Words
) -> None:
    """Offer to shuffle the words; show the chosen head before and after, and what has changed."""
    st.html(f"<h2>{escape(t('hand.order'))}</h2>")
    st.caption(t("hand.order_about"))
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button(
            t("hand.shuffle_again" if shown.shuffle else "hand.shuffle"),
            key="hand_shuffle",
            on_click=state.change,
            args=(asked,),
            kwargs={"shuffle": shown.shuffle % 99 + 1},
        )
        if shown.shuffle:
            st.button(
                t("hand.unshuffle"), key="hand_unshuffle", type="tertiary",
                on_click=state.change, args=(asked,), kwargs={"shuffle": 0},
            )  # fmt: skip
    if shown.shuffle and len(layer.setting.words) > 1:
        _compare(layer, shown, pair, t)


def _compare(layer: HandLayer, shown: Selection, pair: tuple[int, int], t: Words) -> None:
    found = hand_views.shuffled(layer, shown.head, shown.shuffle)
    labels = hand_views.token_line(layer).labels
    order = found.order.tolist()
    moved = [labels[place] for place in order]
    query, key = (order.index(place) for place in pair)
    first, second = (maps[0].numpy() for maps in (found.weights, found.shuffled))
    hidden = hand_views.masked(layer)
    left, right = st.columns(2, gap="large")
    with left:
        st.html(_map(first, hidden, labels, pair, t("hand.order_first")))
    with right:
        st.html(_map(second, hidden, moved, (query, key), t("hand.order_second")))
    before, after = float(first[pair]), float(second[query, key])
    said = t.html(
        "hand.order_pair",
        query=("query", labels[pair[0]]),
        key=("key", labels[pair[1]]),
        before=("weight", decimals(before, 3)),
        after=("weight", decimals(after, 3)),
        difference=("", decimals(found.difference, 4)),
    )
    st.html(f'<p class="spoken" role="status">{said}</p>')
    st.caption(t(f"hand.order_{_verdict(layer, found.difference)}"))


def _verdict(layer: HandLayer, difference: float) -> str:
    """Name what the difference teaches."""
    if difference <= SAME:
        return "blind"
    return "positions" if layer.setting.positions else "causal"


def _map(
    weights: Float32[np.ndarray, "query key"],
    masked: Bool[np.ndarray, "query key"],
    labels: Sequence[str],
    pair: tuple[int, int],
    caption: str,
) -> str:
    """Write a map as a table: rows look, columns are looked at, the chosen pair framed.

    A dash stands where a row may not look.
    """
    head = "".join(f'<th scope="col" dir="auto">{escape(label)}</th>' for label in labels)
    body = ""
    for query, row in enumerate(weights):
        cells = "".join(
            f'<td{" class=chosen" if (query, key) == pair else ""} style="{ramp.css(float(w))}">'
            f"{'–' if masked[query, key] else decimals(float(w), 2)}</td>"
            for key, w in enumerate(row)
        )
        body += f'<tr><th scope="row" dir="auto">{escape(labels[query])}</th>{cells}</tr>'
    return (
        f'<div class="map-scroll" tabindex="0"><table class="map"><caption>{escape(caption)}'
        f"</caption><thead><tr><td></td>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )
