"""Our attention inside real architectures: equal to their own eager one to the last bit."""

import pytest
import torch
from torch import nn

from attention import recording
from attention.core import attend
from attention.errors import NoAttention, UnsupportedModel
from attention.outside import level_of
from attention.probe import probe
from attention.projections import projection
from tests.attention.tiny import FAMILIES, tiny

FUSED = {"gpt2": "q|k|v", "gpt_neox": "per head q,k,v", "modernbert": "q|k|v"}
ROTATED = {"llama", "mistral", "qwen2", "gemma2", "granite", "gpt_oss", "gpt_neox", "modernbert"}
# DeepSeek makes k and v from a shared low-rank latent: there is no single W_K to show.
LOW_RANK = {"deepseek_v2"}


@pytest.mark.parametrize("family", FAMILIES)
def test_output_equals_the_models_own_eager_attention(family: str) -> None:
    assert probe(tiny(family), family).difference == 0.0


@pytest.mark.parametrize("family", FAMILIES)
def test_recorded_weights_are_those_of_the_models_own_output_attentions(family: str) -> None:
    found = probe(tiny(family), family)
    eager = tiny(family, "eager")
    ids = torch.arange(1, 13)[None] * 7919 % 60
    inputs = {"input_ids": ids}
    if eager.config.is_encoder_decoder:
        inputs["decoder_input_ids"] = ids.flip(-1)[:, :7]
    answer = eager(**inputs, output_attentions=True)
    names = ("attentions", "encoder_attentions", "decoder_attentions", "cross_attentions")
    theirs = [w for name in names for w in (answer.get(name) or ())]
    ours = [call.steps().weights for call in found.calls]
    assert len(theirs) == len(ours)
    # An encoder–decoder answers part by part, the calls come layer by layer: match by value.
    for weights in theirs:
        assert any(weights.shape == w.shape and torch.equal(weights, w) for w in ours)


@pytest.mark.parametrize("family", sorted(set(FAMILIES) - LOW_RANK))
def test_x_times_w_plus_b_is_what_was_recorded(family: str) -> None:
    found = probe(tiny(family), family)
    for call, sources in zip(found.calls, found.sources, strict=True):
        assert sources.missing is None
        assert sources.layout == FUSED.get(family, "separate")
        matrices = projection(sources)
        assert matrices.W_v is not None
        source = call.x[0] if not call.is_cross else None
        if source is None:
            continue
        v = source @ matrices.W_v + (0 if matrices.b_v is None else matrices.b_v)
        wide = call.v[0].transpose(0, 1).flatten(1)
        torch.testing.assert_close(v, wide, rtol=1e-4, atol=1e-5)
        q = (source @ matrices.W_q + (0 if matrices.b_q is None else matrices.b_q)).reshape(
            call.q.shape[2], call.q.shape[1], -1
        )
        recorded = call.q[0].transpose(0, 1)
        if matrices.q_relation == "exact":
            torch.testing.assert_close(q, recorded, rtol=1e-4, atol=1e-5)
        if matrices.q_relation == "rotated":
            assert family in ROTATED
            torch.testing.assert_close(
                matrices.q_factor * q.norm(dim=-1), recorded.norm(dim=-1), rtol=1e-4, atol=1e-5
            )
            assert not torch.allclose(q, recorded, atol=1e-3)


def test_a_query_that_was_scaled_before_the_call_is_found_with_its_factor() -> None:
    sources = probe(tiny("opt"), "opt").sources[0]
    assert sources.q is not None
    assert sources.q.relation == "scaled"
    assert sources.q.factor == pytest.approx(8**-0.5, rel=1e-5)


def test_a_norm_after_the_projection_is_named() -> None:
    sources = probe(tiny("qwen3"), "qwen3").sources[0]
    assert sources.q is not None
    assert sources.q.relation == "normed"


def test_low_rank_keys_are_not_given_a_matrix_of_their_own() -> None:
    assert {s.missing for s in probe(tiny("deepseek_v2"), "deepseek_v2").sources} == {"not_found"}


@pytest.mark.parametrize("family", FAMILIES)
def test_contributions_and_bias_sum_to_what_the_output_projection_gives(family: str) -> None:
    found = probe(tiny(family), family)
    for call, sources in zip(found.calls, found.sources, strict=True):
        W_o, b_o = projection(sources).W_o, projection(sources).b_o
        assert W_o is not None
        assert sources.o is not None
        z = call.output[0]
        parts = z @ W_o.reshape(z.shape[0], z.shape[-1], -1)
        concat = z.transpose(0, 1).flatten(1)
        total = parts.sum(0) + (0 if b_o is None else b_o)
        torch.testing.assert_close(total, sources.o(concat[None])[0], rtol=1e-4, atol=1e-4)


def drop(name: str):
    def mutant(*tensors, **named):
        return attend(*tensors, **{**named, name: None})

    return mutant


def wrong_groups(q, k, v, **named):
    order = torch.arange(q.shape[1]) % k.shape[1]
    return attend(q, k[:, order], v[:, order], **named)


def wrong_axis(q, k, v, **named):
    steps = attend(q, k, v, **named)
    weights = steps.masked.softmax(dim=-2)
    values = v.repeat_interleave(q.shape[1] // v.shape[1], 1)
    return type(steps)(**{**vars(steps), "weights": weights, "output": weights @ values})


MUTANTS = [
    ("gemma2", "softcap", drop("softcap")),
    ("gpt_oss", "sink", drop("sink")),
    ("t5", "bias", drop("bias")),
    ("granite", "scale", drop("scale")),
    ("llama", "mask", drop("mask")),
    ("mistral", "mask", drop("mask")),
    ("llama", "h % g", wrong_groups),
    ("bert", "axis", wrong_axis),
]


@pytest.mark.parametrize(("family", "what", "mutant"), MUTANTS, ids=lambda value: str(value)[:9])
def test_a_formula_with_one_thing_wrong_is_caught_at_load(family, what, mutant, monkeypatch):
    monkeypatch.setattr(recording, "attend", mutant)
    with pytest.raises(UnsupportedModel) as caught:
        probe(tiny(family), family)
    assert caught.value.fields["feature"] == "differs"


def test_left_padding_changes_no_real_position_and_gives_no_nan() -> None:
    network = tiny("llama")
    ids = torch.tensor([[0, 0, 0, 11, 12], [7, 8, 9, 11, 12]])
    mask = torch.tensor([[0, 0, 0, 1, 1], [1, 1, 1, 1, 1]])
    with torch.inference_mode(), recording.record() as padded:
        network(input_ids=ids, attention_mask=mask)
    with torch.inference_mode(), recording.record() as alone:
        network(input_ids=ids[:1, 3:], position_ids=torch.tensor([[3, 4]]))
    for one, other in zip(padded.calls, alone.calls, strict=True):
        weights = one.steps().weights
        assert weights.isfinite().all()
        torch.testing.assert_close(weights[0, :, 3:, 3:], other.steps().weights[0])


def test_a_model_without_attention_is_refused_as_such() -> None:
    from transformers import AutoModel, MambaConfig

    config = MambaConfig(vocab_size=60, hidden_size=16, num_hidden_layers=2, state_size=4)
    with pytest.raises(NoAttention):
        probe(AutoModel.from_config(config).eval(), "mamba")


def test_a_model_whose_attention_never_comes_here_is_seen_from_outside() -> None:
    from transformers import AutoModelForCausalLM, BloomConfig

    config = BloomConfig(vocab_size=60, hidden_size=32, n_layer=2, n_head=4)
    found = probe(AutoModelForCausalLM.from_config(config).eval(), "bloom")
    assert (level_of(found.outside), found.why, found.calls) == ("B", "own_code", ())


def test_generating_records_one_set_of_calls_for_each_step() -> None:
    network = tiny("llama")
    network.generation_config.pad_token_id = 0
    with recording.record() as recorded:
        network.generate(
            torch.tensor([[5, 6, 7, 8, 9]]), max_new_tokens=3, use_cache=True, do_sample=False
        )
    shapes = [tuple(call.steps().weights.shape[1:]) for call in recorded.calls]
    assert shapes == [(4, 5, 5)] * 2 + [(4, 1, 6)] * 2 + [(4, 1, 7)] * 2


def test_nothing_is_recorded_outside_a_recording() -> None:
    network = tiny("bert")
    with recording.record() as recorded:
        pass
    network(input_ids=torch.tensor([[1, 2, 3]]))
    assert recorded.calls == []
    assert isinstance(network, nn.Module)
