"""Architectures that compute attention in their own code, have none, or must be refused."""

from tests.architectures.entry import SMALL, Architecture, decoder, encoder
from tests.architectures.exact import GPT2, LOW_RANK, ONE_GROUP, ROUTED

RELATIVE = {**SMALL, "relative_attention": True, "pos_att_type": ["c2p", "p2c"]}
OLD_NAMES = {"vocab_size": 60, "hidden_size": 32, "n_layer": 2, "n_head": 4}
XLM = {"vocab_size": 60, "emb_dim": 32, "n_layers": 2, "n_heads": 4, "max_position_embeddings": 64}
DEPTH = ("num_hidden_layers", "num_attention_heads", "intermediate_size")
STATES = {"vocab_size": 60, "hidden_size": 16, "num_hidden_layers": 2, "state_size": 4}

LOGITS: tuple[Architecture, ...] = (
    encoder("MPNet", "mpnet", level="B"),
    encoder("DeBERTa", "deberta", RELATIVE, level="B"),
    encoder("DeBERTa-v2", "deberta-v2", RELATIVE, level="B"),
    encoder("RoFormer", "roformer", level="B"),
    encoder(
        "RemBERT",
        "rembert",
        {**SMALL, "input_embedding_size": 16, "output_embedding_size": 16},
        level="B",
    ),
    encoder("MegatronBERT", "megatron-bert", level="B"),
    encoder("LiLT", "lilt", {**SMALL, "hidden_size": 48, "channel_shrink_ratio": 4}, level="B"),
    encoder(
        "SqueezeBERT",
        "squeezebert",
        {**SMALL, "embedding_size": 32},
        level="B",
        same_weights=False,
    ),
    encoder(
        "BigBird, short text", "big_bird", {**SMALL, "attention_type": "original_full"}, level="B"
    ),
    encoder("ConvBERT", "convbert", {**SMALL, "embedding_size": 16, "head_ratio": 2}, level="B"),
    encoder("FlauBERT", "flaubert", XLM, level="B"),
    encoder("LUKE", "luke", {**SMALL, "entity_vocab_size": 10, "entity_emb_size": 8}, level="B"),
    encoder("TAPAS", "tapas", level="B"),
    encoder("I-BERT", "ibert", level="B"),
    encoder("VisualBERT", "visual_bert", level="B"),
    encoder("ImageGPT", "imagegpt", GPT2, level="B"),
    decoder("XLM", "xlm", XLM, level="B"),
    decoder(
        "XLNet",
        "xlnet",
        {"vocab_size": 60, "d_model": 32, "n_layer": 2, "n_head": 4, "d_inner": 48},
        level="B",
    ),
    decoder("GPT", "openai-gpt", GPT2, level="B"),
    decoder(
        "GPT-Neo",
        "gpt_neo",
        {
            "vocab_size": 60,
            "hidden_size": 32,
            "num_layers": 2,
            "num_heads": 4,
            "attention_types": [[["global", "local"], 1]],
            "window_size": 4,
            "max_position_embeddings": 64,
        },
        level="B",
    ),
    decoder("GPT-NeoX Japanese", "gpt_neox_japanese", SMALL, level="B"),
    decoder("BLOOM", "bloom", OLD_NAMES, level="B"),
    decoder(
        "MPT",
        "mpt",
        {"vocab_size": 60, "d_model": 32, "n_layers": 2, "n_heads": 4, "max_seq_len": 64},
        level="B",
    ),
    decoder("Falcon", "falcon", {**SMALL, "alibi": False, "multi_query": True}, level="B"),
    decoder("Falcon, ALiBi", "falcon", {**SMALL, "alibi": True, "multi_query": False}, level="B"),
    decoder(
        "XGLM",
        "xglm",
        {
            "vocab_size": 60,
            "d_model": 32,
            "num_layers": 2,
            "attention_heads": 4,
            "ffn_dim": 48,
            "max_position_embeddings": 64,
        },
        level="B",
    ),
    decoder(
        "TrOCR decoder",
        "trocr",
        {
            "vocab_size": 60,
            "d_model": 32,
            "decoder_layers": 2,
            "decoder_attention_heads": 4,
            "decoder_ffn_dim": 48,
            "max_position_embeddings": 64,
        },
        level="B",
    ),
    decoder("DiffLlama", "diffllama", {**SMALL, "num_key_value_heads": 2}, level="B"),
)

WEIGHTS: tuple[Architecture, ...] = (
    encoder("BigBird", "big_bird", {**SMALL, "block_size": 1, "num_random_blocks": 1}, level="C"),
    decoder(
        "CPM-Ant",
        "cpmant",
        {
            "vocab_size": 60,
            "hidden_size": 32,
            "num_attention_heads": 4,
            "dim_head": 8,
            "dim_ff": 48,
            "num_hidden_layers": 2,
            "prompt_length": 4,
            "prompt_types": 4,
            "segment_types": 4,
        },
        level="C",
    ),
)

REFUSED: tuple[Architecture, ...] = (
    decoder(
        "DeepSeek-V3.2",
        "deepseek_v32",
        {
            **LOW_RANK,
            **ROUTED,
            **ONE_GROUP,
            "index_topk": 3,
            "index_n_heads": 2,
            "index_head_dim": 8,
        },
        level=None,
        refused="differs",
    ),
    encoder(
        "Longformer",
        "longformer",
        {**SMALL, "attention_window": 4},
        level=None,
        refused="not_a_map",
    ),
    encoder(
        "CANINE",
        "canine",
        {**SMALL, "num_hash_buckets": 32, "local_transformer_stride": 4, "downsampling_rate": 2},
        level=None,
        refused="not_a_map",
    ),
    encoder(
        "Nyströmformer",
        "nystromformer",
        {**SMALL, "num_landmarks": 4, "segment_means_seq_len": 12},
        level=None,
        refused="not_a_map",
    ),
    encoder("YOSO", "yoso", level=None, refused="not_a_map"),
    encoder("MRA", "mra", level=None, refused="no_weights"),
    decoder(
        "RWKV",
        "rwkv",
        {**STATES, "attention_hidden_size": 16, "context_length": 64},
        level=None,
        refused="not_a_map",
    ),
    encoder("ViLT", "vilt", level=None, refused="not_run"),
    encoder(
        "ViT",
        "vit",
        {name: size for name, size in SMALL.items() if name in ("hidden_size", *DEPTH)},
        level=None,
        refused="not_run",
    ),
    encoder("FNet", "fnet", level=None, refused="none"),
    decoder("Mamba", "mamba", STATES, level=None, refused="none"),
    decoder("Falcon-Mamba", "falcon_mamba", STATES, level=None, refused="none"),
)
