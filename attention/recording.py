"""Put ``core.attend`` inside real models and record what it computes there.

The function is registered with transformers under one name, together with the mask function that
the models' own eager attention uses (without it causal models would look ahead). A model is loaded
with that name and never switched afterwards. What is recorded travels in a ``ContextVar``: it
belongs to one run in one thread, so that many visitors can share one model.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

import torch
from jaxtyping import Bool, Float
from torch import Tensor, nn
from transformers import AttentionInterface, AttentionMaskInterface
from transformers.masking_utils import eager_mask

from attention.call import Call
from attention.change import Change, Given, silenced
from attention.core import attend

NAME = "attention_microscope"


@dataclass(eq=False)
class Recording:
    """Collect the calls of one run; lives only as long as the run.

    ``changes`` says what to change in each call, in their order; empty where nothing is changed.
    """

    changes: tuple[Change | None, ...] = ()
    calls: list[Call] = field(default_factory=list)
    inputs: dict[nn.Module, tuple[Tensor | None, bool]] = field(default_factory=dict)
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


def split_mask(
    mask: Tensor,
) -> tuple[Bool[Tensor, "..."] | None, Float[Tensor, "..."] | None]:
    """Split what a model calls its mask into where it may look and what it adds there.

    Models hand in booleans, or floats that are 0 or hugely negative, or floats that also carry a
    position bias. Everything below half of the lowest float means "may not look".
    """
    if mask.dtype == torch.bool:
        return mask, None
    allowed = mask > torch.finfo(mask.dtype).min / 2
    bias = mask.masked_fill(~allowed, 0.0)
    return allowed, (bias if bool(bias.any()) else None)


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
        x, is_cross = recording.inputs.get(module, (None, False))
        made = {"output": output, "scale": steps.scale, "off": off, "kept": given.kept}
        about = {"x": x, "is_cross": is_cross, "dtype": query.dtype}
        recording.calls.append(Call(module, given.q, key, value, **about, **made, **given.extras))
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
    is_cross = any(other is not None for other in others)
    recording.inputs[module] = (x if isinstance(x, Tensor) else None, is_cross)


AttentionInterface.register(NAME, recorded_attention)
AttentionMaskInterface.register(NAME, eager_mask)
