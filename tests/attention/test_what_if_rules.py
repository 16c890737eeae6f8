"""Heads off and tokens blocked on the embedded models, beside implementations that are not ours."""

import copy

import pytest
import torch
from torch import Tensor
from torch.testing import assert_close

from attention import WhatIf
from tests.attention.changed import HEADS, near, same
from tests.attention.edited import Edit

pytestmark = pytest.mark.weights


def test_the_reference_without_an_edit_is_the_model(base):
    same(base.t, base.edited, Edit())


def test_no_change_is_the_same_run_to_the_last_bit(base):
    for what_if in (WhatIf(), WhatIf(block_layers={0}), WhatIf(block={0}, block_layers=())):
        t = base.run(what_if)
        assert torch.equal(t.output, base.t.output)
        for one, other in zip(t.calls, base.t.calls, strict=True):
            assert torch.equal(one.q, other.q)
            assert torch.equal(one.output, other.output)
            assert torch.equal(one.steps().weights, other.steps().weights)


def test_a_head_that_is_off_is_its_columns_cut_from_w_o(base, plain):
    t, twin = base.run(WhatIf(heads_off=HEADS)), plain(base.name)
    cut = copy.deepcopy(twin.network)
    d = t.model.d_head
    for layer, head in HEADS:
        o = cut.get_submodule(twin.places["o"].format(layer))
        with torch.no_grad():
            o.weight[:, head * d : (head + 1) * d] = 0
    with torch.inference_mode():
        found = cut(torch.tensor([base.ids]), output_hidden_states=True, output_attentions=True)
    near(t.output, found.hidden_states[-1][0])
    for layer in range(t.n_layers):
        assert_close(t.weights(layer), found.attentions[layer][0], rtol=0, atol=1e-5)
    for layer, head in HEADS:
        assert not t.contributions(layer)[head].any()
        assert not t.steps(layer, head).output.any()
        assert t.steps(layer, head).weights.any()


def test_blocked_in_all_layers_is_the_models_own_mask(base, plain):
    for token in (2, base.t.n_tokens - 1):
        t = base.run(WhatIf(block={token}))
        allowed = torch.ones(1, t.n_tokens, dtype=torch.long)
        allowed[0, token] = 0
        found = plain(base.name).run(base.ids, attention_mask=allowed)
        near(t.output, found.hidden)
        assert t.kept_rows == frozenset()
        for layer in range(t.n_layers):
            assert not t.weights(layer)[:, :, token].any()
            assert_close(t.weights(layer), found.answer.attentions[layer][0], rtol=0, atol=1e-5)


def test_the_first_token_blocked_is_the_models_own_mask_but_for_a_row_with_no_other_key(
    base, plain
):
    t = base.run(WhatIf(block={0}))
    allowed = torch.ones(1, t.n_tokens, dtype=torch.long)
    allowed[0, 0] = 0
    found = plain(base.name).run(base.ids, attention_mask=allowed)
    lonely = base.name == "smollm2"
    assert t.kept_rows == (frozenset({0}) if lonely else frozenset())
    start = 1 if lonely else 0
    near(t.output[start:], found.hidden[start:])
    for layer in range(t.n_layers):
        assert t.weights(layer)[:, 0, 0].eq(1 if lonely else 0).all()
        assert not t.weights(layer)[:, 1:, 0].any()


def test_blocked_in_named_layers_is_a_mask_in_these_layers(base):
    layers, tokens = {1, 4}, [1, 2]

    def hide(layer: int, logits: Tensor) -> Tensor:
        edited = logits.clone()
        if layer in layers:
            edited[:, :, tokens] = float("-inf")
        return edited

    what_if = WhatIf(block=tokens, block_layers=layers)
    same(base.run(what_if), base.edited, Edit(logits=hide))


def test_what_a_changed_run_shows_is_what_it_used(base):
    what_if = WhatIf({(0, 1)}, {(3, 1)}, {0, 3}, None, "none", 2.0, base.name != "smollm2")
    t = base.run(what_if)
    assert t.what_if == what_if
    for layer, call in enumerate(t.calls):
        assert torch.equal(call.steps().output, call.output)
        assert torch.equal(t.weights(layer), call.steps().weights[0])
        for head in (0, 1):
            steps = t.steps(layer, head)
            assert_close(steps.masked.softmax(-1), steps.weights, rtol=0, atol=1e-6)
            assert_close(steps.output, call.output[0, head], rtol=1e-5, atol=1e-6)
