"""A model that is ready to be traced.

Every model is checked against its own eager attention before it is handed out.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import torch
from torch import nn
from transformers import PreTrainedModel, PreTrainedTokenizerBase

from attention import devices, memory
from attention.places import Part, Place, find_places
from attention.probe import Probe, probe
from attention.reading import locate, read
from attention.recording import Call, watch
from attention.sources import Sources

Level = Literal["A", "B", "C"]


@dataclass(frozen=True, eq=False)
class Model:
    """Hold a loaded network and what a trace needs to know about it. Nothing in it changes.

    Attributes:
        id: the name it was loaded by.
        network: in evaluation mode, float32 unless another type was asked for.
        n_layers: attention layers of the decoder, or of the encoder where there is none.
        level: ``A``: q, k, v and every step are the model's own.
        difference: greatest relative difference to the model's own eager attention, on a probe.
        head: turns the last hidden state into logits, None where that is not so simple.
        names: the name of every module inside the network.
        sources: where the projections of each attention call come from, in the order of calls.
        places: where each attention call belongs, in the same order.
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
    level: Level
    difference: float
    max_positions: int | None
    n_parameters: int
    head: nn.Module | None
    names: Mapping[nn.Module, str]
    sources: tuple[Sources, ...]
    places: tuple[Place, ...]

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
    watch(network)
    return describe(name, network, tokenizer, probe(network, name))


def describe(
    name: str, network: PreTrainedModel, tokenizer: PreTrainedTokenizerBase, found: Probe
) -> Model:
    """Put together what the probe saw."""
    selfs = [call for call in found.calls if not call.is_cross]
    last = selfs[-1]
    n_modules = len(selfs)
    if network.config.is_encoder_decoder:
        n_modules = sum(1 for call in selfs if call.q.shape[2] == last.q.shape[2])
    config = network.config.get_text_config()
    is_causal = looks_back_only(last)
    return Model(
        id=name,
        network=network,
        tokenizer=tokenizer,
        n_layers=n_modules,
        n_heads=last.q.shape[1],
        n_kv_heads=last.k.shape[1],
        d_model=config.hidden_size if last.x is None else last.x.shape[-1],
        d_head=last.q.shape[-1],
        is_causal=is_causal,
        level="A",
        difference=found.difference,
        max_positions=getattr(config, "max_position_embeddings", None),
        n_parameters=sum(parameter.numel() for parameter in network.parameters()),
        head=found.head,
        names={module: label for label, module in network.named_modules()},
        sources=found.sources,
        places=find_places(network, found.calls, found.sources, is_causal),
    )


def looks_back_only(call: Call) -> bool:
    """Tell a causal model by its mask: no query may look at a later key."""
    if call.mask is None or call.q.shape[2] < 2:
        return False
    seen = call.mask.expand(-1, -1, call.q.shape[2], call.k.shape[2])
    return not bool(seen.triu(diagonal=1).any())
