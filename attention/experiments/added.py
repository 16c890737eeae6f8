"""How much attention adds to a token's vector, beside what is there already."""

from dataclasses import dataclass

import torch

from attention.head_views import attention_output, has_output_projection
from attention.trace import Trace


@dataclass(frozen=True)
class Lengths:
    """Hold the length of what attention adds for one token, and of what it is added to."""

    attention: float
    residual: float


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
