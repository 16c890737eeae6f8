"""Cases about what people type: too much, nothing, one word; and about a run after another."""

import pytest
import torch

import attention
from attention.errors import EmptyText, OutOfRange
from bench import probe_statistics as probes
from tests.attention.drawn import sentence
from tests.cases import case

MODELS = ("minilm", "e5", "smollm2")


@pytest.mark.parametrize(("id", "n_words", "n_tokens"), [("C040", 300, 302), ("C043", 510, 512)])
def test_a_text_that_fits_is_read_whole(model, id, n_words, n_tokens):
    t = attention.trace(model("minilm"), "cat " * n_words)
    assert str(n_words) in case(id)["input"]
    assert (t.n_tokens, t.tokens.n_total, t.tokens.is_cut) == (n_tokens, n_tokens, False)
    assert t.weights(5).shape == (12, n_tokens, n_tokens)


def test_one_word_more_is_cut_and_said(model):
    t = attention.trace(model("minilm"), "cat " * 511)
    assert (t.n_tokens, t.tokens.n_total, t.tokens.is_cut) == (512, 513, True)
    assert (t.tokens[0].piece, t.tokens[-1].piece) == ("[CLS]", "[SEP]")


def test_a_limit_above_the_models_positions_is_theirs(model):
    t = attention.trace(model("minilm"), "cat " * 600, max_tokens=10_000)
    assert (t.n_tokens, t.tokens.n_total) == (512, 602)


def test_c042_a_tokenizer_without_a_limit_is_capped_before_the_run(model):
    smollm2 = model("smollm2")
    reference = case("C042")["reference_values"]
    assert smollm2.tokenizer.model_max_length >= reference["positions"]
    assert smollm2.max_positions == reference["positions"]
    t = attention.trace(smollm2, "river " * 9000, max_tokens=64)
    assert (t.n_tokens, t.tokens.is_cut) == (64, True)
    assert t.tokens.n_total >= 9000
    assert t.weights(29).shape == (9, 64, 64)


@pytest.mark.parametrize("name", MODELS)
@pytest.mark.parametrize("text", ["", "   ", "\n\t"])
def test_c071_nothing_typed_is_said_to_be_nothing(model, name, text):
    with pytest.raises(EmptyText):
        attention.trace(model(name), text)


@pytest.mark.parametrize("name", MODELS)
def test_c073_an_invisible_character_is_refused_or_labelled(model, name):
    try:
        t = attention.trace(model(name), "\u200b")
    except EmptyText:
        return
    shown = [token.label for token in t.tokens if not token.is_special]
    assert shown
    assert all("U+200B" in label for label in shown)
    assert "control_characters" in t.tokens.notes
    if name == "smollm2":
        assert [token.piece for token in t.tokens] == case("C073")["reference_values"]["smol"]


def test_c074_one_token_keeps_its_axes(model):
    t = attention.trace(model("smollm2"), case("C074")["input"])
    maps = probes.maps(t)
    assert list(maps.shape) == case("C074")["reference_values"]["shape"]
    assert maps.eq(1).all()
    assert t.steps(29, 8).output.shape == (1, 64)
    assert t.contributions(0).shape == (9, 1, 576)


def test_c091_a_layer_of_another_model_is_out_of_range_here(model):
    big = attention.trace(model("smollm2"), "the cat sat")
    small = attention.trace(model("minilm"), "the cat sat")
    assert big.steps(29, 8).weights.shape == (3, 3)
    assert small.n_tokens == 5
    with pytest.raises(OutOfRange):
        small.steps(29, 8)


def test_c093_a_head_compared_with_itself_is_itself(model):
    t = attention.trace(model("minilm"), case("F01")["input"])
    one, other = t.steps(0, 2), t.steps(0, 2)
    assert torch.equal(one.weights, other.weights)
    assert torch.equal(one.output, other.output)


def test_c094_a_shorter_text_has_only_its_own_tokens(model):
    minilm = model("minilm")
    long = attention.trace(minilm, case("F01")["input"])
    short = attention.trace(minilm, "the cat sat")
    assert (long.n_tokens, short.n_tokens) == (15, 5)
    assert {tuple(short.weights(layer).shape) for layer in range(6)} == {(12, 5, 5)}
    assert short.tokens.labels == ("[CLS]", "the", "cat", "sat", "[SEP]")


@pytest.mark.parametrize("name", MODELS)
def test_a_run_in_between_changes_nothing(model, name):
    text = sentence("zh" if name == "e5" else "en")
    before = attention.trace(model(name), text)
    first = before.weights(0).clone()
    attention.trace(model(name), sentence())
    after = attention.trace(model(name), text)
    assert torch.equal(before.output, after.output)
    assert torch.equal(before.weights(0), first)
    assert torch.equal(after.weights(0), first)


@pytest.mark.weights
@pytest.mark.parametrize("name", MODELS)
def test_c113_two_lines_are_one_text_and_each_map_has_a_side_for_its_tokens(model, name):
    first, second = case("C113")["input"].split(": ")[1].split(" / ")
    text = f"{first.strip(chr(39))}\n{second.strip(chr(39))}"
    t = attention.trace(model(name), text)
    assert t.tokens.text == text
    assert {len(call.q) for call in t.calls} == {1}
    for layer in range(t.n_layers):
        assert t.weights(layer).shape == (t.n_heads, t.n_tokens, t.n_tokens)
    one_line = attention.trace(model(name), text.replace("\n", " "))
    assert t.n_tokens >= one_line.n_tokens
