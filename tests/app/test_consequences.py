"""What the page of experiments claims of a row, held against the two runs themselves."""

import numpy as np
import pytest

import attention
from app import runs
from app.claims import same_vectors, where_it_went, why_same
from app.i18n import LANGUAGES, words
from attention import Trace, WhatIf
from attention.errors import NotFinite
from attention.run import again
from attention.what_if_views import SAME, head_change
from tests.app.conftest import ANIMAL

pytestmark = pytest.mark.weights("minilm", "smollm2")

CHANGES = [
    WhatIf(heads_off={(0, 0)}),
    WhatIf(heads_off={(2, 1)}),
    WhatIf(heads_off={(0, 3), (2, 0)}),
    WhatIf(uniform_heads={(0, 0)}),
    WhatIf(uniform_heads={(2, 1), (3, 0)}),
    WhatIf(block={2}),
    WhatIf(block={2}, block_layers={0}),
    WhatIf(block={2}, block_layers={2}),
    WhatIf(block={2}, block_layers={1, 3}),
    WhatIf(heads_off={(2, 1)}, block={2}, block_layers={2}),
    WhatIf(temperature=2),
    WhatIf(scale="none", heads_off={(5, 0)}),
]


@pytest.fixture(scope="module")
def before(model) -> Trace:
    return attention.trace(model("minilm"), ANIMAL)


@pytest.fixture
def experiment(visit):
    """Give a function that opens the page at an address and gives what it says."""

    def said(model: str, **query: object) -> str:
        seen = visit(**{"lang": "en", "text": ANIMAL, "query": 10, "model": model, **query})
        seen.at.switch_page("app/pages/what_if.py").run()
        assert not seen.at.exception
        return seen.text

    return said


@pytest.mark.parametrize("what_if", CHANGES, ids=lambda change: str(change.changes()))
def test_a_row_is_said_to_be_out_of_reach_exactly_where_no_weight_moves(before, what_if):
    after = again(before, what_if)
    for layer in range(before.n_layers):
        moved = (before.weights(layer) != after.weights(layer)).flatten(1).any(dim=1)
        said = [why_same(what_if, layer, head) for head in range(before.n_heads)]
        assert [one == "same" for one in said] == moved.tolist()
        off = {(layer, head) for head in range(12) if said[head] == "same_off"}
        assert off <= what_if.heads_off


@pytest.mark.parametrize("what_if", [WhatIf(block={0}), WhatIf(block={2}, block_layers={1, 4})])
def test_hidden_weight_is_said_to_go_somewhere_only_where_no_key_gains_more(before, what_if):
    after, hidden = again(before, what_if), sorted(what_if.block)
    claims = {}
    for layer in sorted(what_if.block_layers or range(before.n_layers)):
        same = same_vectors(before, after, layer, 1)
        for query in range(before.n_tokens):
            view = head_change(before, after, layer, 1, query)
            claims[layer, query] = where_it_went(view, hidden, same)
            if claims[layer, query] == "hidden":
                lost = view.before[query, hidden].sum()
                gains = np.delete(view.difference[query], hidden)
                assert gains.min() >= -SAME
                assert gains.sum() == pytest.approx(lost, abs=1e-5)
    first = min(what_if.block_layers or {0})
    assert {layer for (layer, _), claim in claims.items() if claim == "hidden"} == {first}
    assert {claim for (layer, _), claim in claims.items() if layer > first} == {"hidden_before"}


def test_another_change_in_the_same_layer_is_named_too(before):
    after = again(before, WhatIf(block={2}, temperature=3))
    view = head_change(before, after, 0, 1, 10)
    assert where_it_went(view, [2], same_vectors(before, after, 0, 1)) == "hidden_besides"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_gain_larger_than_what_was_hidden_is_said_to_come_from_it(experiment, lang):
    said = experiment("minilm", lang=lang, layer=3, head=1, block="0")
    for number in ("0.124", "0.215"):
        assert number in said
    sign = {"en": "so not all of that comes from what is hidden", "zh-CN": "不全来自被遮住的词元"}
    assert sign[lang] in said
    assert {"en": "The largest part of it goes to", "zh-CN": "最多的部分转给了"}[lang] not in said


@pytest.mark.parametrize(
    ("name", "link"),
    [
        ("smollm2", {"layer": 0, "head": 0, "query": 0, "uniform": "0.0"}),
        ("minilm", {"layer": 0, "head": 2, "block": "2", "block_layers": "0"}),
    ],
)
def test_a_change_that_acts_in_this_head_is_not_said_to_act_later(experiment, name, link):
    said = experiment(name, **link)
    assert words("en")("change.same_later") not in said
    assert words("en")("change.same") in said


def test_a_pair_that_no_run_may_look_at_has_no_weight_to_speak_of(visit):
    seen = visit(
        text=ANIMAL, model="smollm2", layer=29, head=8, query=3, key=9, temperature=2, lang="en"
    )
    seen.at.switch_page("app/pages/what_if.py").run()
    assert "(query) may not look at" in seen.text
    assert "0.000 to 0.000" not in seen.text


def test_many_rows_that_kept_a_key_are_not_passed_off_as_few(visit):
    block = ",".join(map(str, range(15)))
    seen = visit(text=ANIMAL, model="minilm", block=block, lang="en")
    seen.at.switch_page("app/pages/what_if.py").run()
    assert " …. A row must give its weight to something." in seen.text


def test_a_changed_run_without_numbers_is_not_passed_off_as_no_change(visit, monkeypatch):
    def fails(*_: object) -> Trace:
        raise NotFinite(3, (1,))

    monkeypatch.setattr(runs, "changed", fails)
    seen = visit(text=ANIMAL, model="minilm", off="3.1", lang="en")
    seen.at.switch_page("app/pages/what_if.py").run()
    assert "With this change the model gives no usable numbers." in seen.text
    assert "Nothing is changed yet" not in seen.text
