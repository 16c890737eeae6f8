"""Two views side by side: another sentence, another model, another head; what changed between."""

import streamlit as st

from app import compare_choices as choices
from app import compare_words as say
from app import levels, shell, state, swap
from app.choice import top_key
from app.components.alignment import alignment
from app.components.compared import compared
from app.i18n import prose
from app.other_side import sides
from app.pairs import completed
from attention import views

page = shell.begin("compare", pick=("layer", "head"), one_text=True)
t, trace = page.t, page.reading.trace
asked = completed(page.selection)
texts = prose("compare", t.lang)

with st.container(key="kinds", horizontal=True, vertical_alignment="bottom"):
    choices.kinds(page.selection, t)
    other = st.container(key="other_side", horizontal=True, vertical_alignment="bottom")

found = sides(page, asked)
if found is None:
    st.stop()
selection, places = found.selection, found.found.places

with other:
    if selection.kind == "text":
        choices.other_sentence(selection, t)
    else:
        choices.other_head(selection, t, found.after.trace.model)

head = views.head_map(trace, selection.layer, selection.head)
key_token = top_key(head.weights, page.query) if selection.key is None else selection.key
query, key = (say.place_of(places, token) for token in (page.query, key_token))
names = say.names(found, t)

with shell.guard(t):
    rows = swap.rows(found, names.rows)
    picked = alignment(rows, query, key, t.group("alignment"), key="alignment")
    if picked is not None:
        state.go(selection, **swap.changes(picked, found))

with shell.guard(t):
    say.headline(found.found, query, key, names, t)
    say.claims(found, t)
    say.follows(found, t)
    words = t.group("compared")
    pair = compared(found.found, query, key, names.said, names.titles, words, key="compared")
    if pair is not None:
        state.go(selection, **swap.tokens(pair, found))

with shell.guard(t):
    if selection.kind == "text" and not levels.lacks(page, "x"):
        say.vectors(found, query, t)
    st.caption(texts[selection.kind])
    st.caption(texts["scale"])
