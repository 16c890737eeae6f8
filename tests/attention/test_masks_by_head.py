"""Heads of one layer may look at different keys: what is shown of a head follows its own mask."""

import csv
from dataclasses import replace

import numpy as np
import pytest
import torch

import attention
from attention import WhatIf, views
from attention.effects import effects_of_blocking
from attention.errors import OutOfRange
from attention.likeness import likeness
from attention.models import prepare
from attention.run import again
from attention.softmax_tap import Glimpse
from attention.what_if_views import head_change
from tests.attention.folders import tokenizer
from tests.attention.tiny import tiny

TEXT = "the dog sees a small cat now"
HEADS = range(4)


def own_masks(n: int) -> torch.Tensor:
    """Head 0 looks everywhere, head 1 back, head 2 near, head 3 at all but the first token."""
    query, key = torch.arange(n)[:, None], torch.arange(n)[None]
    everywhere = torch.ones(n, n, dtype=torch.bool)
    return torch.stack([everywhere, key <= query, abs(query - key) <= 1, everywhere & (key > 0)])


def bar(_module, args, kwargs):
    """Hand each head another mask, as a model with sparse heads does."""
    x = args[0] if args else kwargs["hidden_states"]
    lowest = torch.finfo(x.dtype).min
    mask = torch.zeros(1, 4, x.shape[1], x.shape[1]).masked_fill(~own_masks(x.shape[1]), lowest)
    return (x,), {"attention_mask": mask}


@pytest.fixture(scope="module")
def t():
    network = tiny("bert")
    for layer in network.encoder.layer:
        layer.attention.register_forward_pre_hook(bar, with_kwargs=True)
    model = prepare("sparse", network, tokenizer())
    assert model.level == "A"
    return attention.trace(model, TEXT)


@pytest.fixture(scope="module")
def outside(t):
    """The same run as it is seen from outside."""
    seen = [Glimpse(c.steps().weights[0], c.steps().masked[0], c.mask[0]) for c in t.calls]
    return replace(t, calls=(), glimpses=tuple(seen))


@pytest.mark.parametrize("seen", ["t", "outside"])
def test_a_head_has_its_own_mask_and_a_layer_all_of_them(seen, request):
    run = request.getfixturevalue(seen)
    own = own_masks(run.n_tokens)
    assert torch.equal(run.masks(1), own)
    for head in HEADS:
        assert torch.equal(run.head_mask(1, head), own[head])
    assert torch.equal(run.mask(1), own.any(0))


def test_heads_that_share_a_mask_are_given_the_same_one():
    run = attention.trace(prepare("llama", tiny("llama"), tokenizer()), TEXT)
    assert len(run.masks(0)) == 1
    assert all(torch.equal(run.head_mask(0, head), run.mask(0)) for head in HEADS)
    with pytest.raises(OutOfRange):
        run.head_mask(0, 4)


@pytest.mark.parametrize("head", HEADS)
def test_a_map_a_grid_and_a_file_leave_out_what_the_head_may_not_see(t, outside, tmp_path, head):
    own = ~own_masks(t.n_tokens)[head].numpy()
    for run in (t, outside):
        assert np.array_equal(views.head_map(run, 0, head).masked, own)
        grid = views.head_grid(run)
        cells = np.frombuffer(grid.cells, dtype="<u2").reshape(2, 4, grid.rows, grid.columns)
        assert np.array_equal(cells[0, head] == views.MASKED, own)
        run.to_csv(tmp_path / "head.csv", 0, head)
        with (tmp_path / "head.csv").open(encoding="utf-8-sig", newline="") as file:
            empty = [row["weight"] == "" for row in csv.DictReader(file)]
        assert empty == own.flatten().tolist()


@pytest.mark.parametrize("head", HEADS)
def test_only_what_the_head_sees_is_blocked_and_held_against_its_score(t, head):
    query = 3
    own = set(own_masks(t.n_tokens)[head][query].nonzero().flatten().tolist())
    effects = effects_of_blocking(t, 0, head, query)
    assert {effect.key for effect in effects} == own - {query}
    found = likeness(t, 0, head, query, 4)
    assert found is not None
    assert {found.nearest, found.largest} <= own - {query}


@pytest.mark.parametrize("head", HEADS)
def test_a_changed_run_is_compared_on_the_heads_own_keys(t, head):
    changed = again(t, WhatIf(block={2}))
    found = head_change(t, changed, 0, head, 4)
    own = own_masks(t.n_tokens)[head]
    assert np.array_equal(found.barred_before, ~own.numpy())
    own[:, 2] = False
    assert np.array_equal(found.barred_after, ~own.numpy())
