"""Tiny random models of many families, every parameter moved so that zeros and ones count."""

import torch
from transformers import (
    CONFIG_MAPPING,
    AutoModel,
    AutoModelForCausalLM,
    AutoModelForSeq2SeqLM,
    PreTrainedModel,
)

from attention.recording import NAME, watch

SMALL = {
    "vocab_size": 60,
    "hidden_size": 32,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "intermediate_size": 48,
    "max_position_embeddings": 64,
}
GROUPED = {**SMALL, "num_key_value_heads": 2, "head_dim": 8, "pad_token_id": 0}
T5 = {"vocab_size": 60, "d_model": 32, "d_kv": 8, "d_ff": 48, "num_layers": 2, "num_heads": 4}
GPT2 = {"vocab_size": 60, "n_embd": 32, "n_layer": 2, "n_head": 4, "n_positions": 64}
BART = {
    "vocab_size": 60,
    "d_model": 32,
    "encoder_layers": 2,
    "decoder_layers": 2,
    "encoder_attention_heads": 4,
    "decoder_attention_heads": 4,
    "encoder_ffn_dim": 48,
    "decoder_ffn_dim": 48,
    "max_position_embeddings": 64,
}
MOE = {"num_local_experts": 2, "num_experts_per_tok": 1}

FAMILIES: dict[str, dict] = {
    "bert": SMALL,
    "roberta": SMALL,
    "albert": {**SMALL, "embedding_size": 16, "num_hidden_layers": 3},
    "distilbert": {"vocab_size": 60, "dim": 32, "n_layers": 2, "n_heads": 4, "hidden_dim": 48},
    "modernbert": {
        **SMALL,
        "pad_token_id": 0,
        "local_attention": 4,
        "global_attn_every_n_layers": 2,
    },
    "llama": GROUPED,
    "mistral": {**GROUPED, "sliding_window": 2},
    "qwen2": GROUPED,
    "qwen3": GROUPED,
    "gemma2": {**GROUPED, "attn_logit_softcapping": 2.0, "sliding_window": 4},
    "granite": {**GROUPED, "attention_multiplier": 0.1},
    "gpt_oss": {**GROUPED, **MOE, "sliding_window": 4},
    "gpt2": GPT2,
    "gpt_neox": {**SMALL, "num_attention_heads": 4},
    "opt": {
        "vocab_size": 60,
        "hidden_size": 32,
        "num_hidden_layers": 2,
        "num_attention_heads": 4,
        "ffn_dim": 48,
        "word_embed_proj_dim": 32,
        "max_position_embeddings": 64,
    },
    "deepseek_v2": {
        **SMALL,
        "num_key_value_heads": 4,
        "q_lora_rank": 12,
        "kv_lora_rank": 10,
        "qk_nope_head_dim": 8,
        "qk_rope_head_dim": 4,
        "v_head_dim": 6,
        "first_k_dense_replace": 2,
        "n_routed_experts": 2,
        "num_experts_per_tok": 1,
    },
    "t5": {**T5, "decoder_start_token_id": 0},
    "bart": BART,
}
CAUSAL = {
    "llama",
    "mistral",
    "qwen2",
    "qwen3",
    "gemma2",
    "granite",
    "gpt_oss",
    "gpt2",
    "gpt_neox",
    "opt",
    "deepseek_v2",
}


def tiny(family: str, implementation: str = NAME) -> PreTrainedModel:
    torch.manual_seed(0)
    config = CONFIG_MAPPING[family](**FAMILIES[family])
    kind = AutoModelForCausalLM if family in CAUSAL else AutoModel
    if config.is_encoder_decoder:
        kind = AutoModelForSeq2SeqLM
    network = kind.from_config(config, attn_implementation=implementation).eval()
    with torch.no_grad():
        for parameter in network.parameters():
            parameter.add_(0.3 * torch.randn_like(parameter))
    network.config.use_cache = False
    network.requires_grad_(False)
    watch(network)
    return network
