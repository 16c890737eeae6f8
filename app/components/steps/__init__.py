"""One row of one head, walked stage by stage in the browser without asking the server."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, cast, get_args

from app.components import register
from app.components.wire import as_index, check_index, chosen, pack, token_line
from attention.step_views import Stage, StepView
from attention.views import TokenLine

WORDS: Final = frozenset(
    {
        "lang", "all_digits", "all_rows", "back", "col_bias", "col_biased", "col_capped",
        "col_exp", "col_k", "col_masked", "col_scaled", "col_scores", "col_shifted", "col_token",
        "col_v", "col_weights", "col_wv", "col_x", "col_z", "dimension", "dimension_down",
        "dimension_up", "every_row", "exact", "factor", "flow_added", "flow_added_name",
        "flow_concat", "flow_place", "flow_plus", "flow_plus_bias", "flow_rows", "flow_total",
        "flow_z", "gives", "hint_digits", "hint_row", "hint_stage", "in_order", "is_max",
        "largest_first", "lead_bias", "lead_exp", "lead_mask_back", "lead_mask_back_none",
        "lead_mask_everywhere", "lead_mask_somewhere", "lead_mask_somewhere_none", "lead_output",
        "lead_qkv", "lead_scaled_factor", "lead_scaled_none", "lead_scaled_on_q",
        "lead_scaled_other_root", "lead_scaled_root", "lead_scores", "lead_shifted", "lead_sink",
        "lead_softcap", "lead_sum", "lead_weights", "lead_x", "lengths_fact", "masked",
        "masked_before", "masked_pair", "mirror", "n_products", "name_bias", "name_mask",
        "name_output", "name_qkv", "name_scaled", "name_scores", "name_sink", "name_softcap",
        "name_softmax", "name_sum", "name_x", "negative", "next", "normed", "one_row",
        "open_lengths", "open_products", "open_sum", "open_vector", "other_heads",
        "output_missing", "output_name", "output_number", "output_pick", "output_then", "pause",
        "play", "point", "position", "positive", "qkv_cut", "qkv_cut_shared", "read_pair", "rest",
        "rotated", "rotated_score", "rounding", "row_alone", "rows_are", "sink_fact", "sink_row",
        "stages", "sum_of", "this_head", "title_bias", "title_exp", "title_mask", "title_output",
        "title_qkv", "title_scaled", "title_scores", "title_shifted", "title_sink",
        "title_softcap", "title_sum", "title_weights", "title_x", "twin", "unscaled", "whole_way",
        "window", "word_key", "word_query", "word_value", "word_weight", "x_first", "x_later",
    },
)  # fmt: skip

FACTS: Final = (
    "layer", "head", "n_tokens", "n_heads", "shown", "stages", "scaling", "scale", "q_factor",
    "softcap", "relation", "has_bias", "looks", "n_hidden", "group", "sums",
)  # fmt: skip

_mount = register(
    "steps",
    "shared/dom", "shared/mount", "shared/canvas", "shared/colours", "shared/combs",
    "shared/signed", "steps/numbers", "steps/layout", "steps/rail", "steps/table",
    "steps/table_draw", "steps/card", "steps/cards_scores", "steps/cards_softmax",
    "steps/cards_sum", "steps/flow", "steps/all_rows", "steps/all_rows_paint", "steps/twin",
    "steps/tip", "steps/view",
)  # fmt: skip


@dataclass(frozen=True)
class Walked:
    """Say where the walk has come to rest."""

    stage: Stage
    query: int
    key: int


def steps(
    view: StepView,
    line: TokenLine,
    stage: Stage,
    key_token: int,
    place: str,
    words: Mapping[str, str],
    *,
    is_part: bool = False,
    key: str,
) -> Walked | None:
    """Walk one row; give the stage, query and key at which the walk has come to rest, once.

    `place` names the row: as long as it is the same, the walk goes on where it is. `is_part`
    keeps the buttons small where a page has a way of its own.
    """
    check_index("key_token", key_token, view.n_tokens)
    if stage not in view.stages:
        raise ValueError(f"stage is one of {', '.join(view.stages)}, not {stage}")
    of_line = token_line(line, "labels", "special")
    head = {
        **{name: getattr(view, name) for name in FACTS},
        **{name: [values[token] for token in view.shown] for name, values in of_line.items()},
        "d_head": view.matrices["q"].shape[-1],
        "d_model": view.matrices["x"].shape[-1] if "x" in view.matrices else 0,
        "query": view.shown.index(view.query),
        "key": view.shown.index(key_token),
        "stage": stage,
        "place": place,
        "is_part": is_part,
        "matrices": [(name, *_shape(view, name)) for name in view.matrices],
        "words": chosen(words, WORDS),
    }
    body = b"".join(matrix.astype("<f4").tobytes() for matrix in view.matrices.values())
    data = pack(head, body)
    result = _mount(key=key, data=data, on_walk_change=lambda: None)
    return walked(result.get("walk"), view)


def walked(value: object, view: StepView) -> Walked | None:
    """Give a place in the walk that came from the browser, or None."""
    if not isinstance(value, dict) or value.get("stage") not in get_args(Stage):
        return None
    query, key_token = (as_index(value.get(name), view.n_tokens) for name in ("query", "key"))
    if query is None or key_token is None:
        return None
    return Walked(cast("Stage", value["stage"]), query, key_token)


def _shape(view: StepView, name: str) -> tuple[int, int]:
    """Give rows and columns; a vector is a matrix of one row."""
    shape = view.matrices[name].shape
    return (1, shape[0]) if len(shape) == 1 else (shape[0], shape[1])
