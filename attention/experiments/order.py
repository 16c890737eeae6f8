"""What attention knows of word order: the same words in another order, with and without positions.

A model without positions is made by calling it with the same position for every token. These are
not the model's own numbers, and the page says so.
"""

import numpy as np
import torch
from jaxtyping import Float, Int
from torch import Tensor

from attention.models import Model
from attention.recording import record
from attention.shuffled import Shuffled
from attention.trace import Trace

# Not 0: to an encoder that is the place of its first special token, and words seem all alike there.
PLACE = 5


def can_forget_positions(trace: Trace) -> bool:
    """Tell whether shuffling without positions shows what it should: in encoders with one text."""
    return not trace.model.is_causal and not trace.model.is_encoder_decoder


def shuffle(trace: Trace, layer: int, *, positions: bool, seed: int = 0) -> Shuffled:
    """Shuffle the words of a text, the special tokens staying where they are, and compare maps."""
    order = new_order(trace, seed)
    ids = np.array(trace.tokens.ids)
    texts = (ids.tolist(), ids[order].tolist())
    first, second = (_weights(trace.model, text, layer, positions) for text in texts)
    return Shuffled(order, first, second)


def new_order(trace: Trace, seed: int) -> Int[np.ndarray, " token"]:
    """Give another order of the tokens that are not special; the same one for the same seed."""
    own = np.array([i for i, token in enumerate(trace.tokens) if not token.is_special], dtype=int)
    order = np.arange(trace.n_tokens)
    order[own] = np.random.default_rng(seed).permutation(own)
    if np.array_equal(order[own], own):
        order[own] = np.roll(own, 1)
    return order


def _weights(
    model: Model, ids: list[int], layer: int, positions: bool
) -> Float[Tensor, "head query key"]:
    given = torch.tensor([ids], device=model.network.device)
    places = {} if positions else {"position_ids": torch.full_like(given, PLACE)}
    with torch.inference_mode(), record() as recording:
        model.body(input_ids=given, **places)
        return recording.calls[layer].steps().weights[0]
