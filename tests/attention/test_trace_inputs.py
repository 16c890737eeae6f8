"""What a trace may be asked to read: a text, two texts, ids, and a target for a decoder."""

import pytest
import torch
from torch.testing import assert_close
from transformers import AutoModelForSeq2SeqLM

import attention
from attention.errors import EmptyText, OutOfRange
from tests.attention import folders
from tests.attention.drawn import sentence

TEXT, TARGET = "the big dog sees a bird because it was hungry", "der Hund läuft"


@pytest.fixture(scope="module")
def t5(tmp_path_factory) -> attention.Model:
    return attention.load(folders.family("t5", tmp_path_factory.mktemp("t5")))


@pytest.fixture(scope="module")
def llama(tmp_path_factory) -> attention.Model:
    return attention.load(folders.family("llama", tmp_path_factory.mktemp("llama")))


@pytest.fixture(scope="module")
def translation(t5) -> attention.Trace:
    return attention.trace(t5, TEXT, target=TARGET)


@pytest.mark.weights("minilm")
def test_a_pair_is_one_run_with_segments_as_the_plain_model_reads_it(model, plain):
    one, other = sentence(), sentence()
    t = attention.trace(model("minilm"), one, pair=other)
    asked = model("minilm").tokenizer(one, other, return_tensors="pt")
    assert t.tokens.ids == tuple(asked["input_ids"][0].tolist())
    assert t.tokens.segments == tuple(asked["token_type_ids"][0].tolist())
    assert set(t.tokens.segments) == {0, 1}
    run = plain("minilm").run(list(t.tokens.ids), token_type_ids=asked["token_type_ids"])
    for layer in range(t.n_layers):
        assert_close(t.weights(layer), run.answer.attentions[layer][0], rtol=0, atol=1e-6)
    unsegmented = plain("minilm").run(list(t.tokens.ids))
    assert not torch.allclose(t.output, unsegmented.hidden, atol=1e-3)


def test_ids_give_the_run_of_the_text_they_come_from(llama):
    text = attention.trace(llama, TEXT)
    ids = attention.trace(llama, ids=list(text.tokens.ids))
    assert ids.tokens.ids == text.tokens.ids
    assert ids.tokens.labels == text.tokens.labels
    assert torch.equal(ids.weights(1), text.weights(1))


def test_ids_are_cut_like_a_text(llama):
    t = attention.trace(llama, ids=[5, 6, 7, 8, 9], max_tokens=3)
    assert t.tokens.ids == (5, 6, 7)
    assert t.tokens.n_total == 5
    assert t.tokens.is_cut


def test_an_id_the_model_does_not_have_is_out_of_range(llama):
    for id in (-1, 60, 10**9):
        with pytest.raises(OutOfRange) as caught:
            attention.trace(llama, ids=[5, id])
        assert caught.value.fields["value"] == id


def test_a_text_and_ids_together_are_a_mistake_of_the_caller(llama):
    with pytest.raises(ValueError, match="one of them"):
        attention.trace(llama, "the dog", ids=[5])
    with pytest.raises(ValueError, match="one of them"):
        attention.trace(llama)
    with pytest.raises(EmptyText):
        attention.trace(llama, ids=[])


def test_each_part_of_an_encoder_decoder_has_its_own_maps(t5, translation):
    t = translation
    assert t5.is_encoder_decoder
    assert t5.n_layers == 2
    n_text, n_target = len(t.tokens), len(t.target_tokens)
    assert t.target_tokens[0].id == 0
    assert [token.label for token in t.target_tokens][1:-1] == TARGET.split()
    eager = AutoModelForSeq2SeqLM.from_pretrained(t5.id, attn_implementation="eager")
    answer = eager(
        input_ids=torch.tensor([t.tokens.ids]),
        decoder_input_ids=torch.tensor([t.target_tokens.ids]),
        output_attentions=True,
    )
    theirs = {
        "encoder": (answer.encoder_attentions, (n_text, n_text)),
        "decoder": (answer.decoder_attentions, (n_target, n_target)),
        "cross": (answer.cross_attentions, (n_target, n_text)),
    }
    for part, (weights, shape) in theirs.items():
        for layer in range(2):
            found = t.weights(layer, part=part)
            assert found.shape == (4, *shape)
            assert_close(found, weights[layer][0], rtol=0, atol=1e-6)
            assert_close(t.steps(layer, 3, part=part).weights, found[3], rtol=0, atol=1e-6)
    assert torch.equal(t.weights(1), t.weights(1, part="encoder"))
    assert_close(t.logits, answer.logits[0], rtol=1e-5, atol=1e-4)


def test_the_decoder_looks_back_only_and_across_freely(translation):
    n_target = len(translation.target_tokens)
    seen = translation.mask(0, part="decoder")
    assert torch.equal(seen, torch.ones(n_target, n_target, dtype=torch.bool).tril())
    cross = translation.mask(0, part="cross")
    assert cross is None or bool(cross.all())
    assert not translation.weights(1, part="decoder").triu(1).any()


def test_without_a_target_the_decoder_reads_its_start_token(t5):
    t = attention.trace(t5, TEXT)
    assert t.target_tokens.ids == (0,)
    assert t.weights(0, part="cross").shape == (4, 1, t.n_tokens)


def test_heads_of_the_decoder_add_up_to_what_its_output_projection_gives(t5, translation):
    for part in ("encoder", "decoder", "cross"):
        for layer in range(2):
            z = translation.call(layer, part).output[0].transpose(0, 1).flatten(1)
            W_o = translation.projection(layer, part).W_o
            total = translation.contributions(layer, part).sum(0)
            assert_close(total, z @ W_o, rtol=1e-5, atol=1e-4)


def test_a_layer_that_a_part_does_not_have_is_out_of_range(translation):
    with pytest.raises(OutOfRange):
        translation.weights(2, part="cross")
