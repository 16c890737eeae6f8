"""Architectures with layers that are no attention, and those with two texts."""

from tests.architectures.entry import GROUPED, SMALL, WINDOW, Architecture, decoder, two_texts
from tests.attention import tiny

EXPERTS = {"moe_intermediate_size": 16, "num_experts": 2, "num_experts_per_tok": 1}
MAMBA = {"mamba_n_heads": 4, "mamba_n_groups": 1, "mamba_d_state": 8, "mamba_chunk_size": 8}
T5 = {**tiny.T5, "decoder_start_token_id": 0}
BART = {**tiny.BART, "pad_token_id": 0, "decoder_start_token_id": 2}
ENCODER_AND_DECODER = {
    "num_encoder_layers": 2,
    "num_encoder_attention_heads": 4,
    "encoder_ffn_dim": 48,
    "num_decoder_layers": 2,
    "num_decoder_attention_heads": 4,
    "decoder_ffn_dim": 48,
}
CAPPED = {**GROUPED, **WINDOW, "attn_logit_softcapping": 50.0}

HYBRIDS: tuple[Architecture, ...] = (
    decoder("LFM2", "lfm2", {**GROUPED, "layer_types": ["conv", "full_attention"]}, n_matrices=1),
    decoder(
        "Qwen3-Next",
        "qwen3_next",
        {
            **GROUPED,
            **EXPERTS,
            "layer_types": ["linear_attention", "full_attention"],
            "linear_num_key_heads": 2,
            "linear_num_value_heads": 2,
            "linear_key_head_dim": 8,
            "linear_value_head_dim": 8,
            "shared_expert_intermediate_size": 16,
        },
        missing="not_found",
        has_output=False,
    ),
    decoder(
        "MiniMax",
        "minimax",
        {
            **GROUPED,
            "num_local_experts": 2,
            "num_experts_per_tok": 1,
            "layer_types": ["linear_attention", "full_attention"],
            "block_size": 4,
        },
    ),
    decoder(
        "Jamba",
        "jamba",
        {
            **GROUPED,
            "num_experts": 2,
            "num_experts_per_tok": 1,
            "attn_layer_period": 2,
            "attn_layer_offset": 1,
            "expert_layer_period": 2,
            "expert_layer_offset": 1,
            "use_mamba_kernels": False,
            "mamba_d_state": 4,
        },
    ),
    decoder("Bamba", "bamba", {**GROUPED, **MAMBA, "mamba_d_head": 16, "attn_layer_indices": [1]}),
    decoder("Falcon-H1", "falcon_h1", {**GROUPED, **MAMBA, "mamba_d_ssm": 32, "mamba_d_head": 8}),
    decoder(
        "RecurrentGemma",
        "recurrent_gemma",
        {
            **GROUPED,
            "lru_width": 32,
            "block_types": ["recurrent", "attention"],
            "attention_window_size": 4,
        },
    ),
    decoder(
        "Zamba 2",
        "zamba2",
        {
            **SMALL,
            "num_hidden_layers": 4,
            "layers_block_type": ["mamba", "hybrid", "mamba", "hybrid"],
            "num_mem_blocks": 1,
            "mamba_d_state": 8,
            "n_mamba_heads": 4,
            "mamba_ngroups": 1,
            "chunk_size": 8,
        },
    ),
)

TWO_TEXTS: tuple[Architecture, ...] = (
    two_texts("T5", "t5", T5),
    two_texts("mT5", "mt5", T5),
    two_texts("UMT5", "umt5", T5),
    two_texts(
        "Switch Transformers",
        "switch_transformers",
        {
            **T5,
            "num_decoder_layers": 2,
            "num_experts": 2,
            "num_sparse_encoder_layers": 0,
            "num_sparse_decoder_layers": 0,
        },
    ),
    two_texts("BART", "bart", BART),
    two_texts("Marian", "marian", BART),
    two_texts("mBART", "mbart", BART),
    two_texts("Pegasus", "pegasus", BART),
    two_texts("M2M100", "m2m_100", BART),
    two_texts(
        "NLLB-MoE",
        "nllb-moe",
        {**BART, "num_experts": 2, "encoder_sparse_step": 0, "decoder_sparse_step": 0},
    ),
    two_texts("Blenderbot", "blenderbot", BART),
    two_texts("Blenderbot small", "blenderbot-small", BART),
    two_texts("PLBart", "plbart", BART),
    two_texts("T5Gemma", "t5gemma", {"encoder": CAPPED, "decoder": CAPPED, "vocab_size": 60}),
    two_texts("MVP", "mvp", BART, level="B"),
    two_texts(
        "BigBird-Pegasus", "bigbird_pegasus", {**BART, "attention_type": "original_full"}, level="B"
    ),
    two_texts(
        "ProphetNet",
        "prophetnet",
        {
            "vocab_size": 60,
            "hidden_size": 32,
            **ENCODER_AND_DECODER,
            "max_position_embeddings": 64,
            "decoder_start_token_id": 0,
        },
        level="B",
        same_weights=False,
    ),
    two_texts(
        "FSMT",
        "fsmt",
        {
            **{name: value for name, value in BART.items() if name != "vocab_size"},
            "src_vocab_size": 60,
            "tgt_vocab_size": 60,
            "langs": ["en", "de"],
        },
        level="B",
    ),
    two_texts("LongT5", "longt5", T5, level=None, refused="not_a_map"),
    two_texts(
        "LED",
        "led",
        {
            **BART,
            "attention_window": 4,
            "max_encoder_position_embeddings": 64,
            "max_decoder_position_embeddings": 64,
        },
        level=None,
        refused="not_a_map",
    ),
    two_texts(
        "Pegasus-X",
        "pegasus_x",
        {**BART, "block_size": 4, "num_global_tokens": 2},
        level=None,
        refused="not_a_map",
    ),
)
