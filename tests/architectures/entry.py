"""One architecture of the catalogue, and how its tiny random network is made."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import torch
from transformers import (
    CONFIG_MAPPING,
    AutoModel,
    AutoModelForCausalLM,
    AutoModelForSeq2SeqLM,
    PreTrainedModel,
)

from attention.outside import Level
from attention.reading import plain, with_attention
from tests.attention import tiny

Kind = Literal["model", "causal", "seq2seq"]
FACTORIES: Mapping[Kind, Any] = {
    "model": AutoModel,
    "causal": AutoModelForCausalLM,
    "seq2seq": AutoModelForSeq2SeqLM,
}

SMALL = {**tiny.SMALL, "pad_token_id": 0}
GROUPED = {**SMALL, "num_key_value_heads": 2, "head_dim": 8}
WINDOW = {"sliding_window": 4}


@dataclass(frozen=True)
class Architecture:
    """What a tiny network is made of, and what is expected of it.

    ``bound``: greatest relative difference to its own eager attention; 0 is equal to the last bit.
    ``missing``: why its projections are not known; None where they are, of every layer.
    ``refused``: why nothing of it may be shown; then it has no level.
    ``same_weights``: whether the weights it gives itself are the ones it uses.
    ``has_output``: whether W_O reads what the heads hand over, and nothing comes between.
    ``n_matrices``: of W_Q, W_K, W_V, how many give what attention receives, no norm between.
    """

    name: str
    model_type: str
    sizes: Mapping[str, Any]
    kind: Kind
    level: Level | None = "A"
    bound: float = 0.0
    missing: str | None = None
    refused: str | None = None
    same_weights: bool = True
    has_output: bool = True
    n_matrices: int = 3

    def build(self, implementation: str | None = None) -> PreTrainedModel:
        """Make the network, ours inside if it can be, every parameter moved so that it counts."""
        config = CONFIG_MAPPING[self.model_type](**self.sizes)
        plain(config)

        def make(implementation: str) -> PreTrainedModel:
            torch.manual_seed(0)
            return FACTORIES[self.kind].from_config(config, attn_implementation=implementation)

        network = make(implementation) if implementation else with_attention(make)
        torch.manual_seed(1)
        with torch.no_grad():
            for parameter in network.parameters():
                parameter.add_(0.3 * torch.randn_like(parameter))
        return network.eval().requires_grad_(requires_grad=False)


def encoder(name: str, model_type: str, /, sizes: Mapping[str, Any] = SMALL, **rest: Any):
    return Architecture(name, model_type, sizes, "model", **rest)


def decoder(name: str, model_type: str, /, sizes: Mapping[str, Any] = GROUPED, **rest: Any):
    return Architecture(name, model_type, sizes, "causal", **rest)


def two_texts(name: str, model_type: str, /, sizes: Mapping[str, Any], **rest: Any):
    return Architecture(name, model_type, sizes, "seq2seq", **rest)
