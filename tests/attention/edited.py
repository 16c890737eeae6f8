"""A model whose eager attention a test edits: written apart from ours, to be compared with it."""

from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from transformers import (
    AttentionInterface,
    AttentionMaskInterface,
    AutoModel,
    AutoModelForCausalLM,
    PreTrainedModel,
)
from transformers.masking_utils import eager_mask

from attention import weights

NAME = "edited_in_tests"


@dataclass(frozen=True, eq=False)
class Edit:
    """What a test changes: the factor, the logits of a layer (head query key), its weights."""

    scale: Callable[[float], float] = lambda scale: scale
    logits: Callable[[int, Tensor], Tensor] = lambda _, logits: logits
    weights: Callable[[int, Tensor, Tensor], Tensor] = lambda _layer, weights, _logits: weights


@dataclass(frozen=True, eq=False)
class Found:
    hidden: Tensor
    logits: Tensor | None
    weights: list[Tensor]


class Edited:
    """An embedded model that attends as the test says."""

    def __init__(self, name: str) -> None:
        AttentionInterface.register(NAME, self.attend)
        AttentionMaskInterface.register(NAME, eager_mask)
        kind = AutoModelForCausalLM if name == "smollm2" else AutoModel
        self.network: PreTrainedModel = kind.from_pretrained(
            weights.folder(name), attn_implementation=NAME, dtype=torch.float32
        ).eval()
        self.edit = Edit()
        self.seen: list[Tensor] = []

    def run(self, ids: list[int], edit: Edit) -> Found:
        AttentionInterface.register(NAME, self.attend)
        self.edit, self.seen = edit, []
        with torch.inference_mode():
            answer = self.network(input_ids=torch.tensor([ids]), output_hidden_states=True)
        logits = answer.get("logits")
        return Found(answer.hidden_states[-1][0], None if logits is None else logits[0], self.seen)

    def attend(
        self,
        module: nn.Module,
        query: Tensor,
        key: Tensor,
        value: Tensor,
        attention_mask: Tensor | None,
        scaling: float,
        **_: object,
    ) -> tuple[Tensor, Tensor]:
        group = query.shape[1] // key.shape[1]
        key, value = key.repeat_interleave(group, 1), value.repeat_interleave(group, 1)
        logits = torch.einsum("bhqd,bhkd->bhqk", query, key) * self.edit.scale(scaling)
        if attention_mask is not None:
            logits = logits + attention_mask
        logits = self.edit.logits(len(self.seen), logits[0])
        weights = self.edit.weights(len(self.seen), logits.softmax(-1), logits)
        self.seen.append(weights)
        return (weights[None] @ value).transpose(1, 2).contiguous(), weights[None]
