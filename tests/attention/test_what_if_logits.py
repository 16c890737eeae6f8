"""Uniform heads, scale, temperature and mask on the embedded models, beside an edited twin."""

from collections.abc import Callable

import pytest
import torch
from torch import Tensor
from torch.testing import assert_close

from attention import WhatIf
from tests.attention.changed import HEADS, near, same
from tests.attention.edited import Edit
from tests.attention.plain import Plain

pytestmark = pytest.mark.weights


def uniform(blind: Tensor) -> Callable[[int, Tensor, Tensor], Tensor]:
    def edit(layer: int, weights: Tensor, _: Tensor) -> Tensor:
        edited = weights.clone()
        for head in [head for where, head in HEADS if where == layer]:
            edited[head] = (~blind).float() / (~blind).sum(-1, keepdim=True)
        return edited

    return edit


def test_a_uniform_head_gives_every_key_it_may_look_at_the_same(base):
    t = base.run(WhatIf(uniform_heads=HEADS))
    same(t, base.edited, Edit(weights=uniform(base.blind)))
    for layer, head in HEADS:
        allowed = ~base.blind
        expected = allowed / allowed.sum(-1, keepdim=True)
        assert_close(t.steps(layer, head).weights, expected, rtol=0, atol=1e-7)


def test_no_scaling_leaves_the_dot_products_as_they_are(base):
    t = base.run(WhatIf(scale="none"))
    same(t, base.edited, Edit(scale=lambda _: 1.0))
    steps = t.steps(0, 1)
    assert steps.scale == 1.0
    assert torch.equal(steps.scores, steps.scaled)
    assert base.t.factor(0) == base.t.model.d_head**-0.5


def test_a_number_takes_the_place_of_the_scale(base):
    same(base.run(WhatIf(scale=0.05)), base.edited, Edit(scale=lambda _: 0.05))


def test_the_models_own_scale_as_a_number_changes_nothing(base):
    t = base.run(WhatIf(scale=base.t.model.d_head**-0.5))
    assert torch.equal(t.output, base.t.output)


def test_temperature_divides_the_logits(base):
    for temperature in (0.5, 3.0):
        t = base.run(WhatIf(temperature=temperature))
        same(t, base.edited, Edit(logits=lambda _, x, T=temperature: x / T))


def test_temperature_and_scale_act_together(base):
    t = base.run(WhatIf(temperature=4, scale="none"))
    same(t, base.edited, Edit(scale=lambda _: 1.0, logits=lambda _, x: x / 4))


def test_causal_on_hides_what_comes_later(base):
    t = base.run(WhatIf(causal=True))
    later = torch.ones(t.n_tokens, t.n_tokens, dtype=torch.bool).triu(1)
    same(t, base.edited, Edit(logits=lambda _, x: x.masked_fill(later, float("-inf"))))
    assert torch.equal(t.mask(0), ~later)
    if base.name == "smollm2":
        assert torch.equal(t.output, base.t.output)


def test_causal_off_lets_every_query_look_at_everything(base):
    t = base.run(WhatIf(causal=False))
    if base.name != "smollm2":
        assert torch.equal(t.output, base.t.output)
        return
    network = Plain("smollm2").network
    allowed = torch.zeros(1, 1, t.n_tokens, t.n_tokens)
    with torch.inference_mode():
        found = network(torch.tensor([base.ids]), attention_mask=allowed, output_hidden_states=True)
    near(t.output, found.hidden_states[-1][0])
    assert t.mask(0).all()


def test_several_changes_at_once_follow_each_other(base):
    what_if = WhatIf(HEADS, block={2}, temperature=2, causal=True, uniform_heads={(1, 2)})
    later = torch.ones(base.t.n_tokens, base.t.n_tokens, dtype=torch.bool).triu(1)
    later[:, 2] = True

    def edit(layer: int, weights: Tensor, _: Tensor) -> Tensor:
        edited = weights.clone()
        if layer == 1:
            edited[2] = (~later).float() / (~later).sum(-1, keepdim=True)
        for head in [head for where, head in HEADS if where == layer]:
            edited[head] = 0
        return edited

    t = base.run(what_if)
    hidden = Edit(
        logits=lambda _, x: (x / 2).masked_fill(later, float("-inf")),
        weights=edit,
    )
    found = base.edited.run(base.ids, hidden)
    near(t.output, found.hidden)
