"""Cases about summaries of maps: over heads, over the pieces of words, over generated tokens."""

import pytest
import torch

import attention
from attention import metrics, surfaces, words
from tests.attention.plain import Plain
from tests.cases import case

ANIMAL = "The animal didn't cross the street because it was too tired"


@pytest.fixture(scope="module")
def layers(model) -> list[torch.Tensor]:
    t = attention.trace(model("minilm"), ANIMAL)
    return [t.weights(layer) for layer in range(t.n_layers)]


@pytest.mark.weights("minilm")
def test_c119_a_mean_over_heads_is_named_and_measured(layers):
    reference = case("C119")["reference_values"]
    fifth = metrics.mean_of_heads(layers, [(5, head) for head in range(12)])
    third = metrics.mean_of_heads(layers, [(3, head) for head in range(12)])
    every = metrics.mean_of_heads(layers)
    found = [float(one[10, 2]) for one in (fifth, third, every)]
    names = ("layer5_mean_it_animal", "layer3_mean", "all")
    assert found == pytest.approx([reference[name] for name in names], abs=5e-4)
    assert float(every[10, 8]) == pytest.approx(0.0469, abs=5e-4)
    for one in (fifth, third, every):
        assert one.sum(-1).numpy() == pytest.approx(1, abs=1e-5)


@pytest.mark.weights("minilm")
def test_c098_a_weak_head_is_far_below_a_sharp_one_on_the_same_scale(layers):
    reference = case("C098")["reference_values"]
    largest = torch.stack([maps.amax((-1, -2)) for maps in layers])
    assert float(largest[0, 2]) == pytest.approx(reference["L0H2_max"], abs=5e-4)
    assert float(largest.min()) == pytest.approx(reference["min_of_head_max"], abs=5e-4)
    assert list(divmod(int(largest.argmin()), 12)) == reference["min_of_head_max_at"]
    assert float(largest[4, 5]) == pytest.approx(reference["L4H5_max"], abs=5e-4)
    best = torch.stack([maps[:, 1:-1].argmax(-1) for maps in layers])
    assert int(((best == 0).float().mean(-1) > 0.5).sum()) == reference["n_heads_max_on_cls"]


@pytest.mark.weights("minilm")
def test_c109_words_add_up_keys_and_average_queries(model):
    reference = case("C109")["reference_values"]
    t = attention.trace(model("minilm"), case("C109")["input"])
    assert [token.piece for token in t.tokens] == reference["tokens"]
    groups = words.groups(t.tokens)
    assert [surfaces.label(t.tokens, word) for word in groups] == reference["words"]
    found = metrics.by_word(t.weights(5)[11], groups)
    assert found.numpy() == pytest.approx(torch.tensor(reference["L5H11"]).numpy(), abs=5e-4)
    assert found.sum(-1).tolist() == pytest.approx(reference["row_sums"], abs=1e-5)


@pytest.mark.weights("smollm2")
def test_c115_rows_from_a_cache_are_the_rows_of_one_run(model):
    reference = case("C115")["reference_values"]
    network, tokenizer = Plain("smollm2").network, model("smollm2").tokenizer
    asked = tokenizer("The capital of France is", return_tensors="pt").input_ids
    rows, read, cache = [], asked, None
    with torch.inference_mode():
        for step in range(3):
            given = asked if step == 0 else read[:, -1:]
            out = network(given, past_key_values=cache, use_cache=True, output_attentions=True)
            cache = out.past_key_values
            rows.append(torch.stack([layer[0] for layer in out.attentions]))
            read = torch.cat([read, out.logits[:, -1:].argmax(-1)], dim=1)
    assert [[1, *one.shape[1:]] for one in rows] == reference["shapes"]
    t = attention.trace(model("smollm2"), ids=read[0, :7].tolist())
    joined = torch.zeros(30, 9, 7, 7)
    for at, one in zip((slice(0, 5), slice(5, 6), slice(6, 7)), rows, strict=True):
        joined[:, :, at, : one.shape[-1]] = one
    whole = torch.stack([t.weights(layer) for layer in range(30)])
    assert float((joined - whole).abs().max()) < 1e-5
    assert t.n_tokens == 7
    assert not whole.triu(1).any()
    assert tokenizer.decode(read[0]) == reference["text"]
