"""Two views side by side: another sentence, another model, another head; what changed between."""

import streamlit as st

from app import callbacks, levels, present, saved_views, saving, shell, swap
from app import compare_choices as choices
from app import compare_words as say
from app.choice import key_of
from app.components.alignment import alignment
from app.components.compared import compared
from app.i18n import prose
from app.other_side import sides
from app.pairs import completed

page = shell.begin("compare", pick=("layer", "head"), one_text=True)
t = page.t
asked = completed(page.selection)
texts = prose("compare", t.lang)

with st.container(key="kinds", horizontal=True, vertical_alignment="bottom"):
    if "pickers" not in asked.hide:
        choices.kinds(page.selection, t)
    other = st.container(key="other_side", horizontal=True, vertical_alignment="bottom")

found = sides(page, asked)
if found is None:
    st.stop()
selection, places = found.selection, found.found.places

with other:
    if selection.kind == "text" and "sentence" not in selection.hide:
        choices.other_sentence(selection, t)
    if selection.kind != "text" and "pickers" not in selection.hide:
        choices.other_head(selection, t, found.after.trace.model)

key_token = key_of(selection, found.first.weights, page.query)
query, key = (say.place_of(places, token) for token in (page.query, key_token))
names = say.names(found, t)

with shell.guard(t):
    clicks = swap.clicks(found)
    alignment(
        swap.rows(found, names.rows, clicks, t),
        query,
        key,
        t.group("alignment"),
        on_pick=callbacks.read(selection, clicks.token),
        on_swap=callbacks.read(selection, clicks.swapped),
        key="alignment",
    )

present.cover(selection, t)

with shell.guard(t):
    say.headline(found.found, query, key, names, t)
    say.claims(found, t)
    say.follows(found, query, t)
    words = t.group("compared")
    compared(
        found.found,
        query,
        key,
        names.said,
        names.titles,
        words,
        on_pick=callbacks.read(selection, clicks.pair),
        key="compared",
    )
    saving.menu(saved_views.compared(page, found, page.query, key_token), t)

with shell.guard(t):
    if selection.kind == "text" and not levels.lacks(page, "x"):
        say.vectors(found, query, t)
    st.caption(texts[selection.kind])
    st.caption(texts["scale"])
