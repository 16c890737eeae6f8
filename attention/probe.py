"""One probe run at load: is our attention the model's own, and what is it made of?"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import torch
from torch import Tensor, nn
from transformers import PreTrainedModel

from attention import outside
from attention.call import Call
from attention.errors import NoAttention, UnsupportedModel
from attention.linear_taps import Taps
from attention.outside import Outside
from attention.own_maps import FAILURES, OwnMap, ask, fits, is_attention, same_map
from attention.recording import NAME, record
from attention.sources import Sources, find_sources

Why = Literal["same", "own_code", "other_weights", "no_logits"]

N_PROBE_TOKENS = 12
# Equal to the last bit for nearly all models; some write their own attention in another order of
# operations. A wrong attention is off by 0.02 and more.
TOLERANCE = 1e-5


@dataclass(frozen=True, eq=False)
class Probe:
    """Hold what a probe run found out about a model.

    Attributes:
        calls: what our attention received; empty below level A.
        difference: greatest relative difference to the model's own eager attention; below level A
            between the model as it is watched and as it is.
        why: what the level rests on.
        outside: how to see its attention, None at level A.
    """

    calls: tuple[Call, ...]
    sources: tuple[Sources, ...]
    difference: float
    head: nn.Module | None
    why: Why = "same"
    outside: Outside | None = None


def probe(network: PreTrainedModel, name: str) -> Probe:
    """Run a model with its own eager attention and with ours, and compare.

    Raises:
        NoAttention: nothing in the model is an attention module.
        UnsupportedModel: it can't be run on a text, our attention gives another result, or it is
            not seen at all.
    """
    inputs = probe_inputs(network)
    with torch.inference_mode():
        network.set_attn_implementation("eager")
        expected = own_output(network, inputs, name)
        _, own = ask(network, inputs)
        network.set_attn_implementation(NAME)
        with record() as recording, Taps(network, recording) as taps:
            found = network(**inputs)
    calls = tuple(recording.calls)
    if not calls:
        if not any("attention" in type(module).__name__.lower() for module in network.modules()):
            raise NoAttention(name)
        return from_outside(network, inputs, name, expected, "own_code")
    difference = greatest_difference(expected, output_of(found))
    if difference > TOLERANCE:
        raise UnsupportedModel(name, "differs")
    if not all_seen(calls, own, inputs):
        return from_outside(network, inputs, name, expected, "other_weights")
    check_heads(name, [call.q.shape[1] for call in calls if reads(call, inputs)])
    sources = tuple(find_sources(c, i, taps.found) for i, c in enumerate(calls))
    return Probe(calls, sources, difference, find_head(network, inputs))


def from_outside(
    network: PreTrainedModel, inputs: dict[str, Tensor], name: str, expected: Tensor, why: Why
) -> Probe:
    """Find the attention of a model that computes it in its own code, and look once to be sure."""
    network.set_attn_implementation("eager")
    with torch.inference_mode():
        found = outside.find(network, inputs, name)
        check_heads(name, found.main_heads)
        check_layers(network, name, len(found.main_heads))
        answer, seen = outside.look(network, inputs, found, name)
        head = find_head(network, inputs)
        body = network if head is None else network.base_model
        again = outside.look(body, inputs, found, name)[1]
    difference = greatest_difference(expected, output_of(answer))
    same = all(same_map(one.weights, other.weights) for one, other in zip(seen, again, strict=True))
    if difference > TOLERANCE or not same:
        raise UnsupportedModel(name, "other_way")
    return Probe((), (), difference, head, why if found.seats else "no_logits", found)


def all_seen(calls: Sequence[Call], own: Sequence[OwnMap], inputs: dict[str, Tensor]) -> bool:
    """Tell whether the calls are all the attention there is: as many maps, and the same ones.

    A model that gives no weights can't be asked; then its output is what speaks for the calls.
    """
    if not any(reads(call, inputs) for call in calls):
        return False
    maps = [one.weights for one in own if fits(one, inputs)]
    if not maps or not all(is_attention(weights) for weights in maps):
        return True
    left = list(calls)
    for weights in maps:
        found = next((call for call in left if gives(call, weights)), None)
        if found is None:
            return False
        left.remove(found)
    return not left


def reads(call: Call, inputs: dict[str, Tensor]) -> bool:
    """Tell whether a call is of the part that reads the text itself."""
    return call.q.shape[2] == call.k.shape[2] == inputs["input_ids"].shape[-1]


def gives(call: Call, weights: Tensor) -> bool:
    """Compare a call with weights of a model; it may leave the share of a sink out of them."""
    ours = call.steps().weights[0]
    if same_map(ours, weights):
        return True
    return call.sink is not None and same_map(ours / ours.sum(-1, keepdim=True), weights)


def check_heads(name: str, n_heads: Sequence[int]) -> None:
    """Refuse layers with different numbers of heads: a grid of heads has the same in every row."""
    if len(set(n_heads)) > 1:
        raise UnsupportedModel(name, "uneven")


def check_layers(network: PreTrainedModel, name: str, n_maps: int) -> None:
    """Refuse to show some layers for all; which ones, their numbers would not tell."""
    config = network.config.get_text_config()
    if not network.config.is_encoder_decoder and n_maps != getattr(
        config, "num_hidden_layers", n_maps
    ):
        raise UnsupportedModel(name, "some_weights")


def probe_inputs(network: PreTrainedModel) -> dict[str, Tensor]:
    """Return token ids spread over the vocabulary, the same in every run."""
    vocabulary = getattr(network.config.get_text_config(), "vocab_size", 1)
    ids = (torch.arange(1, N_PROBE_TOKENS + 1) * 7919 % vocabulary)[None].to(network.device)
    inputs = {"input_ids": ids}
    if network.config.is_encoder_decoder:
        inputs["decoder_input_ids"] = ids.flip(-1)[:, :7]
    return inputs


def own_output(network: PreTrainedModel, inputs: dict[str, Tensor], name: str) -> Tensor:
    """Return what a model answers by itself, or say that it does not run on a text."""
    try:
        return output_of(network(**inputs))
    except FAILURES as error:
        raise UnsupportedModel(name, "not_run") from error


def output_of(found: object) -> Tensor:
    """Return what a model answers: logits where it has a head, else the last hidden state."""
    logits = getattr(found, "logits", None)
    tensor = getattr(found, "last_hidden_state", None) if logits is None else logits
    if not isinstance(tensor, Tensor):
        raise ValueError(f"expected logits or last_hidden_state, got {type(found).__name__}")
    return tensor


def greatest_difference(expected: Tensor, found: Tensor) -> float:
    """Return max |expected − found| relative to max |expected|; NaN equals NaN."""
    gap = torch.where(expected.isnan() & found.isnan(), 0.0, (expected - found).abs())
    if bool(gap.isnan().any()):
        return float("inf")
    size = expected.abs().nan_to_num(nan=0.0).amax().clamp_min(1e-12)
    return float((gap.amax() / size).item())


def find_head(network: PreTrainedModel, inputs: dict[str, Tensor]) -> nn.Module | None:
    """Return the layer that turns the last hidden state into logits, if it does so by itself.

    Where that holds (checked here by value) a trace need not compute the logits of every token.
    """
    head = network.get_output_embeddings()
    if head is None or isinstance(head, nn.Embedding) or network.base_model is network:
        return None
    with torch.inference_mode():
        logits = network(**inputs).logits
        hidden = getattr(network.base_model(**inputs), "last_hidden_state", None)
        return head if hidden is not None and torch.equal(head(hidden), logits) else None
