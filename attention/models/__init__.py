"""A model that is ready to be traced.

Every model is checked against its own eager attention before it is handed out.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from torch import nn
from transformers import PreTrainedModel, PreTrainedTokenizerBase

from attention import devices, memory
from attention.outside import Level, Outside, level_of
from attention.places import Part, Place, find_places, places_of
from attention.probe import Probe, Why, probe
from attention.reading import locate, quiet, read
from attention.recording import Call, watch
from attention.sources import Sources


@dataclass(frozen=True, eq=False)
class Model:
    """Hold a loaded network and what a trace needs to know about it. Nothing in it changes.

    Attributes:
        id: the name it was loaded by.
        network: in evaluation mode, float32 unless another type was asked for.
        n_layers: attention layers of the decoder, or of the encoder where there is none.
        n_kv_heads: as many as ``n_heads`` below level A, where keys are not seen; ``d_head`` is
            then what the config says.
        why: what the level rests on: ``same``: our attention gave what the model's own gives;
            ``own_code``: the model never calls ours; ``other_weights``: it does more than it calls
            ours for; ``no_logits``: no softmax gave the weights it gives.
        difference: greatest relative difference to the model's own eager attention, on a probe.
        head: turns the last hidden state into logits, None where that is not so simple.
        names: the name of every module inside the network.
        sources: where the projections of each attention call come from, in the order of calls.
        places: where each attention call belongs, in the same order.
        outside: how to see the attention in a run, None at level A.
    """

    id: str
    network: PreTrainedModel
    tokenizer: PreTrainedTokenizerBase
    n_layers: int
    n_heads: int
    n_kv_heads: int
    d_model: int
    d_head: int
    is_causal: bool
    why: Why
    difference: float
    max_positions: int | None
    n_parameters: int
    head: nn.Module | None
    names: Mapping[nn.Module, str]
    sources: tuple[Sources, ...]
    places: tuple[Place, ...]
    outside: Outside | None

    @property
    def level(self) -> Level:
        """Return how much of its attention can be shown.

        ``A``: q, k, v and every step are the model's own; ``B``: what enters its softmax and the
        weights are; ``C``: the weights it gives are all there is.
        """
        return level_of(self.outside)

    @property
    def is_encoder_decoder(self) -> bool:
        """Tell translation-like models, with two texts, from the others."""
        return bool(self.network.config.is_encoder_decoder)

    @property
    def run_on(self) -> dict[str, str]:
        """Return what an export says of the machine: the device and the type of the numbers."""
        dtype = str(self.network.dtype).removeprefix("torch.")
        return {"device": str(self.network.device), "dtype": dtype}

    @property
    def body(self) -> nn.Module:
        """Return the network without its language head, where the head can be applied later."""
        return self.network if self.head is None else self.network.base_model

    @property
    def parts(self) -> tuple[Part, ...]:
        """Return the kinds of attention it has, in the order of a run; one for most models."""
        return tuple(dict.fromkeys(place.part for place in self.places))

    @property
    def main_part(self) -> Part:
        """Return the part that is meant where none is named."""
        return "encoder" if self.is_encoder_decoder or not self.is_causal else "decoder"


def load(name: str, *, device: str = "cpu", dtype: torch.dtype = torch.float32) -> Model:
    """Load an embedded model by id, a model from a folder, or one from the hub.

    A model of the hub that is not on this machine is fetched first; only its safetensors are.

    Raises:
        UnknownModel: the name can't be an id, a folder or a hub id.
        ModelUnavailable: it is not there, can't be reached or can't be read.
        TooLarge: it needs more memory than there is; nothing was loaded.
        NoDevice: there is no such device here.
        UnsupportedModel: its attention is not the one recorded here.
        NoAttention: it has none.
    """
    name, place = name.strip(), devices.device(device)
    source = locate(name)
    memory.check(name, Path(source), dtype)
    network, tokenizer = read(name, source, dtype)
    network.to(place)  # pyright: ignore[reportArgumentType]  its stub wants a Module first
    return prepare(name, network, tokenizer)


def prepare(name: str, network: PreTrainedModel, tokenizer: PreTrainedTokenizerBase) -> Model:
    """Check a network that is in memory and make it ready to be traced.

    Raises:
        UnsupportedModel: its attention can't be shown, neither exactly nor from outside.
        NoAttention: it has none.
    """
    watch(network)
    with quiet():  # switching to the probe's own eager run is no news to anybody
        found = probe(network, name)
    sizes = from_calls(network, found) if found.outside is None else from_maps(network, found)
    positions = getattr(network.config.get_text_config(), "max_position_embeddings", None) or 0
    return Model(
        id=name,
        network=network,
        tokenizer=tokenizer,
        why=found.why,
        difference=found.difference,
        # XLNet says −1 for "as many as you like".
        max_positions=positions if positions > 0 else None,
        n_parameters=sum(parameter.numel() for parameter in network.parameters()),
        head=found.head,
        names={module: label for label, module in network.named_modules()},
        sources=found.sources,
        outside=found.outside,
        **sizes,
    )


def from_calls(network: PreTrainedModel, found: Probe) -> dict[str, Any]:
    """Read the sizes of a model off what its attention received."""
    selfs = [call for call in found.calls if not call.is_cross]
    last = selfs[-1]
    n_layers = len(selfs)
    if network.config.is_encoder_decoder:
        n_layers = sum(1 for call in selfs if call.q.shape[2] == last.q.shape[2])
    is_causal = looks_back_only(last)
    width = network.config.get_text_config().hidden_size if last.x is None else last.x.shape[-1]
    return {
        "n_layers": n_layers,
        "n_heads": last.q.shape[1],
        "n_kv_heads": last.k.shape[1],
        "d_model": width,
        "d_head": last.q.shape[-1],
        "is_causal": is_causal,
        "places": find_places(network, found.calls, found.sources, is_causal),
    }


def from_maps(network: PreTrainedModel, found: Probe) -> dict[str, Any]:
    """Read the sizes of a model off its maps, and its widths off its config."""
    assert found.outside is not None
    outside, config = found.outside, network.config.get_text_config()
    n_heads = outside.main_heads[0]
    width = config.hidden_size
    return {
        "n_layers": len(outside.main_heads),
        "n_heads": n_heads,
        "n_kv_heads": n_heads,
        "d_model": width,
        "d_head": getattr(config, "head_dim", None) or width // n_heads,
        "is_causal": outside.is_causal,
        "places": places_of(outside.parts),
    }


def looks_back_only(call: Call) -> bool:
    """Tell a causal model by its mask: no query may look at a later key."""
    if call.mask is None or call.q.shape[2] < 2:
        return False
    seen = call.mask.expand(-1, -1, call.q.shape[2], call.k.shape[2])
    return not bool(seen.triu(diagonal=1).any())
