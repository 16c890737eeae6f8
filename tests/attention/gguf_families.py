"""Tiny GGUF files of the architectures that are converted, as llama.cpp writes them."""

from collections.abc import Callable
from pathlib import Path

import gguf
import numpy as np
import torch
from gguf import GGMLQuantizationType as Packing
from gguf import GGUFWriter
from transformers import PreTrainedModel

from attention.models.gguf_file import SETTINGS
from tests.architectures.entry import GROUPED, SMALL, WINDOW, Architecture, decoder
from tests.attention.gguf_files import finish, tokenizer

PLAIN = {**SMALL, "num_key_value_heads": 4}
# What a file does not say, or the reader does not read, is as large as it is by default.
EXPERTS = {"num_experts": 4, "num_experts_per_tok": 2}
BLOOM = {"vocab_size": 60, "hidden_size": 32, "n_layer": 2, "n_head": 4}
GPT2 = {"vocab_size": 60, "n_embd": 32, "n_layer": 2, "n_head": 4, "n_positions": 1024}
CAPS = {"attn_logit_softcapping": 50.0, "final_logit_softcapping": 30.0}
FAMILIES: dict[str, Architecture] = {
    "llama": decoder("Llama", "llama"),
    "mistral": decoder("Mistral", "mistral", {**GROUPED, "sliding_window": None}),
    "qwen2": decoder("Qwen2", "qwen2"),
    "qwen3": decoder("Qwen3", "qwen3", {**GROUPED, "head_dim": 128}),
    "qwen2moe": decoder("Qwen2-MoE", "qwen2_moe", {**PLAIN, **EXPERTS}),
    "qwen3moe": decoder("Qwen3-MoE", "qwen3_moe", {**GROUPED, **EXPERTS, "norm_topk_prob": True}),
    "phi3": decoder("Phi-3", "phi3", {**GROUPED, "vocab_size": 32001}),
    "gemma2": decoder("Gemma 2", "gemma2", {**GROUPED, **WINDOW, **CAPS}),
    "gemma3": decoder("Gemma 3", "gemma3_text", {**GROUPED, **WINDOW}),
    "bloom": decoder("BLOOM", "bloom", BLOOM),
    "gpt2": decoder("GPT-2", "gpt2", GPT2),
    "falcon": decoder("Falcon", "falcon", {**SMALL, "alibi": False, "multi_query": True}),
    "stablelm": decoder("StableLM", "stablelm", PLAIN),
    "starcoder2": decoder("Starcoder 2", "starcoder2", GROUPED),
    "nemotron": decoder("Nemotron", "nemotron", GROUPED),
}
BLOCK = 32  # numbers that are packed together
KINDS = {"qwen2moe": "qwen2_moe", "qwen3moe": "qwen3_moe"}
TURNED = ("attn_qkv.weight", "ffn_down.weight", "ffn_up.weight", "attn_output.weight")


def write(
    path: Path, architecture: str, *, packed: Packing | None = None, **settings: float
) -> PreTrainedModel:
    """Write a file and give the network whose numbers it holds, as they were before packing."""
    network = FAMILIES[architecture].build("eager")
    writer = GGUFWriter(path, "llama" if architecture == "mistral" else architecture)
    writer.add_name("tiny")
    for name, value in {**known(architecture, network), **settings}.items():
        key = f"{writer.arch}.{name}"
        add = writer.add_uint32 if isinstance(value, int) else writer.add_float32
        add(key, value)
    tokenizer(writer, network.config.vocab_size)
    for name, tensor in tensors(writer.arch, network).items():
        numbers = np.ascontiguousarray(tensor.numpy())
        if packed is None or numbers.ndim < 2 or numbers.shape[-1] % BLOCK:
            writer.add_tensor(name, numbers)
        else:
            writer.add_tensor(name, gguf.quantize(numbers, packed), raw_dtype=packed)
    finish(writer)
    return network


def known(architecture: str, network: PreTrainedModel) -> dict[str, float]:
    """Give the settings that the reader takes over, as this network has them."""
    config, found = network.config, {"rope.freq_base": 10000.0}
    for name, attribute in SETTINGS[KINDS.get(architecture, architecture)].items():
        value = getattr(config, attribute or "", None)
        if isinstance(value, int | float) and not isinstance(value, bool):
            found[name] = value
    if architecture == "gemma2":
        found |= {"attn_logit_softcapping": 50.0, "final_logit_softcapping": 30.0}
    return found


def tensors(architecture: str, network: PreTrainedModel) -> dict[str, torch.Tensor]:
    """Give the network's numbers by the names and in the order in which the file holds them."""
    kind = next(key for key, name in gguf.MODEL_ARCH_NAMES.items() if name == architecture)
    names = gguf.get_tensor_name_map(kind, network.config.num_hidden_layers)
    found: dict[str, torch.Tensor] = {}
    for name, tensor in network.state_dict().items():
        if name == "lm_head.weight" and network.config.tie_word_embeddings:
            continue
        base, _, end = name.rpartition(".")
        if name.endswith("experts.gate_up_proj"):
            base = base.removesuffix(".gate_up_proj")
            block = f"blk.{name.split('.')[2]}"
            gate, up = tensor.chunk(2, dim=1)
            found |= {f"{block}.ffn_gate_exps.weight": gate, f"{block}.ffn_up_exps.weight": up}
            continue
        if name.endswith("experts.down_proj"):
            found[f"blk.{name.split('.')[2]}.ffn_down_exps.weight"] = tensor
            continue
        short = names.get_name(base) or names.get_name(base.removeprefix("transformer."))
        assert short is not None, name
        stored = STORED.get(architecture, lambda name, tensor, config: tensor)
        found[f"{short}.{end}"] = stored(f"{short}.{end}", tensor, network.config)
    return found


def rotated_pairs(name: str, tensor: torch.Tensor, config) -> torch.Tensor:
    heads = {"attn_q.": config.num_attention_heads, "attn_k.": config.num_key_value_heads}
    n_heads = next((n for part, n in heads.items() if part in name), None)
    if n_heads is None:
        return tensor
    halves = tensor.reshape(n_heads, 2, tensor.shape[0] // n_heads // 2, *tensor.shape[1:])
    return halves.swapaxes(1, 2).reshape(tensor.shape)


def norms_from_one(name: str, tensor: torch.Tensor, config) -> torch.Tensor:
    return tensor + 1 if name.endswith("norm.weight") else tensor


def transposed(name: str, tensor: torch.Tensor, config) -> torch.Tensor:
    return tensor.T if name.endswith(TURNED) else tensor


def in_thirds(name: str, tensor: torch.Tensor, config) -> torch.Tensor:
    if "attn_qkv" not in name:
        return tensor
    return tensor.unflatten(0, (config.n_head, 3, -1)).transpose(0, 1).reshape(tensor.shape)


def without_row(name: str, tensor: torch.Tensor, config) -> torch.Tensor:
    return tensor[0] if "ffn_gate_inp_shexp" in name else tensor


STORED: dict[str, Callable[..., torch.Tensor]] = {
    "llama": rotated_pairs,
    "gemma2": norms_from_one,
    "gemma3": norms_from_one,
    "nemotron": norms_from_one,
    "gpt2": transposed,
    "bloom": in_thirds,
    "qwen2moe": without_row,
}
