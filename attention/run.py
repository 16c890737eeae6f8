"""Run a model on a text while its attention is recorded."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor
from transformers.utils.generic import ModelOutput

from attention.change import Change
from attention.errors import NotFinite, OutOfRange
from attention.models import Model
from attention.outside import look
from attention.plan import plan
from attention.recording import Call, record
from attention.softmax_tap import Glimpse
from attention.tokens import Tokens, tokenize, tokens_of_ids
from attention.trace import Trace
from attention.what_if import WhatIf


def trace(
    model: Model,
    text: str | None = None,
    *,
    pair: str | None = None,
    ids: list[int] | None = None,
    target: str | None = None,
    max_tokens: int = 512,
    what_if: WhatIf | None = None,
) -> Trace:
    """Run a model on a text and keep what its attention did.

    Args:
        model: from ``load``.
        text: what the model reads.
        pair: a second text in the same run (sentence B of an encoder).
        ids: token ids instead of a text.
        target: what the decoder of an encoder–decoder model reads; its start token alone if None.
        max_tokens: longer texts are cut; ``tokens.is_cut`` says so.
        what_if: what to change in the attention while the model runs; all that follows, follows.

    Raises:
        EmptyText: nothing visible was given.
        OutOfRange: ``what_if`` names a layer, head or token that is not there.
        LevelTooLow: the model is seen from outside, where this can't be changed.
        NotFinite: the model's numbers stop being numbers; the first such layer is named.
    """
    limit = min(max_tokens, model.max_positions or max_tokens)
    tokens = read(model, text, pair, ids, limit)
    target_tokens = decoder_tokens(model, target, limit) if model.is_encoder_decoder else None
    return run(model, tokens, target_tokens, what_if or WhatIf())


def again(trace: Trace, what_if: WhatIf) -> Trace:
    """Run the same tokens through the same model once more, changed in another way.

    Raises:
        OutOfRange: ``what_if`` names a layer, head or token that is not there.
        NotFinite: the changed model's numbers stop being numbers.
    """
    return run(trace.model, trace.tokens, trace.target_tokens, what_if).at(trace.part)


def run(model: Model, tokens: Tokens, target: Tokens | None, what_if: WhatIf) -> Trace:
    """Run a model on tokens."""
    changes = plan(model, what_if, len(tokens))
    # A head that can not be applied later runs with the network, which must give its states too.
    late = model.head is None and model.network.get_output_embeddings() is not None
    given = inputs(model, tokens, target) | ({"output_hidden_states": True} if late else {})
    calls, glimpses = (), ()
    with torch.inference_mode():
        if model.outside is None:
            with record(changes) as recording:
                found = model.body(**given)
            calls = tuple(recording.calls)
        else:
            found, glimpses = look(model.body, given, model.outside, model.id, changes)
    output = final_states(model, given, changes, found)[0]
    # One sum tells: whatever is not finite in it makes the sum not finite.
    if not bool(output.sum().isfinite()):
        raise NotFinite(*first_not_finite(calls or glimpses))
    logits = found.get("logits")
    own_logits = None if logits is None else logits[0]
    return Trace(
        model=model,
        calls=calls,
        glimpses=glimpses,
        tokens=tokens,
        target_tokens=target,
        output=output,
        own_logits=own_logits,
        what_if=what_if,
    )


def read(
    model: Model, text: str | None, pair: str | None, ids: list[int] | None, limit: int
) -> Tokens:
    """Return the tokens of a text, or of ids given in its place."""
    if (text is None) == (ids is None):
        raise ValueError("trace needs a text or ids, one of them")
    if ids is not None:
        check_ids(model, ids)
        return replace(tokens_of_ids(model.tokenizer, ids[:limit]), n_total=len(ids))
    return tokenize(model.tokenizer, text or "", pair, max_tokens=limit)


def check_ids(model: Model, ids: list[int]) -> None:
    """Refuse ids that the model has no embedding for."""
    n_ids = len(model.network.get_input_embeddings().get_parameter("weight"))
    for id in ids:
        if not 0 <= id < n_ids:
            raise OutOfRange("id", id, n_ids)


def final_states(
    model: Model, given: dict[str, Any], changes: tuple[Change | None, ...], found: ModelOutput
) -> Float[Tensor, "batch query d_model"]:
    """Return the last hidden state of a run.

    Gemma 3n carries several streams through its layers; only its body's own answer joins them.
    """
    states = last_hidden(found)
    if states.ndim == 3:
        return states
    with torch.inference_mode(), record(changes):
        return last_hidden(model.network.base_model(**given))


def last_hidden(found: ModelOutput) -> Tensor:
    """Return the last hidden state, under whichever name a model gives it."""
    if "last_hidden_state" in found:
        return found["last_hidden_state"]
    states = found.get("decoder_hidden_states") or found.get("hidden_states")
    if not states:
        raise ValueError(f"expected hidden states, got {sorted(found)}")
    return states[-1]


def inputs(model: Model, tokens: Tokens, target: Tokens | None) -> dict[str, Any]:
    """Return what a model is called with."""
    device = model.network.device
    named = {"input_ids": torch.tensor([tokens.ids], device=device)}
    if "token_type_ids" in model.tokenizer.model_input_names and any(tokens.segments):
        named["token_type_ids"] = torch.tensor([tokens.segments], device=device)
    if target is not None:
        named["decoder_input_ids"] = torch.tensor([target.ids], device=device)
    return named


def decoder_tokens(model: Model, target: str | None, limit: int) -> Tokens:
    """Return what the decoder reads: its start token, then the target text."""
    config = model.network.config
    names = ("decoder_start_token_id", "pad_token_id", "bos_token_id")
    known = (getattr(config, name, None) for name in names)
    first = tokens_of_ids(model.tokenizer, [next((id for id in known if id is not None), 0)])
    # Whichever token a model starts with stands for no text here.
    start = replace(first[0], is_special=True, is_unknown=False)
    first = replace(first, items=(start,))
    if not target or not target.strip():
        return first
    read = tokenize(model.tokenizer, target, max_tokens=limit - 1)
    segments = (*first.segments, *read.segments)
    return replace(
        read, items=(*first.items, *read.items), n_total=read.n_total + 1, segments=segments
    )


def first_not_finite(calls: Sequence[Call | Glimpse]) -> tuple[int, list[int]]:
    """Return the first layer that holds NaN or infinity, and its heads that do."""
    for layer, call in enumerate(calls):
        if isinstance(call, Glimpse):
            bad = ~call.weights.isfinite().all(-1).all(-1)
        else:
            bad = ~(call.q.isfinite().all(-1) & call.output.isfinite().all(-1)).all(-1)[0]
        if bool(bad.any()):
            return layer, bad.nonzero().flatten().tolist()
    return len(calls), []
