"""A trace beside the plain model: every embedded model, every layer, a sentence never seen."""

from dataclasses import dataclass, field

import pytest
import torch
from torch.testing import assert_close

import attention
from attention.core import AttentionSteps
from tests.attention.drawn import sentence
from tests.attention.plain import Plain, Run

pytestmark = pytest.mark.weights

MODELS = ("minilm", "e5", "smollm2")


@dataclass(frozen=True, eq=False)
class Both:
    text: str  # the first thing a failing test shows
    t: attention.Trace = field(repr=False)
    run: Run = field(repr=False)
    plain: Plain = field(repr=False)

    @property
    def layers(self) -> range:
        return range(self.t.n_layers)

    def heads(self, layer: int) -> list[AttentionSteps]:
        return [self.t.steps(layer, head) for head in range(self.t.n_heads)]


@pytest.fixture(scope="module", params=MODELS)
def both(request, model, plain) -> Both:
    name = request.param
    text = sentence("zh" if name == "e5" else "en")
    ids = model(name).tokenizer(text)["input_ids"]
    return Both(text, attention.trace(model(name), text), plain(name).run(ids), plain(name))


def stack(heads: list[AttentionSteps], name: str) -> torch.Tensor:
    return torch.stack([getattr(steps, name) for steps in heads])


def test_weights_are_those_the_plain_model_puts_out(both):
    assert len(both.run.answer.attentions) == both.t.n_layers
    for layer in both.layers:
        theirs = both.run.answer.attentions[layer][0]
        assert both.t.weights(layer).shape == theirs.shape
        assert_close(both.t.weights(layer), theirs, rtol=0, atol=1e-6)


def test_each_row_sums_to_one(both):
    for layer in both.layers:
        sums = both.t.weights(layer).sum(-1)
        assert_close(sums, torch.ones_like(sums), rtol=0, atol=1e-5)


def test_softmax_of_masked_times_v_is_the_output_that_the_model_went_on_with(both):
    for layer in both.layers:
        heads = both.heads(layer)
        by_hand = stack(heads, "masked").softmax(-1) @ stack(heads, "v")
        concat = both.run.read["o", layer]
        theirs = concat.view(concat.shape[0], both.t.n_heads, -1).transpose(0, 1)
        assert_close(by_hand, stack(heads, "output"), rtol=1e-5, atol=1e-5)
        assert_close(stack(heads, "output"), theirs, rtol=1e-5, atol=1e-5)


def test_contributions_and_bias_sum_to_what_the_output_projection_wrote(both):
    for layer in both.layers:
        parts = both.t.contributions(layer)
        assert parts.shape == (both.t.n_heads, both.t.n_tokens, both.t.model.d_model)
        b_o = both.t.projection(layer).b_o
        total = parts.sum(0) + (0 if b_o is None else b_o)
        assert_close(total, both.run.wrote["o", layer], rtol=1e-6, atol=1e-4)  # up to 200


def test_hidden_is_what_the_projections_read(both):
    for layer in both.layers:
        assert_close(both.t.hidden(layer), both.run.read["q", layer], rtol=1e-5, atol=1e-5)


def test_x_times_w_plus_b_is_what_each_projection_wrote(both):
    for layer in both.layers:
        x, matrices = both.t.hidden(layer), both.t.projection(layer)
        assert matrices.missing is None
        assert (matrices.q_factor, matrices.k_factor) == pytest.approx((1.0, 1.0), abs=1e-6)
        for letter in "qkv":
            W, b = getattr(matrices, f"W_{letter}"), getattr(matrices, f"b_{letter}")
            by_hand = x @ W + (0 if b is None else b)
            assert_close(by_hand, both.run.wrote[letter, layer], rtol=1e-5, atol=1e-4)


def test_x_times_w_plus_b_turned_as_the_model_turns_it_is_q_and_k(both):
    expected = "rotated" if both.t.model.id == "smollm2" else "exact"
    for layer in both.layers:
        matrices = both.t.projection(layer)
        assert (matrices.q_relation, matrices.k_relation) == (expected, expected)
        x, d_head = both.t.hidden(layer), both.t.model.d_head
        q, k = (
            (x @ W + (0 if b is None else b)).unflatten(-1, (-1, d_head)).transpose(0, 1)
            for W, b in ((matrices.W_q, matrices.b_q), (matrices.W_k, matrices.b_k))
        )
        q, k = both.plain.rotate(q, k)
        heads = both.heads(layer)
        k = k.repeat_interleave(both.t.n_heads // both.t.model.n_kv_heads, 0)
        assert_close(q, stack(heads, "q"), rtol=1e-5, atol=1e-4)
        assert_close(k, stack(heads, "k"), rtol=1e-5, atol=1e-4)


def test_output_is_the_plain_models_last_hidden_state(both):
    assert_close(both.t.output, both.run.hidden, rtol=1e-5, atol=1e-5)


def test_logits_are_the_plain_models_where_it_has_a_language_head(both):
    logits = both.run.answer.get("logits")
    if logits is None:
        assert both.t.logits is None
        assert both.t.next_tokens() == []
        return
    assert_close(both.t.logits, logits[0], rtol=1e-5, atol=1e-4)
    values, ids = logits[0, -1].softmax(-1).topk(7)
    found = both.t.next_tokens(7)
    assert [id for id, _ in found] == ids.tolist()
    assert [p for _, p in found] == pytest.approx(values.tolist(), abs=1e-5)


def test_the_steps_of_a_head_are_slices_of_its_layer(both):
    names = ("q", "scores", "scaled", "masked", "weights", "output")
    group = both.t.n_heads // both.t.model.n_kv_heads
    for layer in both.layers:
        whole = both.t.call(layer).steps()
        assert_close(both.t.weights(layer), whole.weights[0], rtol=0, atol=0)
        heads = both.heads(layer)
        for name in names:
            assert_close(stack(heads, name), getattr(whole, name)[0], rtol=1e-5, atol=1e-5)
        assert torch.equal(stack(heads, "k"), whole.k[0].repeat_interleave(group, 0))
        assert torch.equal(stack(heads, "v"), whole.v[0].repeat_interleave(group, 0))


def test_each_step_follows_from_the_one_before_it(both):
    for layer in both.layers:
        for head in (0, both.t.n_heads - 1):
            follow(both.t.steps(layer, head), both.t.mask(layer))


def follow(steps: AttentionSteps, mask: torch.Tensor | None) -> None:
    assert_close(steps.scores, steps.q @ steps.k.T, rtol=1e-5, atol=1e-4)
    assert steps.scale == pytest.approx(steps.q.shape[-1] ** -0.5)
    assert_close(steps.scaled, steps.scores * steps.scale, rtol=1e-6, atol=1e-6)
    if mask is None:
        assert steps.mask is None
        assert_close(steps.masked, steps.scaled, rtol=0, atol=0)
        return
    assert torch.equal(mask, torch.ones_like(mask).tril())
    assert torch.equal(steps.masked.isinf(), ~mask)
    assert_close(steps.masked[mask], steps.scaled[mask], rtol=0, atol=0)
    assert not steps.weights[~mask].any()


def test_nothing_keeps_a_gradient(both):
    assert not any(p.requires_grad for p in both.t.model.network.parameters())
    steps = both.t.steps(0, 0)
    made = (both.t.weights(0), both.t.contributions(0), steps.q, steps.output)
    for tensor in (both.t.output, both.t.hidden(0), *made):
        assert tensor.grad_fn is None
        assert not tensor.requires_grad


def test_a_pair_in_a_model_without_segments_is_read_too(model, plain):
    one, other = sentence("zh"), sentence("en")
    t = attention.trace(model("e5"), one, pair=other)
    assert list(t.tokens.ids) == model("e5").tokenizer(one, other)["input_ids"]
    run = plain("e5").run(list(t.tokens.ids))
    assert_close(t.weights(11), run.answer.attentions[11][0], rtol=0, atol=1e-6)
