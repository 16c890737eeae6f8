"""The real folders: complete, quiet to load, and with the numbers that were measured once."""

import json
from functools import cache

import pytest
import torch
from safetensors import safe_open
from transformers import AutoModel, AutoModelForCausalLM, AutoTokenizer

from attention import weights
from attention.weights import catalogue
from tests.cases import cases

PROBLEMS = ("missing_keys", "unexpected_keys", "mismatched_keys", "error_msgs")
STORED = {"minilm": {"F32", "I64"}, "e5": {"F16"}, "smollm2": {"F32"}}

pytestmark = pytest.mark.weights


def load(model_id, kind=AutoModel, **options):
    network, found = kind.from_pretrained(
        weights.folder(model_id),
        dtype=torch.float32,
        attn_implementation="eager",
        local_files_only=True,
        output_loading_info=True,
        **options,
    )
    assert not any(found.get(problem) for problem in PROBLEMS), found
    return network.eval()


@cache
def tokenizer_of(model_id):
    return AutoTokenizer.from_pretrained(weights.folder(model_id))


def run(model_id, text, network):
    with torch.inference_mode():
        inputs = tokenizer_of(model_id)(text, return_tensors="pt")
        return network(**inputs, output_attentions=True)


@pytest.mark.parametrize("model_id", weights.EMBEDDED)
def test_a_folder_stores_its_numbers_as_decided_and_is_as_large_as_listed(model_id):
    with safe_open(weights.folder(model_id) / "model.safetensors", "pt") as file:
        kinds = {file.get_slice(name).get_dtype() for name in file.keys()}  # noqa: SIM118
    assert kinds <= STORED[model_id]
    listed = catalogue.entry(model_id).folder_bytes
    assert weights.info(model_id).folder_bytes == pytest.approx(listed, rel=0.01)


@pytest.mark.parametrize("model_id", weights.EMBEDDED)
def test_a_tokenizer_neither_cuts_nor_fills_up(model_id):
    saved = json.loads((weights.folder(model_id) / "tokenizer.json").read_text(encoding="utf-8"))
    assert saved["truncation"] is None
    assert saved["padding"] is None
    tokenizer = tokenizer_of(model_id)
    assert tokenizer.model_max_length == {"smollm2": 8192}.get(model_id, 512)
    assert len(tokenizer("cat " * 700).input_ids) >= 700


@pytest.mark.parametrize("case", cases("e5-tokens"), ids=lambda case: case["id"])
def test_e5_cuts_a_text_into_the_measured_tokens(case):
    assert tokenizer_of("e5")(case["input"]).input_ids == case["reference_values"]["ids"]


def test_e5_reads_invisible_characters_as_blanks_and_keeps_the_wide_tilde():
    tokenizer = tokenizer_of("e5")
    blanks, tilde = cases("e5-normaliser")[:2]
    for text, tokens in blanks["reference_values"].items():
        assert tokenizer.convert_ids_to_tokens(tokenizer(text).input_ids) == tokens, repr(text)
    assert tokenizer(tilde["input"]).input_ids == tilde["reference_values"]["ids"]


@pytest.fixture(scope="module")
def e5():
    return load("e5", add_pooling_layer=False)


def test_e5_links_them_to_the_children(e5):
    found = run("e5", "孩子们累了，他们想回家", e5)
    assert found.attentions[8][0, 8, 6, 2] == pytest.approx(0.633, abs=0.002)


def test_e5_puts_the_same_sentence_of_two_languages_side_by_side(e5):
    def meaning(text):
        hidden = run("e5", f"query: {text}", e5).last_hidden_state[0].mean(dim=0)
        return hidden / hidden.norm()

    weather, cat = meaning("How is the weather today?"), meaning("My cat sleeps on the sofa")
    assert weather @ meaning("今天天气怎么样？") > weather @ cat + 0.1


def test_minilm_links_it_to_the_animal():
    text = "The animal didn't cross the street because it was too tired"
    found = run("minilm", text, load("minilm"))
    assert found.attentions[3][0, 1, 10, 2] == pytest.approx(0.6397, abs=0.0002)


def test_smollm2_says_paris():
    found = run("smollm2", "The capital of France is", load("smollm2", AutoModelForCausalLM))
    best = found.logits[0, -1].softmax(dim=-1).max(dim=-1)
    assert tokenizer_of("smollm2").decode([int(best.indices)]) == " Paris"
    assert float(best.values) == pytest.approx(0.7725, abs=0.0005)
