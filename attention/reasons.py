"""What can stand in the way, by the ids that the keys of its sentences end in."""

from typing import Literal

Reason = Literal[
    "missing",
    "no_network",
    "wrong_hash",
    "no_space",
    "read_only",
    "no_folder",
    "unreadable",
    "mismatch",
    "not_allowed",
    "away",
    "unknown_repo",
    "gated",
    "no_safetensors",
    "no_config",
    "wrong_hub",
    "hub_failed",
]
Feature = Literal[
    "differs", "no_weights", "some_weights", "not_a_map", "other_way", "uneven", "not_run",
    "encoder_decoder",
]  # fmt: skip
Lacking = Literal[
    "steps", "x", "matrices", "output", "logits", "what_if", "scale", "ahead", "lessons"
]  # fmt: skip
Index = Literal["layer", "head", "query", "key", "id", "token"]
Impossible = Literal[
    "d_model",
    "n_heads",
    "n_kv_heads",
    "d_k",
    "seed",
    "heads_divide",
    "kv_divide",
    "no_projection",
    "previous",
    "empty",
    "too_large",
    "file",
]
Switch = Literal[
    "heads_off", "uniform_heads", "block", "block_layers", "scale", "temperature", "causal"
]
