"""Cases about where q, k and v come from: grouped heads, fused matrices, rotation, row vectors."""

import pytest
import torch
from torch.testing import assert_close
from transformers import AutoModel, AutoModelForCausalLM

import attention
from attention.layers import LayerConfig
from tests.attention import folders
from tests.cases import case

IDS = [5, 6, 7, 8, 5, 6]
TINY = {"vocab_size": 60, "hidden_size": 24, "intermediate_size": 40, "num_attention_heads": 3}
BERT = {**TINY, "num_hidden_layers": 2, "max_position_embeddings": 40}
FAMILIES = {
    "albert": {**BERT, "num_hidden_layers": 3, "embedding_size": 16},
    "distilbert": {"vocab_size": 60, "dim": 24, "n_layers": 2, "n_heads": 3, "hidden_dim": 40},
    "roberta": BERT,
    "gpt2": {"vocab_size": 60, "n_embd": 24, "n_layer": 2, "n_head": 3, "n_positions": 40},
    "gpt_neox": BERT,
    "mistral": {**BERT, "num_key_value_heads": 3, "head_dim": 8, "sliding_window": 2},
}


@pytest.fixture(scope="module")
def france(model) -> attention.Trace:
    return attention.trace(model("smollm2"), "The capital of France is")


@pytest.mark.parametrize("layer", [0, 17, 18])
def test_c053_neighbouring_query_heads_share_a_key_head(france, layer):
    call = france.call(layer)
    q, k, causal = call.q[0], call.k[0], france.mask(layer)

    def maps(shared: list[int]) -> torch.Tensor:
        scores = q @ k[shared].mT * q.shape[-1] ** -0.5
        return scores.masked_fill(~causal, float("-inf")).softmax(-1)

    reference = case("C053")["reference_values"][str(layer)]
    right = (maps([h // 3 for h in range(9)]) - france.weights(layer)).abs().max()
    wrong = (maps([h % 3 for h in range(9)]) - france.weights(layer)).abs().max()
    assert float(right) <= 1e-6
    assert float(wrong) == pytest.approx(reference["err_h_mod_3"], abs=5e-4)


def test_c055_heads_that_do_not_divide_are_named():
    with pytest.raises(ValueError, match=r"9.*2"):
        LayerConfig(d_model=18, n_heads=9, n_kv_heads=2)


def test_c056_a_fused_matrix_is_cut_head_by_head(tmp_path):
    folder = folders.made("gpt_neox", tmp_path, AutoModelForCausalLM, **FAMILIES["gpt_neox"])
    t = attention.trace(attention.load(folder), ids=IDS)
    network = AutoModelForCausalLM.from_pretrained(folder, attn_implementation="eager")
    kept: list[torch.Tensor] = []
    fused = network.gpt_neox.layers[1].attention.query_key_value
    fused.register_forward_hook(lambda *args: kept.append(args[-1][0].detach()))
    answer = network(input_ids=torch.tensor([IDS]), output_attentions=True)
    v = torch.stack([t.steps(1, head).v for head in range(3)])
    per_head = kept[0].view(6, 3, 24)[..., 16:].transpose(0, 1)
    flat = kept[0][:, 48:].view(6, 3, 8).transpose(0, 1)
    assert_close(v, per_head, rtol=0, atol=1e-6)
    assert float((v - flat).abs().max()) > 0.01
    matrices = t.projection(1)
    assert matrices.layout == "per head q,k,v"
    by_hand = t.hidden(1) @ matrices.W_v + matrices.b_v
    assert_close(by_hand.view(6, 3, 8).transpose(0, 1), v, rtol=0, atol=1e-5)
    assert_close(t.weights(1), answer.attentions[1][0], rtol=0, atol=1e-6)


def test_c058_the_score_is_taken_after_the_rotation(france):
    reference = case("C058")["reference_values"]
    x, matrices, steps = france.hidden(0), france.projection(0), france.steps(0, 0)
    q, k = x @ matrices.W_q[:, :64], x @ matrices.W_k[:, :64]
    assert float(q[4] @ k[1]) == pytest.approx(reference["score_raw_before_rope"], abs=5e-3)
    assert float(steps.scores[4, 1]) == pytest.approx(reference["score_after_rope"], abs=5e-3)
    assert float(steps.q[4] @ steps.k[1]) == pytest.approx(reference["score_after_rope"], abs=5e-3)
    assert float(q[4].norm()) == pytest.approx(reference["norm_q_before"], abs=5e-4)
    assert float(steps.q[4].norm()) == pytest.approx(reference["norm_q_after"], abs=5e-4)
    wide = (x @ matrices.W_q).unflatten(-1, (9, 64)).transpose(0, 1)
    moved = (wide - france.call(0).q[0]).abs().amax((0, 2))
    assert float(moved[0]) == pytest.approx(reference["max_diff_q_pos0"], abs=1e-5)
    assert float(moved[4]) == pytest.approx(reference["max_diff_q_pos4"], abs=5e-3)
    assert matrices.q_relation == "rotated"


@pytest.mark.parametrize("kind", FAMILIES)
def test_c059_q_and_k_shown_give_the_eager_weights(tmp_path, kind):
    assert kind.replace("gpt_", "") in " ".join(case("C059")["reference_values"])
    is_causal = kind in ("gpt2", "gpt_neox", "mistral")
    factory = AutoModelForCausalLM if is_causal else AutoModel
    folder = folders.made(kind, tmp_path, factory, **FAMILIES[kind])
    t = attention.trace(attention.load(folder), ids=IDS)
    eager = factory.from_pretrained(folder, attn_implementation="eager")
    theirs = eager(input_ids=torch.tensor([IDS]), output_attentions=True).attentions
    assert t.n_layers == len(theirs) == (3 if kind == "albert" else 2)
    for layer, maps in enumerate(theirs):
        for head in range(3):
            steps = t.steps(layer, head)
            scores = steps.scale * steps.q @ steps.k.T
            if steps.mask is not None:
                scores = scores.masked_fill(~steps.mask, float("-inf"))
            assert_close(scores.softmax(-1), maps[0, head], rtol=0, atol=1e-6)


def test_c061_x_times_w_plus_b_gives_the_shown_numbers(model):
    reference = case("C061")["reference_values"]
    t = attention.trace(model("minilm"), case("C061")["input"])
    x, m, steps = t.hidden(0), t.projection(0), t.steps(0, 0)
    by_hand = {
        "q_it_first4": (x @ m.W_q + m.b_q)[10, :4],
        "k_animal_first4": (x @ m.W_k + m.b_k)[2, :4],
        "v_animal_first4": (x @ m.W_v + m.b_v)[2, :4],
    }
    shown = {
        "q_it_first4": steps.q[10, :4],
        "k_animal_first4": steps.k[2, :4],
        "v_animal_first4": steps.v[2, :4],
        "out_it_first4": steps.output[10, :4],
    }
    for found in (by_hand, shown):
        for name, values in found.items():
            assert values.tolist() == pytest.approx(reference[name], abs=1e-3)
    cells = {"score": steps.scores, "scaled": steps.scaled, "weight": steps.weights}
    for name, matrix in cells.items():
        assert float(matrix[10, 2]) == pytest.approx(reference[name], abs=5e-4)
    assert steps.scale == pytest.approx(reference["scaling"])
    assert t.model.d_head == reference["head_dim"]
