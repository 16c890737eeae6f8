"""Tiny GGUF files as llama.cpp writes them: a Llama and a GPT-2 with a byte-level tokenizer."""

from pathlib import Path

import numpy as np
import torch
from gguf import GGUFWriter, TokenType
from transformers import PreTrainedModel

from tests.attention.tiny import tiny

BYTES = [*range(33, 127), *range(161, 173), *range(174, 256)]
SIGNS = [chr(b) for b in BYTES] + [chr(256 + i) for i in range(256 - len(BYTES))]
LLAMA = {
    "model.embed_tokens.weight": "token_embd.weight",
    "model.norm.weight": "output_norm.weight",
    "lm_head.weight": "output.weight",
    "input_layernorm": "attn_norm",
    "post_attention_layernorm": "ffn_norm",
    "self_attn.q_proj": "attn_q",
    "self_attn.k_proj": "attn_k",
    "self_attn.v_proj": "attn_v",
    "self_attn.o_proj": "attn_output",
    "mlp.gate_proj": "ffn_gate",
    "mlp.up_proj": "ffn_up",
    "mlp.down_proj": "ffn_down",
    "model.layers": "blk",
}


def llama(path: Path, **settings: str | float) -> PreTrainedModel:
    """Write a tiny Llama and give the network whose numbers it holds."""
    network = tiny("llama", "eager")
    config = network.config
    writer = GGUFWriter(path, "llama")
    writer.add_name("tiny")
    writer.add_context_length(64)
    writer.add_embedding_length(config.hidden_size)
    writer.add_block_count(config.num_hidden_layers)
    writer.add_feed_forward_length(config.intermediate_size)
    writer.add_head_count(config.num_attention_heads)
    writer.add_head_count_kv(config.num_key_value_heads)
    writer.add_rope_dimension_count(config.head_dim)
    writer.add_layer_norm_rms_eps(config.rms_norm_eps)
    writer.add_rope_freq_base(10000.0)
    writer.add_vocab_size(config.vocab_size)
    for name, value in settings.items():
        key = f"llama.{name}"
        writer.add_string(key, value) if isinstance(value, str) else writer.add_float32(key, value)
    tokenizer(writer, config.vocab_size)
    heads = {"q": config.num_attention_heads, "k": config.num_key_value_heads}
    for name, tensor in network.state_dict().items():
        writer.add_tensor(short(name), stored(name, tensor, heads))
    finish(writer)
    return network


def unknown(path: Path, architecture: str) -> None:
    """Write a file of an architecture, with nothing in it."""
    writer = GGUFWriter(path, architecture)
    writer.add_block_count(1)
    writer.add_tensor("token_embd.weight", np.zeros((4, 4), dtype=np.float32))
    finish(writer)


def short(name: str) -> str:
    for long, other in LLAMA.items():
        name = name.replace(long, other)
    return name


def stored(name: str, tensor: torch.Tensor, heads: dict[str, int]) -> np.ndarray:
    """Give a tensor as the file holds it: rotated pairs are neighbours there."""
    for part, n_heads in heads.items():
        if f"{part}_proj" in name:
            d_out, d_in = tensor.shape
            halves = tensor.reshape(n_heads, 2, d_out // n_heads // 2, d_in)
            tensor = halves.swapaxes(1, 2).reshape(d_out, d_in)
    return tensor.contiguous().numpy()


def tokenizer(writer: GGUFWriter, n_pieces: int) -> None:
    signs = [*SIGNS, *(f"<{i}>" for i in range(n_pieces))]
    pieces = [*signs[: n_pieces - 2], "AB", "<|end|>"]
    writer.add_tokenizer_model("gpt2")
    writer.add_token_list(pieces)
    writer.add_token_types([TokenType.NORMAL] * (n_pieces - 1) + [TokenType.CONTROL])
    writer.add_token_merges(["A B"])
    writer.add_eos_token_id(n_pieces - 1)
    writer.add_bos_token_id(n_pieces - 1)


def finish(writer: GGUFWriter) -> None:
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
