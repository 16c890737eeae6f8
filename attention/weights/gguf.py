"""Turn a GGUF file into an ordinary folder, through transformers' own reader."""

import contextlib
import importlib.util
import io
from pathlib import Path
from typing import Any

import torch
from transformers import (
    AutoConfig,
    AutoModelForCausalLM,
    AutoModelForSeq2SeqLM,
    AutoTokenizer,
    PreTrainedModel,
)

from attention.weights.json_file import read_json, write_json
from attention.weights.wheels import SetupToolMissing

# Nothing that came with a file is run, and nothing is asked of a network.
SAFELY: dict[str, Any] = {"local_files_only": True, "trust_remote_code": False}

# Where the tokenizer's file was, which is of no use once it has been moved.
STALE = ("backend", "is_local", "local_files_only")

# What makes save_pretrained refuse a network, although its numbers are unpacked by then.
MARKS = ("hf_quantizer", "is_quantized", "quantization_config")


def convert(source: Path, folder: Path) -> None:
    """Write config, tokenizer and float32 weights of the GGUF file into the folder.

    float32, since the attention weights move by up to 0.003 in float16 and 0.01 in bfloat16.

    Raises:
        SetupToolMissing: The packages that read GGUF are not installed.
        ValueError: Weights are missing in the file, or it can't be read.
    """
    for package in ("gguf", "accelerate"):
        if importlib.util.find_spec(package) is None:
            raise SetupToolMissing(package)
    place, name = source.parent, source.name
    with contextlib.redirect_stderr(io.StringIO()):  # its progress bars would break ours
        tokenizer = AutoTokenizer.from_pretrained(place, gguf_file=name, **SAFELY)
        network = read(place, name)
        longest = getattr(network.config, "max_position_embeddings", None)
        if longest is not None:
            tokenizer.model_max_length = longest
        tokenizer.save_pretrained(folder)
        clear_quantisation(network)
        network.save_pretrained(folder)
    settings = read_json(folder / "tokenizer_config.json")
    settings["tokenizer_class"] = "PreTrainedTokenizerFast"
    kept = {name: value for name, value in settings.items() if name not in STALE}
    write_json(folder / "tokenizer_config.json", kept)


def read(place: Path, name: str) -> PreTrainedModel:
    """Read the network; a weight that is not in the file would be made up, so it is refused."""
    config = AutoConfig.from_pretrained(place, gguf_file=name, **SAFELY)
    factory: Any = AutoModelForSeq2SeqLM if config.is_encoder_decoder else AutoModelForCausalLM
    network, report = factory.from_pretrained(
        place, gguf_file=name, dtype=torch.float32, output_loading_info=True, **SAFELY
    )
    if report["missing_keys"] or report.get("mismatched_keys"):
        raise ValueError(f"not in the file: {sorted(report['missing_keys'])[:3]}")
    return network


def clear_quantisation(network: PreTrainedModel) -> None:
    """Take off the marks that make a network count as quantised after it has been unpacked."""
    for marked in (network, network.config):
        for mark in MARKS:
            vars(marked).pop(mark, None)
