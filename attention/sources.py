"""Find which layers of a model write q, k, v and read the heads' outputs: by value, not by name.

Every architecture names and packs its matrices in its own way. Instead of a table of names, one
probe run is watched: the linear layer whose output *is* the recorded q is the query projection,
whatever it is called. A rotation (RoPE) leaves position 0 and every length as they were, so it is
recognised too; a norm between the projection and the attention is followed back.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

import torch
from einops import rearrange
from jaxtyping import Int
from torch import Tensor, nn

from attention.call import Call
from attention.side_by_side import flat, is_linear, rows, same
from attention.wide import rounding

Relation = Literal["exact", "scaled", "rotated", "normed"]
Layout = Literal["separate", "q|k|v", "per head q,k,v", "per group q…,k,v"]
Missing = Literal["not_found", "indirect", "no_output_projection"]


@dataclass(frozen=True, eq=False)
class Tap:
    """Hold what one linear or norm layer read and wrote in the probe run, and when."""

    module: nn.Module
    read: Tensor
    wrote: Tensor
    n_calls_before: int


@dataclass(frozen=True, eq=False)
class Source:
    """Say which columns of which linear layer make a tensor, and what happens on the way.

    Attributes:
        linear: the layer that holds the matrix.
        columns: which of its outputs, in the order of the heads.
        relation: ``exact``: W·x + b is the tensor; ``scaled``: up to ``factor``; ``rotated``: up to
            a rotation (and ``factor``); ``normed``: a norm follows the projection.
        factor: the one number between the projection and the tensor.
    """

    linear: nn.Module
    columns: Int[Tensor, " d_out"]
    relation: Relation
    factor: float = 1.0


@dataclass(frozen=True, eq=False)
class Sources:
    """Hold where the projections of one attention call come from, or why that is not known."""

    q: Source | None
    k: Source | None
    v: Source | None
    o: nn.Module | None
    layout: Layout
    missing: Missing | None


def find_sources(call: Call, index: int, taps: list[Tap]) -> Sources:
    """Match the tensors of the ``index``-th call of a probe run with the layers that wrote them."""
    before = [tap for tap in taps if tap.n_calls_before == index]
    linears = [tap for tap in before if is_linear(tap.module)]
    layout, columns = find_layout(call, linears)
    q, k, v = (
        find_source(tensor, before, part)
        for tensor, part in zip((call.q, call.k, call.v), columns, strict=True)
    )
    concat = rearrange(call.output, "1 head query d_v -> query (head d_v)")
    after = (tap for tap in taps if tap.n_calls_before == index + 1 and is_linear(tap.module))
    o = next((tap.module for tap in after if same(rows(tap.read), concat)), None)
    return Sources(q, k, v, o, layout, missing(call, (q, k, v), o, linears))


def missing(
    call: Call, found: tuple[Source | None, ...], o: nn.Module | None, linears: list[Tap]
) -> Missing | None:
    """Say why some of the matrices are not known; keys of another text can't read this one."""
    known = [source for source in found if source is not None]
    if len(known) < len(found):
        return "not_found"
    if not all(reads_x(call, source, linears) for source in known[: 1 if call.is_cross else 3]):
        return "indirect"
    return "no_output_projection" if o is None else None


def find_layout(call: Call, linears: list[Tap]) -> tuple[Layout, tuple[Tensor | None, ...]]:
    """Find how q, k and v share the columns of one matrix; (separate, None…) where they don't.

    v is never rotated or normed, so the layout whose v part equals the recorded v is right.
    """
    n_heads, n_kv_heads = call.q.shape[1], call.k.shape[1]
    d_head, d_v = call.q.shape[-1], call.v.shape[-1]
    if d_head == d_v:
        width = (n_heads + 2 * n_kv_heads) * d_head
        wanted = flat(call.v)
        for tap in linears:
            if tap.wrote.shape[-1] != width:
                continue
            for layout, columns in layouts(n_heads, n_kv_heads, d_head):
                if same(rows(tap.wrote)[:, columns[2]], wanted):
                    return layout, columns
    return "separate", (None, None, None)


def layouts(
    n_heads: int, n_kv_heads: int, d_head: int
) -> Iterable[tuple[Layout, tuple[Tensor, Tensor, Tensor]]]:
    """Yield the column layouts of fused projections that models use."""
    width = torch.arange((n_heads + 2 * n_kv_heads) * d_head)
    n_q, n_kv = n_heads * d_head, n_kv_heads * d_head
    yield "q|k|v", (width[:n_q], width[n_q : n_q + n_kv], width[n_q + n_kv :])
    groups = width.reshape(n_kv_heads, n_heads // n_kv_heads + 2, d_head)
    name: Layout = "per head q,k,v" if n_heads == n_kv_heads else "per group q…,k,v"
    yield (
        name,
        (groups[:, :-2].reshape(-1), groups[:, -2].reshape(-1), groups[:, -1].reshape(-1)),
    )


def find_source(tensor: Tensor, taps: list[Tap], columns: Tensor | None) -> Source | None:
    """Find the layer that wrote a tensor ``1 head token width``, the latest first."""
    for tap in reversed(taps):
        if is_linear(tap.module):
            chosen = torch.arange(tap.wrote.shape[-1])
            if columns is not None and len(chosen) > int(columns.max()):
                chosen = columns
            if found := relation(tensor, rows(tap.wrote)[:, chosen]):
                return Source(tap.module, chosen, *found)
        elif any(relation(tensor, wrote) for wrote in orders(tap.wrote, tensor)):
            behind = find_written(tap.read, taps)
            return behind and Source(behind.module, torch.arange(behind.wrote.shape[-1]), "normed")
    return None


def orders(wrote: Tensor, tensor: Tensor) -> Iterable[Tensor]:
    """Read what a norm wrote token by token; head by head too where its shape lets it."""
    yield rows(wrote)
    if wrote.shape == tensor.shape:
        yield flat(wrote)


def find_written(read: Tensor, taps: list[Tap]) -> Tap | None:
    """Find the linear layer whose output a norm has read."""
    for tap in reversed(taps):
        if is_linear(tap.module) and tap.wrote.numel() == read.numel():
            if torch.equal(tap.wrote.reshape(-1), read.reshape(-1)):
                return tap
            heads_first = read.transpose(1, 2) if read.ndim == 4 else read
            if torch.equal(tap.wrote.reshape(-1), heads_first.reshape(-1)):
                return tap
    return None


def relation(tensor: Tensor, wrote: Tensor) -> tuple[Relation, float] | None:
    """Say how a written matrix becomes the recorded tensor, or None if it does not."""
    if wrote.numel() != tensor.numel():
        return None
    recorded = rearrange(tensor, "1 head token width -> token head width")
    written = wrote.reshape(-1).reshape(recorded.shape)
    if same(recorded, written):
        return "exact", 1.0
    lengths, were = recorded.norm(dim=-1), written.norm(dim=-1)
    factor = float((lengths.sum() / were.sum().clamp_min(1e-12)).item())
    loss = rounding(recorded.dtype, 1e-5)
    if not torch.allclose(lengths, factor * were, rtol=rounding(recorded.dtype, 1e-4), atol=loss):
        return None
    if abs(factor - 1) < loss:  # lengths are sums: only their last bits differ
        factor = 1.0
    if same(recorded, factor * written):
        return "scaled", factor
    return ("rotated", factor) if same(recorded[0], factor * written[0]) else None


def reads_x(call: Call, source: Source, linears: list[Tap]) -> bool:
    """Check that a projection reads the layer's input itself, not something in between."""
    if call.x is None:
        return False
    return any(
        tap.module is source.linear and same(rows(tap.read), rows(call.x)) for tap in linears
    )
