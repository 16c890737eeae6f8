"""One row of one head, walked stage by stage in the browser without asking the server."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from functools import partial
from typing import Final, get_args

from app.components import register
from app.components.wire import alone, as_index, check_index, chosen, pack, telling, token_line
from app.parsers import Rows
from attention.projection_views import Name
from attention.step_views import Stage, StepView
from attention.views import TokenLine

WORDS: Final = frozenset(
    {
        "all_digits", "all_rows", "back", "by_column", "choose_key", "col_bias",
        "col_biased", "col_capped", "col_exp", "col_k", "col_masked", "col_scaled",
        "col_scores", "col_shifted", "col_token", "col_v", "col_weights", "col_wv", "col_x",
        "col_z", "dimension", "dimension_down", "dimension_up", "every_row", "exact",
        "factor", "flow_added", "flow_added_name", "flow_concat", "flow_place", "flow_plus",
        "flow_plus_bias", "flow_rows", "flow_total", "flow_z", "gives", "hint_click",
        "hint_digits", "hint_row", "hint_stage", "in_order", "is_max", "lang",
        "largest_first", "late", "late_name", "lead_bias", "lead_exp", "lead_mask_back",
        "lead_mask_back_none", "lead_mask_everywhere", "lead_mask_somewhere",
        "lead_mask_somewhere_none", "lead_output", "lead_qkv", "lead_scaled_factor",
        "lead_scaled_none", "lead_scaled_on_q", "lead_scaled_other_root",
        "lead_scaled_root", "lead_scores", "lead_shifted", "lead_sink", "lead_softcap",
        "lead_sum", "lead_weights", "lead_x", "legend_mirror", "legend_signed",
        "lengths_fact", "mask_term", "masked", "masked_before", "masked_pair",
        "masked_value", "max", "mirror", "n_products", "name_bias", "name_mask",
        "name_output", "name_qkv", "name_scaled", "name_scores", "name_sink",
        "name_softcap", "name_softmax", "name_sum", "name_x", "negative", "next",
        "no_reason", "normed", "one_row", "open_late", "open_lengths", "open_output",
        "open_products", "open_reason", "open_sum", "open_vector", "other_heads",
        "output_missing", "output_name", "output_next", "output_number", "output_pick",
        "output_previous", "output_then", "pause", "play", "point", "position", "positive",
        "qkv_cut", "qkv_cut_shared", "read_pair", "rest", "rotated", "rotated_score",
        "rounding", "row_alone", "rows_are", "sink_fact", "sink_row", "stages", "sum_of",
        "this_head", "title_bias", "title_exp", "title_mask", "title_output", "title_qkv",
        "title_scaled", "title_scores", "title_shifted", "title_sink", "title_softcap",
        "title_sum", "title_weights", "title_x", "twin", "unscaled", "where_from",
        "whole_way", "window", "word_key", "word_query", "word_value", "word_weight",
        "x_cross", "x_first", "x_later", "lead_mask_everywhere_across", "lead_qkv_across",
        "title_qkv_across",
    },
)  # fmt: skip

ACROSS: Final = ("lead_mask_everywhere", "lead_qkv", "title_qkv")  # said otherwise of two texts

FACTS: Final = (
    "layer", "head", "n_tokens", "n_heads", "shown", "askers", "stages", "scaling", "scale",
    "q_factor", "softcap", "relation", "has_bias", "looks", "n_hidden", "group", "sums",
)  # fmt: skip

CARDS: Final = (
    "shared/dom", "shared/mount", "shared/canvas", "shared/colours", "shared/combs",
    "shared/signed", "steps/numbers", "steps/layout", "steps/rail", "steps/table",
    "steps/table_draw", "steps/card", "steps/cards_scores", "steps/cards_softmax",
    "steps/cards_sum",
)  # fmt: skip
REST: Final = (
    "steps/flow", "steps/two_texts", "steps/all_rows", "steps/all_rows_paint", "steps/twin",
    "steps/tip", "steps/told", "steps/view",
)  # fmt: skip

SCRIPTS: Final = (*CARDS, *REST)

_mount = register("steps", *SCRIPTS)
_mount_by_hand = register("steps", *CARDS, "steps/by_hand", *REST, variant="_by_hand")


@dataclass(frozen=True)
class Walked:
    """Say where the walk is: a stage, a pair, a number of q, k or v, for one row or all."""

    stage: Stage
    query: int
    key: int
    matrix: Name = "q"
    dim: int = 0
    rows: Rows = "row"


def steps(
    view: StepView,
    line: TokenLine,
    at: Walked,
    place: str,
    words: Mapping[str, str],
    *,
    on_walk: Callable[[Walked], object],
    on_number: Callable[[Walked], object] | None = None,
    is_part: bool = False,
    key: str,
    by_hand: bool = False,
) -> None:
    """Walk one row from a place on; `on_walk` is told the one at which the walk comes to rest.

    `on_number` is told the place whose open number of q, k or v is to be shown where it comes from.
    `place` names the row: as long as it is the same, the walk goes on where it is. `is_part`
    keeps the buttons small where a page has a way of its own. `by_hand` writes the numbers of
    short vectors beside their bars, and 1 instead of 1.0000.
    """
    data = message(view, line, at, place, words, is_part=is_part)
    mounted = _mount_by_hand if by_hand else _mount
    widths = {name: matrix.shape[-1] for name, matrix in view.matrices.items()}
    to = partial(walked, n_queries=view.n_queries, n_keys=view.n_tokens, widths=widths)
    mounted(
        key=key,
        data=data,
        on_walk_change=telling(key, "walk", lambda value: alone(to(value)), on_walk),
        on_number_change=telling(key, "number", lambda value: alone(to(value)), on_number),
    )


def _said(words: Mapping[str, str], line: TokenLine) -> Mapping[str, str]:
    """Give the words, for tokens that look at another text those that are true of it."""
    if line.others is None:
        return words
    return {**words, **{name: words[f"{name}_across"] for name in ACROSS}}


def message(
    view: StepView,
    line: TokenLine,
    at: Walked,
    place: str,
    words: Mapping[str, str],
    *,
    is_part: bool = False,
) -> bytes:
    """Give what the browser draws the walk from."""
    check_index("key", at.key, view.n_tokens)
    if at.stage not in view.stages:
        raise ValueError(f"stage is one of {', '.join(view.stages)}, not {at.stage}")
    head = {**_facts(view, line), **_place(view, at), "place": place, "is_part": is_part}
    head["words"] = chosen(_said(words, line), WORDS)
    body = b"".join(matrix.astype("<f4").tobytes() for matrix in view.matrices.values())
    return pack(head, body)


def _place(view: StepView, at: Walked) -> dict[str, object]:
    """Give a place of the walk in the rows and the dimensions that are shown."""
    return {
        **asdict(at),
        "query": view.askers.index(view.query),
        "key": view.shown.index(at.key),
        "dim": at.dim if at.dim < view.matrices[at.matrix].shape[-1] else 0,
    }


def walked(value: object, n_queries: int, n_keys: int, widths: Mapping[str, int]) -> Walked | None:
    """Give a place in the walk that came from the browser, or None."""
    choices = {"stage": Stage, "matrix": Name, "rows": Rows}
    if not isinstance(value, dict) or any(
        value.get(name) not in get_args(choice) for name, choice in choices.items()
    ):
        return None
    limits = {"query": n_queries, "key": n_keys, "dim": widths[value["matrix"]]}
    found = {name: as_index(value.get(name), limit) for name, limit in limits.items()}
    if None in found.values():
        return None
    return Walked(**{name: value[name] for name in (*choices, *limits)})


def _facts(view: StepView, line: TokenLine) -> dict[str, object]:
    """Give what is known of the row, and the names and sizes of its numbers in their order."""
    of_line = token_line(line.keys, "labels", "special")
    return {
        **{name: getattr(view, name) for name in FACTS},
        **{name: [values[token] for token in view.shown] for name, values in of_line.items()},
        "asker_labels": [line.labels[token] for token in view.askers],
        "is_cross": line.others is not None,
        "d_head": view.matrices["q"].shape[-1],
        "d_model": view.matrices["x"].shape[-1] if "x" in view.matrices else 0,
        "matrices": [(name, *_shape(view, name)) for name in view.matrices],
    }


def _shape(view: StepView, name: str) -> tuple[int, int]:
    """Give rows and columns; a vector is a matrix of one row."""
    shape = view.matrices[name].shape
    return (1, shape[0]) if len(shape) == 1 else (shape[0], shape[1])
