"""All heads of a layer side by side: z, W_O, contributions, and the sum checked on screen."""

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Final

import numpy as np

from app.components import register
from app.components.wire import alone, as_index, check_index, chosen, pack, telling, token_line
from attention.head_views import ManyHeads
from attention.views import TokenLine

WORDS: Final = frozenset(
    {
        "lang", "label", "keys", "title", "lead", "grouped", "heads", "head", "shared", "kv",
        "z_note", "wo_note", "c", "c_note", "by", "contribution", "weight", "length_note",
        "weight_note", "say_length", "say_same", "say_weight", "output", "output_note", "number",
        "number_note", "previous", "next", "bias", "no_bias", "own", "equal", "differs",
        "arrives", "key", "times", "product", "say_key", "say_keys", "more", "cancel",
        "unmixed", "unmixed_lead", "unmixed_said", "unmixed_name", "unmixed_note", "unmixed_pair",
        "idle", "read_z", "read_wo", "read_wo_pooled", "read_c", "read_out", "read_number",
        "table", "head_name", "length", "largest",
    },
)  # fmt: skip

_mount = register(
    "many_heads",
    "shared/dom", "shared/mount", "shared/combs", "shared/signed",
    "many_heads/numbers", "many_heads/board", "many_heads/bars", "many_heads/sum",
    "many_heads/unmixed", "many_heads/arrives", "many_heads/readout", "many_heads/table",
    "many_heads/keys", "many_heads/view",
)  # fmt: skip


def many_heads(
    view: ManyHeads,
    line: TokenLine,
    head: int,
    words: Mapping[str, str],
    *,
    on_open: Callable[[int], object] | None = None,
    key: str,
) -> None:
    """Show what every head of a layer does for one query; `on_open` is told a head to open.

    Everything travels as float32, and the browser adds up only what it was sent.
    """
    check_index("head", head, view.n_heads)
    given = {**_facts(view), "head": head, **token_line(line.keys, "labels")}
    given["asking"] = line.labels[view.query]
    given["words"] = chosen(words, WORDS)
    n_heads = view.n_heads
    tell = telling(key, "open", lambda value: alone(as_index(value, n_heads)), on_open)
    _mount(key=key, data=pack(given, body(view)), on_open_change=tell)


def _facts(view: ManyHeads) -> dict[str, object]:
    n_rows, n_columns = view.stripes.cells.shape[1:]
    shape = {
        "n_heads": view.n_heads,
        "n_kv_heads": view.n_kv_heads,
        "d_v": view.z.shape[1],
        "d_out": len(view.own),
        "stripe": {
            "n_rows": n_rows,
            "n_columns": n_columns,
            "rows": view.stripes.rows,
            "columns": view.stripes.columns,
            "scale": view.stripes.scale,
        },
    }
    return {
        **shape,
        "layer": view.layer,
        "query": view.query,
        "has_bias": view.bias is not None,
        "error": view.error,
        "agrees": view.agrees,
        "unmixed": None if view.unmixed is None else asdict(view.unmixed),
        "masked": view.masked.tolist(),
    }


def body(view: ManyHeads) -> bytes:
    """Give all numbers as little-endian float32, in the order in which the browser reads them."""
    arrays = (
        view.z,
        view.stripes.cells,
        view.contributions,
        view.lengths,
        view.own,
        view.weights,
        view.value_lengths,
        *(() if view.bias is None else (view.bias,)),
    )
    return b"".join(np.ascontiguousarray(array, dtype="<f4").tobytes() for array in arrays)
