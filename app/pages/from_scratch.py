"""The layer by hand: small matrices and one's own words, walked like a real model's head."""

from dataclasses import asdict, replace
from functools import partial

import streamlit as st

from app import callbacks, notices, present, projection, saved_views, saving, shell, state, topbar
from app.choice import key_of
from app.components.sentence import sentence
from app.components.steps import Walked, steps
from app.fitting import fit
from app.folds import fold
from app.i18n import prose, words
from app.scratch import about, asking, bar, edits, order, tables, walk_words
from app.worksheets import section
from attention import by_hand, hand_views, views
from attention.examples import example

notices.style()
asked, address = asking.read(), state.address()
t = words(asked.lang)
topbar.header(asked, t, "from_scratch")
answer = asking.answer(asked)
setting = answer.setting
wanted = answer.selection if answer.refused is None else asked

if "sentence" not in wanted.hide:
    bar.words(wanted, t)
if "pickers" not in wanted.hide:
    bar.choices(wanted, setting, t, fits=answer.refused is None)

n_words = len(setting.words)
shown, stale = fit(answer.selection, answer.selection.layer + 1, setting.n_heads, n_words)
state.publish(shown if answer.refused is None else asked)
said = stale if asking.is_own(address) else []
notices.of_link(address, said, replace(shown, model=t("hand.this_layer")), t)
about.refused(answer, t)

found, lost = edits.read(setting)
layer = by_hand.work(setting, {name: table.good for name, table in found.items()})
about.notes(answer, lost, found, t)
if "pickers" not in wanted.hide:
    n_numbers = sum(matrix.numel() for name, matrix in layer.matrices.items() if name != "x")
    bar.facts(setting, n_numbers, t)

worked = example(setting.preset)
start = worked.row if worked is not None and worked.row < n_words else n_words - 1
query = start if shown.query is None else shown.query
weights = layer.head(shown.head).weights.numpy()
key = key_of(shown, weights, query)
line = hand_views.token_line(layer)
present.cover(asked, t)

with shell.guard(t):
    about.preset(layer, t)
    bar.head(asked, shown.head, setting, t)
    row = views.thousandths(weights[query], hand_views.masked(layer)[query]).tobytes()
    sentence(
        line,
        row,
        query,
        key,
        t.group("sentence"),
        on_pick=callbacks.field(asked),
        key="sentence",
    )

with shell.guard(t):
    numbers = hand_views.step_view(layer, shown.head, query, key)
    stage = shown.stage
    if stage not in numbers.stages:
        notices.stale_stage(stage, t)
        stage = numbers.stages[0]
    width = numbers.matrices[shown.matrix].shape[-1]
    dim = projection.dimension(width, shown, t) if asking.is_own(address) else shown.dim
    place = f"{shown.head} {query} {hand_views.fingerprint(layer)}"
    own = walk_words.of(setting, t)
    at = Walked(stage, query, key, shown.matrix, dim, shown.rows)
    steps(
        numbers,
        line,
        at,
        place,
        own,
        on_walk=callbacks.read(asked, asdict),
        key="hand_steps",
        by_hand=True,
    )
    with st.container(horizontal=True):
        saving.menu(saved_views.by_hand(layer, shown, (query, key), t), t)
        section.menu(partial(section.of_layer, layer, shown.head, query, key, t), t)

with shell.guard(t):
    about.refused_numbers(found, t)
    fold(t("hand.tables"), "hand_tables_open", lambda: tables.draw(shown, layer, found, t))
    fold(t("hand.code"), "hand_code_open", lambda: about.program(layer, t))
    order.draw(asked, shown, layer, (query, key), t)
    with st.expander(t("projection.remember")):
        st.markdown(prose("from_scratch", t.lang)["remember"])
