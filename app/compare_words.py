"""What a comparison says: the chosen pair, what may be claimed, what follows for a model."""

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape

import numpy as np
import streamlit as st

from app import notices, pairs
from app.figures.labels import LONGEST_SAID, cut
from app.i18n import Words, decimals, head_name
from app.other_side import Sides
from attention import compare_views as compare
from attention.compare_views import Comparison, Place
from attention.context_views import cosines
from attention.sink_move import sink_move


@dataclass(frozen=True)
class Names:
    """Hold what the sides are called: in a sentence, above their maps, beside their tokens."""

    said: tuple[str, str]
    titles: tuple[str, str]
    rows: tuple[str, str]


def names(sides: Sides, t: Words) -> Names:
    """Name the two sides after what they differ in."""
    selection = sides.selection
    if selection.kind == "text":
        first, second = t("compare.first"), t("compare.second")
        titles = t("compare.first_title"), t("compare.second_title")
        return Names((first, second), titles, titles)
    places = [(one.layer, one.head) for one in (sides.first, sides.second)]
    titles = [t("heads.open", layer=layer, head=head) for layer, head in places]
    rows = said = [head_name(*place) for place in places]
    if selection.kind == "model":
        models = (selection.model, sides.other_model)
        called = [notices.model_name(model, t) for model in models]
        rows = called
        titles = [f"{model} · {title}" for model, title in zip(called, titles, strict=True)]
        said = [f"{model} {place}" for model, place in zip(called, said, strict=True)]
    return Names((said[0], said[1]), (titles[0], titles[1]), (rows[0], rows[1]))


def place_of(places: tuple[Place, ...], token: int) -> int:
    """Give the place of the first side's token."""
    return next(i for i, place in enumerate(places) if token in place.before)


def label(place: Place) -> str:
    """Name a place: its word, or both where one word took another's place."""
    first, second = (cut(text, LONGEST_SAID) for text in place.labels)
    if first and second and first != second:
        return f"{first} / {second}"
    return first or second


def case_of(found: Comparison, query: int, key: int) -> str:
    """Name the sentence that fits a pair: both sides have it, one may not look, one has it not."""
    sides = (found.before, found.after)
    here = [bool(np.isfinite(side.weights[query, key])) for side in sides]
    masked = [bool(side.masked[query, key]) for side in sides]
    if here != [True, True]:
        return {(True, False): "only_first", (False, True): "only_second"}.get(
            (here[0], here[1]), "neither"
        )
    return {
        (False, False): "gives",
        (True, False): "masked_first",
        (False, True): "masked_second",
        (True, True): "masked",
    }[masked[0], masked[1]]


def values(found: Comparison, query: int, key: int, said: Names) -> Mapping[str, tuple[str, str]]:
    """Give what stands in the places of such a sentence, each with the class of its role."""
    change = compare.change(found, query, key)
    return {
        "query": ("query", label(found.places[query])),
        "key": ("key", label(found.places[key])),
        "first": ("side", said.said[0]),
        "second": ("side", said.said[1]),
        "before": ("weight", decimals(change.before, 3)),
        "after": ("weight", decimals(change.after, 3)),
        "difference": ("", signed(change.difference)),
    }


def signed(value: float, places: int = 3) -> str:
    """Give a difference with its sign; nothing is left of one that rounds to zero."""
    text = decimals(abs(value), places)
    if float(text) == 0:
        return text
    return f"{'+' if value > 0 else '−'}{text}"


def headline(found: Comparison, query: int, key: int, said: Names, t: Words) -> None:
    """Say what happens to the chosen pair."""
    line = t.html(f"compared.{case_of(found, query, key)}", **values(found, query, key, said))
    st.html(f'<p class="spoken">{line}</p>')


def claims(sides: Sides, t: Words) -> None:
    """Say what was measured of exactly this comparison, and how far it carries."""
    pair = pairs.opened(sides.selection)
    if pair is None:
        return
    notices.caption(pair.caption[t.lang])
    if pair.elsewhere:
        notices.caption(t("compare.elsewhere", found=pair.elsewhere[t.lang]))


def follows(sides: Sides, query: int, t: Words) -> None:
    """Say what the kind of the model makes of the change."""
    if sides.selection.kind == "text":
        if all(place.kind == "same" for place in sides.found.places):
            texts = {side.trace.tokens.text for side in (sides.before, sides.after)}
            same = "nothing_changed" if len(texts) == 1 else "read_alike"
            notices.plain(t(f"compare.{same}"), "note")
            return
        _sink(sides, query, t)
        untouched = compare.rows_before_change(sides.found)
        if sides.before.trace.model.is_causal and untouched is not None:
            _untouched(*untouched, sides, t)
    elif sides.selection.kind == "head":
        places = {(one.layer, one.head) for one in (sides.first, sides.second)}
        if len(places) == 1:
            notices.plain(t("compare.same_head"), "note")
    else:
        notices.caption(t("compare.rule"))
        names = (sides.selection.model, sides.other_model)
        for model, side in zip(names, (sides.before, sides.after), strict=True):
            if side.trace.model.is_causal:
                name = notices.model_name(model, t)
                st.html(f'<p class="caption">{escape(t("compare.half", model=name))}</p>')


def _sink(sides: Sides, query: int, t: Words) -> None:
    """Say where the weight of the first token went when something was put in front of it."""
    runs = (sides.before.trace, sides.after.trace)
    places = sides.found.places
    moved = sink_move(*runs, places, query) if runs[0].model.is_causal else None
    if moved is None:
        return
    old = next(place for place in places if place.before)
    said = t.html(
        "compare.sink",
        query=("query", label(places[query])),
        old=("key", label(old)),
        new=("key", label(places[0])),
        before=("weight", decimals(moved.before, 3)),
        after=("weight", decimals(moved.after, 3)),
        left=("weight", decimals(moved.left, 3)),
    )
    st.html(f'<p class="caption">{said}</p>')


def _untouched(n_rows: int, difference: float, sides: Sides, t: Words) -> None:
    name = notices.model_name(sides.selection.model, t)
    number = t("compare.exactly") if difference == 0 else f"{difference:.1e}".replace("-", "−")
    line = t("compare.untouched", model=name, n=n_rows, difference=number)
    st.html(f'<p class="caption">{escape(line)}</p>')


def vectors(sides: Sides, query: int, t: Words) -> None:
    """Show how alike the chosen token's vectors are in both sentences, layer by layer."""
    place = sides.found.places[query]
    if not (place.before and place.after):
        return
    found = cosines(sides.before.trace, sides.after.trace, [place])[0]
    name = escape(label(place))
    rows = "".join(_state(state, float(value), len(found), t) for state, value in enumerate(found))
    title = t.html("compare.vectors", token=("query", label(place)))
    st.html(
        f"<h3>{title}</h3><p class=caption>{escape(t('compare.vectors_lead'))}</p>"
        f'<ol class="states" aria-label="{name}">{rows}</ol>'
    )


def _state(state: int, value: float, n_states: int, t: Words) -> str:
    name = t("compare.output") if state == n_states - 1 else t("compare.layer", layer=state)
    return (
        f"<li><span>{escape(name)}</span>"
        f'<meter min="0" max="1" value="{max(0.0, value):.4f}"></meter>'
        f"<b>{decimals(value, 4)}</b></li>"
    )
