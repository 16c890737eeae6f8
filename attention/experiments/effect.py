"""What a token's attention does: its weight beside what happens when nobody may look at it."""

from dataclasses import dataclass

import torch
from jaxtyping import Float
from torch import Tensor

from attention.head_views import attention_output, has_output_projection
from attention.trace import Trace

MOST = 12  # keys that are tried


@dataclass(frozen=True)
class Effect:
    """Hold one key: its weight in the open head, and the change of the model's answer without it.

    ``change`` is the length of the change of the query's last hidden state, as a part of that
    state's own length, when no head of any layer may look at the key.
    """

    key: int
    weight: float
    change: float


@dataclass(frozen=True)
class Lengths:
    """Hold the length of what attention adds for one token, and of what it is added to."""

    attention: float
    residual: float


def effects(trace: Trace, layer: int, head: int, query: int) -> tuple[Effect, ...]:
    """Hide each of the heaviest keys in turn, in all heads of all layers, and watch the answer.

    The heaviest key comes first.
    """
    steps = trace.steps(layer, head)
    row = steps.weights[query]
    seen = torch.ones_like(row, dtype=torch.bool) if steps.mask is None else steps.mask[query]
    # Hiding a token from itself would leave the first row of a causal model with nothing to see.
    others = [i for i in row.argsort(descending=True, stable=True).tolist() if seen[i]]
    keys = [key for key in others if key != query][:MOST]
    if not keys:
        return ()
    own = trace.output[query]
    changes = (_without(trace, keys)[:, query] - own).norm(dim=-1) / own.norm()
    return tuple(
        Effect(key, float(row[key]), float(change))
        for key, change in zip(keys, changes, strict=True)
    )


def _without(trace: Trace, keys: list[int]) -> Float[Tensor, "key query d_model"]:
    """Give the last hidden states of runs in which one of the keys may not be looked at."""
    ids = torch.tensor([trace.tokens.ids] * len(keys), device=trace.model.network.device)
    allowed = torch.ones_like(ids)
    allowed[torch.arange(len(keys)), torch.tensor(keys)] = 0
    # Told where each token stands: some models would count only the tokens that are left.
    places = torch.arange(ids.shape[1], device=ids.device).expand_as(ids)
    given = {"input_ids": ids, "attention_mask": allowed}
    with torch.inference_mode():
        if trace.model.is_causal:
            given["position_ids"] = places
        return trace.model.body(**given).last_hidden_state


def lengths(trace: Trace, query: int) -> tuple[Lengths, ...] | None:
    """Give, for each layer, the length of a token's attention output and of its residual.

    None where the model does not tell its residuals, or its output matrices are not known.
    """
    layers = range(trace.n_layers)
    if trace.model.is_encoder_decoder:
        return None
    if not all(has_output_projection(trace, layer) for layer in layers):
        return None
    ids = torch.tensor([trace.tokens.ids], device=trace.model.network.device)
    with torch.inference_mode():
        found = trace.model.body(input_ids=ids, output_hidden_states=True)
    states = found.get("hidden_states")
    if states is None or len(states) != trace.n_layers + 1:
        return None
    return tuple(
        Lengths(
            float(attention_output(trace, layer)[query].norm()),
            float(states[layer][0, query].norm()),
        )
        for layer in layers
    )
