"""Put ``core.attend`` inside real models and record what it computes there.

The function is registered with transformers under one name, together with the mask function that
the models' own eager attention uses (without it causal models would look ahead). A model is loaded
with that name and never switched afterwards. What is recorded travels in a ``ContextVar``: it
belongs to one run in one thread, so that many visitors can share one model.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from typing import Any

from jaxtyping import Bool, Float
from torch import Tensor, nn
from transformers import AttentionInterface, AttentionMaskInterface
from transformers.masking_utils import eager_mask

from attention.change import Change, Given, silenced
from attention.core import AttentionSteps, attend
from attention.masks import split_mask

NAME = "attention_microscope"


@dataclass(frozen=True, eq=False)
class Call:
    """Hold what one attention call of a model received, and what came out.

    Scores and weights are not kept: ``steps`` computes them again from the same numbers with the
    same function. At 512 tokens that is 19 MB instead of 326 MB for a small encoder.

    In a changed run (``what_if``) this is what the formula was given there. ``off`` are heads whose
    output became zero; ``kept`` marks queries that kept a blocked key, since they had no other.
    ``memory`` is what keys and values were made of where that is another text than ``x``.
    """

    module: nn.Module
    q: Float[Tensor, "batch head query d_head"]
    k: Float[Tensor, "batch kv_head key d_head"]
    v: Float[Tensor, "batch kv_head key d_v"]
    output: Float[Tensor, "batch head query d_v"]
    x: Float[Tensor, "batch query d_model"] | None
    memory: Float[Tensor, "batch key d_memory"] | None
    scale: float
    mask: Bool[Tensor, "#batch #head #query key"] | None
    bias: Float[Tensor, "#batch #head #query key"] | None
    softcap: float | None
    sink: Float[Tensor, " head"] | None
    off: frozenset[int] = frozenset()
    kept: Bool[Tensor, " query"] | None = None

    @property
    def is_cross(self) -> bool:
        """Tell cross-attention: its keys come from another text."""
        return self.memory is not None

    def steps(self) -> AttentionSteps:
        """Compute every step of this call again, for all heads."""
        extras = {"mask": self.mask, "bias": self.bias, "softcap": self.softcap, "sink": self.sink}
        steps = attend(self.q, self.k, self.v, scale=self.scale, **extras)
        return replace(steps, output=silenced(steps.output, self.off))

    def one_head(self, head: int) -> AttentionSteps:
        """Compute every step of one head again and drop the leading axes."""
        shared = head // (self.q.shape[1] // self.k.shape[1])
        steps = attend(
            self.q[:, head : head + 1],
            self.k[:, shared : shared + 1],
            self.v[:, shared : shared + 1],
            scale=self.scale,
            mask=self.of_head(self.mask, head),
            bias=self.of_head(self.bias, head),
            softcap=self.softcap,
            sink=None if self.sink is None else self.sink[head : head + 1],
        )
        if head in self.off:
            steps = replace(steps, output=silenced(steps.output, frozenset({0})))
        tensors = {name: value for name, value in vars(steps).items() if isinstance(value, Tensor)}
        return replace(steps, **{name: tensor[0, 0] for name, tensor in tensors.items()})

    def of_head(self, shared: Tensor | None, head: int) -> Tensor | None:
        """Return one head's part of a mask or bias, full size; heads may share one."""
        if shared is None:
            return None
        part = shared if shared.shape[1] == 1 else shared[:, head : head + 1]
        return part.expand(-1, -1, self.q.shape[2], self.k.shape[2])


@dataclass(eq=False)
class Recording:
    """Collect the calls of one run; lives only as long as the run.

    ``changes`` says what to change in each call, in their order; empty where nothing is changed.
    """

    changes: tuple[Change | None, ...] = ()
    calls: list[Call] = field(default_factory=list)
    inputs: dict[nn.Module, tuple[Tensor | None, Tensor | None]] = field(default_factory=dict)
    doors: dict[int, tuple[Tensor, Tensor | None, Tensor | None]] = field(default_factory=dict)

    def door(self, mask: Tensor) -> tuple[Tensor | None, Tensor | None]:
        """Split a mask once, though every layer hands in the same one."""
        if id(mask) not in self.doors:
            # The mask itself is kept so that its id can't be taken by another tensor meanwhile.
            self.doors[id(mask)] = (mask, *split_mask(mask))
        return self.doors[id(mask)][1:]

    @property
    def change(self) -> Change | None:
        """Return what to change in the call that is being made."""
        return self.changes[len(self.calls)] if self.changes else None


_current: ContextVar[Recording | None] = ContextVar("attention_recording", default=None)


@contextmanager
def record(changes: tuple[Change | None, ...] = ()) -> Iterator[Recording]:
    """Record all attention calls that this thread makes inside the ``with`` block.

    ``changes``: what to change in each of them.
    """
    recording = Recording(changes)
    token = _current.set(recording)
    try:
        yield recording
    finally:
        _current.reset(token)


def recorded_attention(
    module: nn.Module,
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attention_mask: Tensor | None,
    scaling: float | None = None,
    softcap: float | None = None,
    position_bias: Tensor | None = None,
    s_aux: Tensor | None = None,
    sinks: Tensor | None = None,
    **_: Any,  # the border to transformers: dropout, is_causal, windows … change nothing
) -> tuple[Tensor, Tensor]:
    """Be the attention function of a model: the formula, plus a note in the current recording."""
    recording = _current.get()
    door = split_mask if recording is None else recording.door
    mask, mask_bias = (None, None) if attention_mask is None else door(attention_mask)
    biases = [bias for bias in (position_bias, mask_bias) if bias is not None]
    bias = sum(biases[1:], biases[0]) if biases else None
    sink = s_aux if s_aux is not None else sinks
    given = Given(query, scaling, mask, bias, softcap, None if sink is None else sink.reshape(-1))
    change = None if recording is None else recording.change
    if change is not None:
        given = change.of(given, key.shape[2])
    steps = attend(given.q, key, value, scale=given.scale, **given.extras)
    off = frozenset() if change is None else change.off
    output = silenced(steps.output, off)
    if recording is not None:
        x, memory = recording.inputs.get(module, (None, None))
        made = {"output": output, "scale": steps.scale, "off": off, "kept": given.kept}
        call = Call(module, given.q, key, value, x=x, memory=memory, **made, **given.extras)
        recording.calls.append(call)
    return output.transpose(1, 2).contiguous(), steps.weights


def watch(network: nn.Module) -> None:
    """Let the network's attention modules tell a recording what they read.

    Installed once, when a model is loaded: hooks put on and taken off around each run would see the
    tensors of every thread.
    """
    for module in network.modules():
        if "attention" in type(module).__name__.lower() or "attn" in type(module).__name__.lower():
            module.register_forward_pre_hook(note_input, with_kwargs=True)


def note_input(module: nn.Module, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    """Note what an attention module reads, and whether its keys come from another text."""
    recording = _current.get()
    if recording is None:
        return
    x = args[0] if args else kwargs.get("hidden_states")
    others = (kwargs.get("key_value_states"), kwargs.get("encoder_hidden_states"))
    memory = next((other for other in others if other is not None), None)
    recording.inputs[module] = (x if isinstance(x, Tensor) else None, memory)


AttentionInterface.register(NAME, recorded_attention)
AttentionMaskInterface.register(NAME, eager_mask)
