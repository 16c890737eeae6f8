"""The copied lines, run as they stand, give the numbers of the page."""

import ast

import numpy as np
import pytest
import torch

import attention
from app import as_python
from app.as_python import At
from attention import WhatIf, by_hand, map_views, projection_views, sides, views, words
from attention.run import again

ANIMAL = "The animal didn't cross the street because it was too tired"
AT = At(3, 1, 10, 2)
HOSTILE = "\"); import os; os._exit(3) #\n'''\\ {0} \u2028 </script>"


@pytest.fixture
def run(model, monkeypatch):
    """Give a function that runs lines in a fresh notebook."""
    loaded = {name: model(name) for name in ("minilm", "smollm2")}  # once, not for every program
    monkeypatch.setattr(attention, "load", loaded.__getitem__)

    def execute(code: str) -> dict:
        names: dict = {}
        exec(code, names)
        return names

    return execute


@pytest.fixture
def trace(model):
    return attention.trace(model("minilm"), ANIMAL)


@pytest.mark.weights("minilm")
def test_all_heads(run, trace):
    found = run(as_python.heads(trace))["every_head"]
    assert all(found[layer].equal(trace.weights(layer)) for layer in range(trace.n_layers))


@pytest.mark.weights("minilm")
@pytest.mark.parametrize("special", ["show", "hide", "rescale"])
def test_the_open_head_as_it_is_shown(run, trace, special):
    found = run(as_python.head(trace, AT, special))
    view = views.head_map(trace, AT.layer, AT.head, special)
    assert np.array_equal(found["weights"].numpy(), view.weights)
    assert float(found["weight"]) == view.weights[AT.query, AT.key]
    if special != "show":
        np.testing.assert_allclose(found["shown"].numpy(), view.shown, rtol=1e-5, equal_nan=True)


@pytest.mark.weights("minilm")
@pytest.mark.parametrize("special", ["show", "hide", "rescale"])
@pytest.mark.parametrize("between", ["all", "ab", "ba"])
@pytest.mark.parametrize("unit", ["piece", "word"])
def test_the_open_head_between_words_and_between_sentences(run, model, special, between, unit):
    trace = attention.trace(model("minilm"), "tokenizers misbehave", pair="Unbelievably so")
    found = run(as_python.head(trace, At(5, 11, 2, 12), special, unit, between))
    view = views.head_map(trace, 5, 11, special)
    second = sides.is_second(trace.tokens)
    if unit == "word":
        groups = words.groups(trace.tokens)
        view = map_views.by_word(view, groups, groups)
        second = second[[group[0] for group in groups]]
    view = map_views.only(view, *sides.looking(between, second))
    query, key = (1, 4) if unit == "word" else (2, 12)
    assert float(found["weight"]) == pytest.approx(view.weights[query, key], abs=1e-6)
    shown = found["shown" if (special, between) != ("show", "all") else "weights"].numpy()
    np.testing.assert_allclose(shown, view.shown, rtol=1e-4, atol=1e-6, equal_nan=True)


@pytest.mark.weights("minilm", "smollm2")
@pytest.mark.parametrize("name", ["minilm", "smollm2"])
def test_every_step_of_a_row(run, model, name):
    trace = attention.trace(model(name), ANIMAL)
    found, steps = run(as_python.steps(trace, AT)), trace.steps(AT.layer, AT.head)
    for part in ("scores", "scaled", "masked", "weights", "output", "q"):
        assert found[part].equal(getattr(steps, part)[AT.query])


@pytest.mark.weights("minilm", "smollm2")
@pytest.mark.parametrize("name", ["minilm", "smollm2"])
@pytest.mark.parametrize("letter", ["q", "k", "v"])
def test_a_projection_and_the_columns_of_a_head(run, model, name, letter):
    trace, at = attention.trace(model(name), ANIMAL), At(2, 5, 3, 1)
    view = projection_views.projection_view(trace, at.layer, at.head, letter)
    found = run(as_python.projection(trace, at, letter, view.part, view.own.shape[1]))
    assert np.array_equal(found[letter].numpy(), view.own)
    np.testing.assert_allclose(found["wide"].numpy(), view.factors.wide, atol=1e-4)
    if name == "minilm":
        torch.testing.assert_close(found["columns"], found[letter], atol=1e-5, rtol=1e-5)


@pytest.mark.weights("minilm")
def test_what_the_heads_of_a_layer_add_up_to(run, trace):
    found = run(as_python.layer(trace, AT))
    assert found["added"].equal(trace.contributions(AT.layer)[:, AT.query])
    z = torch.stack([trace.steps(AT.layer, head).output[AT.query] for head in range(12)])
    assert found["z"].equal(z)


@pytest.mark.weights("minilm")
def test_a_changed_run(run, trace):
    changes = WhatIf(heads_off={(3, 1), (2, 0)}, block={2}, temperature=2.0, scale="none")
    after = again(trace, changes)
    found = run(as_python.changed(trace, after, AT))
    assert found["second"].equal(after.steps(AT.layer, AT.head).weights)
    assert found["moved"].equal((after.output - trace.output).norm(dim=1))


@pytest.mark.weights("minilm", "smollm2")
@pytest.mark.parametrize("other", ["minilm", "smollm2"])
def test_both_sides_of_a_comparison(run, model, trace, other):
    after = attention.trace(model(other), ANIMAL.replace("tired", "wide"))
    found = run(as_python.compared(trace, after, AT, (5, 2)))
    assert found["first"].equal(trace.steps(3, 1).weights)
    assert found["second"].equal(after.steps(5, 2).weights)


@pytest.mark.weights("minilm")
def test_whatever_a_text_says_it_stays_data(run, model):
    trace = attention.trace(model("minilm"), HOSTILE, pair=HOSTILE)
    code = as_python.head(trace, At(0, 0, 1, 1))
    assert {node.value for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Constant)} >= {
        HOSTILE
    }
    assert run(code)["t"].tokens.ids == trace.tokens.ids


@pytest.mark.weights("minilm")
def test_a_text_that_was_cut_is_cut_alike(run, model):
    trace = attention.trace(model("minilm"), "word " * 40, max_tokens=12)
    assert run(as_python.heads(trace))["t"].n_tokens == 12


def test_the_program_of_the_layer_by_hand(run):
    layer = by_hand.work(by_hand.resolve(by_hand.Wish("red blue purple", "hand")))
    found = run(by_hand.pytorch_code(layer))
    torch.testing.assert_close(found["weights"][0], layer.head(0).weights, atol=1e-6, rtol=0)
