"""The formula with one thing wrong, each time another: an architecture that has it must notice."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import torch
from torch import Tensor

from attention.core import AttentionSteps, attend, per_query_head

Formula = Callable[..., AttentionSteps]


@dataclass(frozen=True)
class Mutation:
    """One thing that is wrong; ``caught_by`` names architectures of every kind that have it."""

    what: str
    formula: Formula
    caught_by: tuple[str, ...]
    unharmed: str | None


def without(option: str) -> Formula:
    def mutant(*tensors: Tensor, **options: object) -> AttentionSteps:
        return attend(*tensors, **{**options, option: None})

    return mutant


def far_past(*tensors: Tensor, **options: object) -> AttentionSteps:
    """Look back without end: keep what is causal of a mask, drop its window."""
    mask = options.get("mask")
    if isinstance(mask, Tensor):
        causal = torch.ones(mask.shape[-2:], dtype=torch.bool).tril()
        is_causal = not bool((mask & ~causal).any())
        options["mask"] = causal[None, None] if is_causal else torch.ones_like(mask)
    return attend(*tensors, **options)


def in_turn(q: Tensor, k: Tensor, v: Tensor, **options: object) -> AttentionSteps:
    """Give query head h the key head h % g instead of its neighbours' one."""
    order = torch.arange(q.shape[1]) % k.shape[1]
    return attend(q, k[:, order], v[:, order], **options)


def over_queries(q: Tensor, k: Tensor, v: Tensor, **options: object) -> AttentionSteps:
    steps = attend(q, k, v, **options)
    weights = steps.masked.softmax(dim=-2)
    return replace(steps, weights=weights, output=weights @ per_query_head(v, q))


def uncapped_order(*tensors: Tensor, **options: object) -> AttentionSteps:
    """Cap the scores before they are scaled."""
    softcap, scale = options.get("softcap"), options.get("scale")
    if isinstance(softcap, float) and isinstance(scale, float):
        options["softcap"] = softcap * scale
    return attend(*tensors, **options)


MUTATIONS: tuple[Mutation, ...] = (
    Mutation("no soft cap", without("softcap"), ("Gemma 2", "VaultGemma", "T5Gemma"), "Llama"),
    Mutation("cap before scale", uncapped_order, ("Gemma 2", "VaultGemma"), "GPT-OSS"),
    Mutation("no sink", without("sink"), ("GPT-OSS", "GraniteSWA", "MiMo-V2-Flash"), "Mistral"),
    Mutation("no bias", without("bias"), ("T5", "mT5", "UMT5"), "BART"),
    Mutation("1/√d_head for every scale", without("scale"), ("Granite", "T5", "OPT"), "Llama"),
    Mutation("no mask", without("mask"), ("Llama", "GPT-2", "BART", "LFM2"), "BERT"),
    Mutation("no window", far_past, ("Mistral", "Gemma 2", "ModernBERT", "GPT-OSS"), "Llama"),
    Mutation("h % g for h // g", in_turn, ("Llama", "Qwen3", "Gemma 2", "Jamba"), "BERT"),
    Mutation("softmax over queries", over_queries, ("BERT", "GPT-2", "DeepSeek-V2"), None),
)
