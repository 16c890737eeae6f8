"""The other side of a comparison: what an address says of it, made good where it can't be had."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

import streamlit as st

from app import notices, runs, shell
from app.fitting import Index, Stale
from app.i18n import Words, plain
from app.offered import offered
from app.reading import Reading
from app.selection import Selection
from app.settings import Settings
from app.shell import Page
from app.token_words import said
from attention import compare_views as compare
from attention import views
from attention.compare_views import Comparison
from attention.views import HeadMap


@dataclass(frozen=True, eq=False)
class Sides:
    """Hold both sides of a comparison; ``selection`` names the other side as it is shown."""

    selection: Selection
    before: Reading
    after: Reading
    first: HeadMap
    second: HeadMap
    found: Comparison

    @property
    def other_model(self) -> str:
        """Return the name of the model on the other side."""
        is_other = self.selection.kind == "model"
        return str(self.selection.other_model) if is_other else self.selection.model


def sides(page: Page, selection: Selection) -> Sides | None:
    """Give both sides on one axis; None where this server has nothing to compare with."""
    t, before = page.t, page.reading
    if selection.kind == "text":
        selection, after = _text(selection, before, t)
    elif selection.kind == "model":
        selection, after = _model(selection, t)
    else:
        after = before
    if after is None:
        return None
    selection = _fitted(selection, before, after, t)
    first = views.head_map(before.trace, selection.layer, selection.head)
    second = _other_head(selection, after)
    by = compare.by_word if selection.kind == "model" else compare.by_token
    places = tuple(
        replace(place, labels=(said(place.labels[0], t), said(place.labels[1], t)))
        for place in by(before.trace.tokens, after.trace.tokens)
    )
    return Sides(selection, before, after, first, second, compare.compare(first, second, places))


def _other_head(selection: Selection, after: Reading) -> HeadMap:
    if selection.kind == "text":
        return views.head_map(after.trace, selection.layer, selection.head)
    layer, head = selection.other_layer or 0, selection.other_head or 0
    return views.head_map(after.trace, layer, head)


def _text(selection: Selection, before: Reading, t: Words) -> tuple[Selection, Reading]:
    """Read the other sentence; one that is missing or can't be read leaves the first in place."""
    if not selection.other_text:
        return replace(selection, other_text=selection.text), before
    found = _read(selection.model, selection.other_text, t)
    if found is None:
        return replace(selection, other_text=selection.text), before
    _cut_or_unknown(found, selection, t)
    return selection, found


def _cut_or_unknown(found: Reading, selection: Selection, t: Words) -> None:
    """Say what the other sentence lost; what its labels mean is said of the first."""
    tokens = found.trace.tokens
    if tokens.is_cut:
        notices.plain(t("notice.cut", n=len(tokens), total=tokens.n_total), "note")
    if tokens.n_unknown:
        name = notices.model_name(selection.model, t)
        line = t("notice.unknown", n=tokens.n_unknown, total=len(tokens), model=name)
        notices.plain(line, "note")


def _model(selection: Selection, t: Words) -> tuple[Selection, Reading | None]:
    """Let another model read the sentence; one that can't be had gives way to the next."""
    asked = selection.other_model
    if asked is not None and asked == selection.model:
        notices.plain(t("compare.same_model", model=notices.model_name(asked, t)), "note")
    for other in _others(selection):
        found = _read(other, selection.text, t, aloud=other == asked)
        if found is not None:
            if asked not in (None, other):
                name = notices.model_name(other, t)
                notices.plain(t("compare.instead", model=name), "note")
            return replace(selection, other_model=other), found
    notices.plain(t("compare.no_other_model"), "error")
    return selection, None


def _others(selection: Selection) -> Iterator[str]:
    """Give the models to try, the one that was asked for first; never the first side's own."""
    asked = selection.other_model
    if asked is not None and asked != selection.model:
        yield asked
    yield from (model for model in offered_models(selection) if model != asked)


def offered_models(selection: Selection) -> list[str]:
    """Give what the first model can be compared with: a causal one first, as it differs most."""
    models = offered(Settings.from_environ())
    others = [model for model in models if model != selection.model]
    return sorted(others, key=lambda model: model != "smollm2")


def _read(model: str, text: str, t: Words, *, aloud: bool = True) -> Reading | None:
    """Run a model on a text, or say why not."""
    settings = Settings.from_environ()
    name = notices.model_name(model, t)
    with shell.guard(t, name, aloud=aloud):
        source = settings.source(model)
        with st.spinner(t("waiting.trace", model=plain(name))):
            return runs.reading(source, text, settings.max_tokens)
    return None


def _fitted(selection: Selection, before: Reading, after: Reading, t: Words) -> Selection:
    """Name the other layer and head: those asked for, if they exist, else the usual ones."""
    if selection.kind == "text":
        return selection
    own = selection.kind == "head"
    next_head = (selection.head + 1) % before.trace.n_heads
    usual = {"layer": selection.layer if own else 0, "head": next_head if own else 0}
    limits: dict[Index, int] = {"layer": after.trace.n_layers, "head": after.trace.n_heads}
    model = selection.model if own else str(selection.other_model)
    shown: dict[str, int] = {}
    for what, limit in limits.items():
        asked = getattr(selection, f"other_{what}")
        shown[f"other_{what}"] = usual[what] if asked is None else asked
        if asked is not None and asked >= limit:
            shown[f"other_{what}"] = usual[what]
            notices.of_stale(Stale(what, asked, limit - 1), model, t, usual[what])
    return replace(selection, **shown)
