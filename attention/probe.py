"""One probe run at load: is our attention the model's own, and what is it made of?"""

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from transformers import PreTrainedModel

from attention.errors import NoAttention, UnsupportedModel
from attention.recording import NAME, Call, Recording, record
from attention.sources import Sources, Tap, find_sources, is_linear

N_PROBE_TOKENS = 12
# Equal to the last bit for nearly all models; some write their own attention in another order of
# operations. A wrong attention is off by 0.02 and more.
TOLERANCE = 1e-5


@dataclass(frozen=True, eq=False)
class Probe:
    """Hold what a probe run found out about a model."""

    calls: tuple[Call, ...]
    sources: tuple[Sources, ...]
    difference: float
    head: nn.Module | None


def probe(network: PreTrainedModel, name: str) -> Probe:
    """Run a model with its own eager attention and with ours, and compare.

    Raises:
        NoAttention: nothing in the model is an attention module.
        UnsupportedModel: its attention never comes here, or gives another result.
    """
    inputs = probe_inputs(network)
    with torch.inference_mode():
        network.set_attn_implementation("eager")
        expected = output_of(network(**inputs))
        network.set_attn_implementation(NAME)
        with record() as recording, Taps(network, recording) as taps:
            found = network(**inputs)
    if not recording.calls:
        if any("attention" in type(module).__name__.lower() for module in network.modules()):
            raise UnsupportedModel(name, "not_recorded")
        raise NoAttention(name)
    difference = greatest_difference(expected, output_of(found))
    if difference > TOLERANCE:
        raise UnsupportedModel(name, "differs")
    sources = tuple(find_sources(c, i, taps.found) for i, c in enumerate(recording.calls))
    return Probe(tuple(recording.calls), sources, difference, find_head(network, inputs))


def probe_inputs(network: PreTrainedModel) -> dict[str, Tensor]:
    """Return token ids spread over the vocabulary, the same in every run."""
    vocabulary = network.config.get_text_config().vocab_size
    ids = (torch.arange(1, N_PROBE_TOKENS + 1) * 7919 % vocabulary)[None].to(network.device)
    inputs = {"input_ids": ids}
    if network.config.is_encoder_decoder:
        inputs["decoder_input_ids"] = ids.flip(-1)[:, :7]
    return inputs


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
    if head is None or network.base_model is network:
        return None
    with torch.inference_mode():
        logits = network(**inputs).logits
        hidden = getattr(network.base_model(**inputs), "last_hidden_state", None)
        return head if hidden is not None and torch.equal(head(hidden), logits) else None


class Taps:
    """Write down what linear layers and norms read and write, for the length of a ``with`` block.

    Used once at load, before the model is shared: its hooks see every thread.
    """

    def __init__(self, network: nn.Module, recording: Recording) -> None:
        """Watch a network; the recording tells how many attention calls came before."""
        self.network = network
        self.recording = recording
        self.found: list[Tap] = []

    def __enter__(self) -> "Taps":
        """Put the hooks on."""
        self.handles = [
            module.register_forward_hook(self.note)
            for module in self.network.modules()
            if is_linear(module) or "norm" in type(module).__name__.lower()
        ]
        return self

    def __exit__(self, *_: object) -> None:
        """Take the hooks off."""
        for handle in self.handles:
            handle.remove()

    def note(self, module: nn.Module, args: tuple[Tensor, ...], wrote: Tensor) -> None:
        """Note one layer's input and output."""
        if args and isinstance(wrote, Tensor):
            self.found.append(Tap(module, args[0], wrote, len(self.recording.calls)))
