"""Architectures that call our attention: encoders, and models that read and write one text."""

from tests.architectures.entry import GROUPED, SMALL, WINDOW, Architecture, decoder, encoder

GPT2 = {"vocab_size": 60, "n_embd": 32, "n_layer": 2, "n_head": 4, "n_positions": 64}
ROTARY_GPT2 = {**GPT2, "rotary_dim": 4}
MOE = {**GROUPED, "num_local_experts": 2, "num_experts_per_tok": 1}
EXPERTS = {"moe_intermediate_size": 16, "num_experts": 2, "num_experts_per_tok": 1}
ROUTED = {"first_k_dense_replace": 2, "n_routed_experts": 2, "num_experts_per_tok": 1}
ONE_GROUP = {"n_group": 1, "topk_group": 1}
LOW_RANK = {
    **SMALL,
    "num_key_value_heads": 4,
    "q_lora_rank": 12,
    "kv_lora_rank": 10,
    "qk_nope_head_dim": 8,
    "qk_rope_head_dim": 4,
    "v_head_dim": 6,
}
LOCAL = {"local_attention": 4, "global_attn_every_n_layers": 2}
SHAPES = {"pronunciation_vocab_size": 20, "shape_vocab_size": 20}

ENCODERS: tuple[Architecture, ...] = (
    encoder("BERT", "bert"),
    encoder("RoBERTa", "roberta"),
    encoder("ALBERT", "albert", {**SMALL, "embedding_size": 16, "num_hidden_layers": 3}),
    encoder("CamemBERT", "camembert"),
    encoder("XLM-R", "xlm-roberta"),
    encoder("XLM-R XL", "xlm-roberta-xl"),
    encoder("ELECTRA", "electra", {**SMALL, "embedding_size": 16}),
    encoder("ERNIE", "ernie"),
    encoder(
        "DistilBERT",
        "distilbert",
        {"vocab_size": 60, "dim": 32, "n_layers": 2, "n_heads": 4, "hidden_dim": 48},
    ),
    encoder(
        "MobileBERT",
        "mobilebert",
        {**SMALL, "embedding_size": 16, "intra_bottleneck_size": 16, "true_hidden_size": 16},
        missing="indirect",
    ),
    encoder("ModernBERT", "modernbert", {**SMALL, **LOCAL}),
    encoder("EuroBERT", "eurobert"),
    encoder("ESM", "esm", {**SMALL, "position_embedding_type": "rotary", "mask_token_id": 3}),
    encoder("GTE", "gte"),
    encoder("Jina embeddings v3", "jina_embeddings_v3"),
    encoder("NomicBERT", "nomic_bert"),
    encoder("BertGeneration", "bert-generation"),
    encoder("Data2Vec text", "data2vec-text"),
    encoder("RoBERTa PreLayerNorm", "roberta-prelayernorm"),
    encoder("X-MOD", "xmod", {**SMALL, "languages": ["en_XX"], "default_language": "en_XX"}),
    encoder(
        "RoCBert",
        "roc_bert",
        {**SMALL, **SHAPES, "pronunciation_embed_dim": 16, "shape_embed_dim": 16},
    ),
    encoder("LayoutLM", "layoutlm"),
    encoder("Splinter", "splinter"),
    encoder("MarkupLM", "markuplm"),
    encoder("CLIP text", "clip_text_model"),
)

DECODERS: tuple[Architecture, ...] = (
    decoder("Llama", "llama"),
    decoder(
        "Llama 4 text", "llama4_text", {**MOE, "intermediate_size_mlp": 48}, missing="not_found"
    ),
    decoder("Mistral", "mistral", {**GROUPED, **WINDOW}),
    decoder("Ministral", "ministral", {**GROUPED, **WINDOW}),
    decoder("Mixtral", "mixtral", {**MOE, **WINDOW}),
    decoder("Qwen2", "qwen2"),
    decoder(
        "Qwen2-MoE", "qwen2_moe", {**GROUPED, **EXPERTS, "shared_expert_intermediate_size": 16}
    ),
    decoder("Qwen3", "qwen3", n_matrices=1),
    decoder("Qwen3-MoE", "qwen3_moe", {**GROUPED, **EXPERTS}, n_matrices=1),
    decoder("Gemma", "gemma", {**GROUPED, "num_key_value_heads": 1}),
    decoder("Gemma 2", "gemma2", {**GROUPED, **WINDOW, "attn_logit_softcapping": 2.0}),
    decoder("Gemma 3 text", "gemma3_text", {**GROUPED, **WINDOW}, n_matrices=1),
    decoder(
        "Gemma 3n text",
        "gemma3n_text",
        {
            **GROUPED,
            **WINDOW,
            "num_kv_shared_layers": 0,
            "hidden_size_per_layer_input": 8,
            "vocab_size_per_layer_input": 60,
            "altup_num_inputs": 2,
            "laurel_rank": 4,
            "layer_types": ["sliding_attention", "full_attention"],
            "activation_sparsity_pattern": [0.0, 0.0],
        },
        n_matrices=0,
    ),
    decoder("VaultGemma", "vaultgemma", {**GROUPED, **WINDOW, "attn_logit_softcapping": 2.0}),
    decoder("Granite", "granite", {**GROUPED, "attention_multiplier": 0.1}),
    decoder("GraniteMoE", "granitemoe", MOE),
    decoder(
        "GraniteSWA",
        "granite_swa",
        {**GROUPED, **WINDOW, "attention_multiplier": 0.1},
        bound=5e-6,
        same_weights=False,
    ),
    decoder("GPT-OSS", "gpt_oss", {**MOE, **WINDOW}),
    decoder("GPT-2", "gpt2", GPT2),
    decoder("GPT-2 scaled by layer", "gpt2", {**GPT2, "scale_attn_by_inverse_layer_idx": True}),
    decoder(
        "GPT-2 reordered",
        "gpt2",
        {**GPT2, "scale_attn_by_inverse_layer_idx": True, "reorder_and_upcast_attn": True},
        bound=5e-6,
    ),
    decoder("GPTBigCode", "gpt_bigcode", GPT2),
    decoder("GPT-J", "gptj", ROTARY_GPT2),
    decoder("CodeGen", "codegen", ROTARY_GPT2, missing="not_found"),
    decoder("GPT-NeoX", "gpt_neox", SMALL),
    decoder("OPT", "opt", {**SMALL, "ffn_dim": 48, "word_embed_proj_dim": 32}),
    decoder("BioGPT", "biogpt", SMALL),
    decoder("CTRL", "ctrl", {**GPT2, "dff": 48}),
    decoder("Cohere", "cohere", SMALL),
    decoder("Cohere 2", "cohere2", {**GROUPED, **WINDOW}),
    decoder("OLMo", "olmo", SMALL),
    decoder("OLMo 2", "olmo2", SMALL, n_matrices=1),
    decoder("OLMo 3", "olmo3", {**SMALL, **WINDOW}, n_matrices=1),
    decoder("OLMoE", "olmoe", {**SMALL, **EXPERTS}, n_matrices=1),
    decoder("Phi", "phi", SMALL),
    decoder("Phi-3", "phi3", {**GROUPED, **WINDOW}),
    decoder("PhiMoE", "phimoe", MOE),
    decoder("Persimmon", "persimmon", SMALL, missing="not_found"),
    decoder("StableLM", "stablelm", {**SMALL, "num_key_value_heads": 4}),
    decoder("Starcoder 2", "starcoder2", {**GROUPED, **WINDOW}),
    decoder("SmolLM 3", "smollm3"),
    decoder("Seed-OSS", "seed_oss"),
    decoder("Nemotron", "nemotron"),
    decoder("Helium", "helium"),
    decoder("GLM", "glm"),
    decoder("GLM-4", "glm4"),
    decoder("EXAONE 4", "exaone4", {**GROUPED, **WINDOW}, n_matrices=1),
    decoder("ERNIE 4.5", "ernie4_5"),
    decoder("Hunyuan", "hunyuan_v1_dense", missing="not_found"),
    decoder("Arcee", "arcee"),
    decoder("Apertus", "apertus", n_matrices=1),
    decoder("BitNet", "bitnet", missing="no_output_projection", has_output=False),
    decoder("nanochat", "nanochat", missing="not_found"),
    decoder("Doge", "doge", n_matrices=1),
    decoder("ModernBERT decoder", "modernbert-decoder", {**SMALL, **LOCAL}),
    decoder("DeepSeek-V2", "deepseek_v2", {**LOW_RANK, **ROUTED}, missing="not_found"),
    decoder("DeepSeek-V3", "deepseek_v3", {**LOW_RANK, **ROUTED, **ONE_GROUP}, missing="not_found"),
    decoder("MiniCPM 3", "minicpm3", LOW_RANK, missing="not_found"),
    decoder("Youtu", "youtu", LOW_RANK, missing="not_found"),
    decoder(
        "MiMo-V2-Flash",
        "mimo_v2_flash",
        {
            **GROUPED,
            **ONE_GROUP,
            "n_routed_experts": 2,
            "num_experts_per_tok": 1,
            "moe_intermediate_size": 16,
            "v_head_dim": 6,
        },
    ),
)
