"""Compare everything that is shown of a tiny network with a twin that has nothing of ours in it."""

from collections.abc import Iterator
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from transformers import PreTrainedModel

import attention
from attention import Trace
from attention.call import Call
from attention.errors import NoAttention, UnsupportedModel
from attention.models import prepare
from attention.outside import Level
from attention.places import Part, Place
from attention.sources import Sources
from tests.architectures.entry import Architecture
from tests.attention.folders import tokenizer

TEXT = "the dog sees a small cat because it runs now"
TARGET = "der Hund sieht"
PARTS: tuple[tuple[str, Part | None], ...] = (
    ("attentions", None),
    ("encoder_attentions", "encoder"),
    ("decoder_attentions", "decoder"),
    ("cross_attentions", "cross"),
)


@dataclass(frozen=True)
class Findings:
    """What was found; every number is a greatest difference, relative to the largest number.

    Each ``n_…`` counts what was compared: maps of a run with its ``n_places``, products of x and a
    matrix in its ``n_selfs`` calls on the text itself, sums of what heads hand over.
    """

    level: Level | None
    refused: str | None = None
    output: float = 0.0
    weights: float = 0.0
    n_places: int = 0
    n_selfs: int = 0
    n_maps: int = 0
    missing: frozenset[str | None] = frozenset()
    projected: float = 0.0
    n_projected: int = 0
    contributions: float = 0.0
    n_contributions: int = 0


@dataclass(frozen=True, eq=False)
class Twin:
    """The same network with its own eager attention: its answer, and what each layer wrote."""

    output: Tensor
    maps: dict[Part | None, list[Tensor]]
    wrote: dict[str, list[Tensor]]


def examine(architecture: Architecture) -> Findings:
    try:
        model = prepare(architecture.name, architecture.build(), tokenizer())
    except UnsupportedModel as refused:
        return Findings(None, str(refused.fields["feature"]))
    except NoAttention:
        return Findings(None, "none")
    target = TARGET if model.is_encoder_decoder else None
    t = attention.trace(model, TEXT, target=target)
    twin = run_twin(architecture.build("eager"), t)
    found = t.output if t.logits is None else t.logits
    maps = list(weight_gaps(t, twin, same=architecture.same_weights))
    products, sums = list(projected(t)), list(summed(t, twin))
    return Findings(
        level=model.level,
        output=gap(found, twin.output),
        weights=max(maps, default=float("inf")),
        n_places=len(model.places),
        n_selfs=sum(place.part != "cross" for place in model.places),
        n_maps=len(maps),
        missing=frozenset(sources.missing for sources in model.sources),
        projected=max(products, default=0.0),
        n_projected=len(products),
        contributions=max(sums, default=0.0),
        n_contributions=len(sums),
    )


def gap(found: Tensor, expected: Tensor) -> float:
    if found.shape != expected.shape:
        return float("inf")
    size = expected.abs().max().clamp_min(1e-12)
    return float(((found - expected).abs().max() / size).nan_to_num(nan=float("inf")))


def run_twin(network: PreTrainedModel, t: Trace) -> Twin:
    given = {"input_ids": torch.tensor([t.tokens.ids])}
    if t.target_tokens is not None:
        given["decoder_input_ids"] = torch.tensor([t.target_tokens.ids])
    wrote: dict[str, list[Tensor]] = {}

    def keep(name: str):
        def hook(_module: nn.Module, _read: object, written: object) -> None:
            if isinstance(written, Tensor):
                wrote.setdefault(name, []).append(written)

        return hook

    for name, module in network.named_modules():
        module.register_forward_hook(keep(name))
    with torch.inference_mode():
        answer = network(**given)
        wrote_once = {name: list(tensors) for name, tensors in wrote.items()}
        own = network(**given, output_attentions=True)
    maps = {part: [w[0] for w in own.get(name) or () if w.ndim == 4] for name, part in PARTS}
    output = answer.get("logits")
    output = answer["last_hidden_state"] if output is None else output
    return Twin(output[0], maps, wrote_once)


def weight_gaps(t: Trace, twin: Twin, *, same: bool) -> Iterator[float]:
    """Compare maps of every part with the twin's; states of other layers are no maps."""
    for part, maps in twin.maps.items():
        named = part or t.model.main_part
        n_layers = sum(place.part == named for place in t.model.places)
        if not maps or not n_layers:
            continue
        shape = t.weights(0, named).shape
        maps = [one for one in maps if one.shape == shape]
        for layer, own in zip(range(n_layers), maps, strict=True):
            yield map_gap(t, layer, named, own, same=same)


def map_gap(t: Trace, layer: int, part: Part, own: Tensor, *, same: bool) -> float:
    weights = t.weights(layer, part)
    if same:
        return float((weights - own).abs().max())
    if t.model.level == "A":  # it leaves a sink out of the weights it gives, not of those it uses
        return float((weights / weights.sum(-1, keepdim=True) - own).abs().max())
    entered = gap(t.masked(layer, part), own)  # some of what it gives enters the softmax
    return min(entered, float((weights - own).abs().max()))


def calls_of(t: Trace) -> Iterator[tuple[Call, Place, Sources]]:
    """Give every call with its place and its matrices; none below level A."""
    if t.model.level == "A":
        yield from zip(t.calls, t.model.places, t.model.sources, strict=True)


def projected(t: Trace) -> Iterator[float]:
    """Multiply x with the matrices that are shown and compare with what attention received."""
    for call, place, sources in calls_of(t):
        matrices = t.projection(place.layer, place.part)
        if sources.missing is not None or place.part == "cross":
            continue
        assert call.x is not None
        for name in "qkv":
            W, b = getattr(matrices, f"W_{name}"), getattr(matrices, f"b_{name}")
            source, received = getattr(sources, name), getattr(call, name)[0].transpose(0, 1)
            made = (call.x[0] @ W + (0 if b is None else b)) * source.factor
            if source.relation in ("exact", "scaled"):
                yield gap(made, received.flatten(1))
            elif source.relation == "rotated":
                yield gap(made.reshape(received.shape).norm(dim=-1), received.norm(dim=-1))


def summed(t: Trace, twin: Twin) -> Iterator[float]:
    """Add up what the heads hand over and compare with what the twin's W_O wrote."""
    seen: dict[str, int] = {}
    for _, place, sources in calls_of(t):
        if sources.o is None:
            continue
        name = t.model.names[sources.o]
        turn = seen[name] = seen.get(name, -1) + 1
        bias = t.projection(place.layer, place.part).b_o
        total = t.contributions(place.layer, place.part).sum(0)
        wrote = twin.wrote[name][turn]
        yield gap(total + (0 if bias is None else bias), wrote.reshape(total.shape))
