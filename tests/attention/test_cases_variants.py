"""Cases about attention that does more than q · k and softmax: sinks, caps, scores of its own."""

import pytest
import torch
from torch.testing import assert_close
from transformers import AutoModel, AutoModelForCausalLM

import attention
from attention.errors import LevelTooLow
from attention.step_views import step_view
from tests.attention import folders
from tests.cases import case

IDS = [5, 6, 7, 8, 5, 6]
SIZES = {
    "vocab_size": 60,
    "hidden_size": 24,
    "intermediate_size": 40,
    "num_hidden_layers": 2,
    "num_attention_heads": 3,
    "max_position_embeddings": 40,
}
GROUPED = {**SIZES, "num_key_value_heads": 3, "head_dim": 8}


def eager(folder: str, factory: type = AutoModelForCausalLM) -> tuple[torch.Tensor, ...]:
    network = factory.from_pretrained(folder, attn_implementation="eager").eval()
    with torch.inference_mode():
        return network(input_ids=torch.tensor([IDS]), output_attentions=True).attentions


def test_c062_a_sink_takes_its_share_and_rows_stay_below_one(tmp_path):
    sizes = {**GROUPED, "num_local_experts": 2, "num_experts_per_tok": 1}
    folder = folders.made("gpt_oss", tmp_path, AutoModelForCausalLM, **sizes)
    t = attention.trace(attention.load(folder), ids=IDS)
    low, high = case("C062")["reference_values"]["eager_rowsum_range"]
    for layer, theirs in enumerate(eager(folder)):
        assert_close(t.weights(layer), theirs[0], rtol=0, atol=1e-6)
        assert float(t.weights(layer).sum(-1).max()) < 1 - 1e-3
    found = torch.stack([t.weights(layer).sum(-1) for layer in range(2)])
    assert [float(found.min()), float(found.max())] == pytest.approx([low, high], abs=0.2)
    for query in range(6):
        view = step_view(t, 0, 1, query, 0)
        assert "sink" in view.stages
        assert view.sums["total"] + view.sums["sink_weight"] == pytest.approx(1, abs=1e-6)


def test_c064_a_cap_on_the_scores_has_a_stage_of_its_own(tmp_path):
    sizes = {**GROUPED, "attn_logit_softcapping": 1.0, "sliding_window": 4}
    folder = folders.made("gemma2", tmp_path, AutoModelForCausalLM, **sizes)
    network = AutoModelForCausalLM.from_pretrained(folder)
    with torch.no_grad():
        for name, weight in network.named_parameters():
            if "q_proj" in name or "k_proj" in name:
                weight.mul_(30)
    network.save_pretrained(folder)
    t = attention.trace(attention.load(folder), ids=IDS)
    wrong = []
    for layer, theirs in enumerate(eager(folder)):
        assert_close(t.weights(layer), theirs[0], rtol=0, atol=1e-6)
        for head in range(3):
            steps = t.steps(layer, head)
            bare = steps.scaled.masked_fill(~steps.mask, float("-inf")).softmax(-1)
            wrong.append(float((bare - steps.weights).abs().max()))
    assert case("C064")["reference_values"]["error_without_cap"] > 0.4
    assert max(wrong) > 0.1
    view = step_view(t, 0, 0, 5, 0)
    assert "softcap" in view.stages
    assert abs(view.matrices["capped"]).max() <= 1.0


def test_c065_scores_that_are_made_elsewhere_are_not_invented_and_the_weights_are_shown(tmp_path):
    assert case("C065")["reference_values"]["traced_rec"] == 0
    assert case("C065")["reference_values"]["eager_vs_traced_max"] == 0
    sizes = {**SIZES, "relative_attention": True, "pos_att_type": ["c2p", "p2c"]}
    folder = folders.made("deberta-v2", tmp_path, AutoModel, **sizes)
    t = attention.trace(attention.load(folder), ids=IDS)
    for layer, theirs in enumerate(eager(folder, AutoModel)):
        assert torch.equal(t.weights(layer), theirs[0])
        assert_close(t.masked(layer).softmax(-1), theirs[0], rtol=0, atol=1e-6)
    with pytest.raises(LevelTooLow) as caught:
        t.steps(0, 0)
    assert (caught.value.lacking, caught.value.fields["level"]) == ("steps", "B")


@pytest.mark.weights
def test_a_mask_after_softmax_leaves_less_than_one(model):
    t = attention.trace(model("smollm2"), "The capital of France is")
    view = step_view(t, 0, 0, 2, 1)
    steps = t.steps(0, 0)
    every = steps.scaled[2].softmax(-1)
    assert view.matrices["late"].tolist() == pytest.approx([*every[:3].tolist(), 0, 0], abs=1e-7)
    assert view.sums["late"] == pytest.approx(float(every[:3].sum()), abs=1e-6)
    assert view.sums["late"] < 0.999 < view.sums["total"]
    last = step_view(t, 0, 0, 4, 1)
    assert "late" not in last.matrices
    assert "late" not in last.sums


@pytest.mark.weights
def test_c123_wide_leaves_the_animal_ahead_as_the_page_says(model):
    text = "The animal didn't cross the street because it was too wide"
    row = attention.trace(model("minilm"), text).weights(5)[11, 10]
    wide = case("C123")["reference_values"]["wide_L5H11"]
    assert [float(row[2]), float(row[8])] == pytest.approx(wide, abs=2e-3)
