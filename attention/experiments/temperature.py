"""Two temperatures: one in a row of attention, one in the choice of the next token."""

import numpy as np
import torch
from jaxtyping import Float

from attention.core import AttentionSteps, softmax
from attention.tokens import tokens_of_ids
from attention.trace import Trace
from attention.views import NextToken

TOP = 5


def row_at(steps: AttentionSteps, query: int, temperature: float) -> Float[np.ndarray, " key"]:
    """Give a row's weights if what enters softmax were divided by a temperature as well."""
    sink = None if steps.sink is None else steps.sink[None, None, query, None] / temperature
    return softmax(steps.masked[None, None, query, None] / temperature, sink)[0, 0, 0].numpy()


def next_tokens(trace: Trace, temperature: float) -> tuple[NextToken, ...]:
    """Give the likeliest next tokens at a temperature; none for a model that writes nothing."""
    logits = trace.logits
    if logits is None or not trace.model.is_causal:
        return ()
    with torch.inference_mode():
        values, ids = (logits[-1].double() / temperature).softmax(-1).topk(TOP)
    labels = tokens_of_ids(trace.model.tokenizer, ids.tolist()).labels
    return tuple(map(NextToken, labels, values.tolist()))
