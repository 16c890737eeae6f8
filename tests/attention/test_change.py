"""What a change does to the numbers of one call, on any numbers."""

import torch
from hypothesis import given
from hypothesis import strategies as st
from torch.testing import assert_close

from attention.change import Change, Given, turned
from attention.core import attend


def test_keys_that_nobody_may_look_at_stay_hidden_when_a_causal_mask_is_lifted():
    mask = torch.ones(4, 4, dtype=torch.bool).tril()
    mask[:, 1] = False
    lifted = turned(mask[None, None], causal=False, n_queries=4, n_keys=4)
    assert lifted[0, 0].tolist() == [[True, False, True, True]] * 4


sizes = st.fixed_dictionaries(
    {
        "softcap": st.none() | st.floats(0.5, 20),
        "has_bias": st.booleans(),
        "has_sink": st.booleans(),
        "temperature": st.floats(0.05, 20),
        "seed": st.integers(0, 10_000),
    }
)


@given(sizes)
def test_temperature_divides_what_enters_the_softmax_whatever_it_is_made_of(size: dict) -> None:
    generator = torch.Generator().manual_seed(size["seed"])
    q, k, v = (torch.randn(1, 2, 5, 4, generator=generator) for _ in range(3))
    bias = torch.randn(1, 2, 5, 5, generator=generator) if size["has_bias"] else None
    sink = torch.randn(2, generator=generator) if size["has_sink"] else None
    temperature, softcap = size["temperature"], size["softcap"]
    change = Change(scale=0.5 / temperature, temperature=temperature)
    changed = change.of(Given(q, 0.5, None, bias, softcap, sink), 5)
    found = attend(changed.q, k, v, scale=changed.scale, **changed.extras)

    logits = 0.5 * torch.einsum("bhqd,bhkd->bhqk", q, k)
    if softcap is not None:
        logits = softcap * torch.tanh(logits / softcap)
    logits = logits if bias is None else logits + bias
    columns = [logits] if sink is None else [logits, sink[None, :, None, None].expand(1, 2, 5, 1)]
    expected = (torch.cat(columns, -1) / temperature).softmax(-1)[..., :5]
    assert_close(found.weights, expected, rtol=1e-4, atol=1e-5)


@given(st.data())
def test_no_row_that_had_a_key_loses_all_of_them(data: st.DataObject) -> None:
    n = data.draw(st.integers(1, 6))
    cells = data.draw(st.lists(st.booleans(), min_size=n * n, max_size=n * n))
    mask = torch.tensor(cells).reshape(1, 1, n, n)
    block = data.draw(st.frozensets(st.integers(0, n - 1), min_size=1))
    q = torch.zeros(1, 1, n, 2)
    changed = Change(block=block).of(Given(q, None, mask, None, None, None), n)
    for query in range(n):
        had = {key for key in range(n) if mask[0, 0, query, key]}
        has = {key for key in range(n) if changed.mask[0, 0, query, key]}
        kept = changed.kept is not None and bool(changed.kept[query])
        assert kept == bool(had and not had - block)
        assert has == ({max(had)} if kept else had - block)
