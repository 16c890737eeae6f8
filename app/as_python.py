"""The shown view as a few lines of Python that give its numbers in a notebook. No Streamlit.

What a person typed appears only as ``repr`` writes it: whatever it says, it stays data.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from attention.map_views import Unit
from attention.sides import Between
from attention.trace import Trace
from attention.views import Special

LIMIT = 512  # what ``trace`` keeps unless it is told


@dataclass(frozen=True)
class At:
    """Hold the open head and the chosen pair of tokens."""

    layer: int
    head: int
    query: int
    key: int


def heads(trace: Trace) -> str:
    """Give the weights of all heads of a run."""
    line = "every_head = torch.stack([t.weights(layer) for layer in range(t.n_layers)])"
    return _program(_run(trace), [line])


def head(
    trace: Trace,
    at: At,
    special: Special = "show",
    unit: Unit = "piece",
    between: Between = "all",
) -> str:
    """Give one head's map as it is shown.

    With its special tokens, without, or rescaled; between words; between two texts only.
    """
    lines = ["weights = t.head_weights(layer, head)  # query, key"]
    keys = "keys" if trace.part else "tokens"
    lines += _in_words(trace, keys) if unit == "word" else []
    lines.append("weight = weights[query, key]")
    first = "[[group[0] for group in groups]]" if unit == "word" else ""
    if special != "show":
        lines += [
            f"special = torch.tensor([token.is_special for token in t.{keys}]){first}",
            "hidden_share = weights[:, special].sum(dim=1)",
            'shown = weights.masked_fill(special, float("nan"))',
        ]
    if special == "rescale":
        lines.append("shown = shown / (1 - hidden_share[:, None])")
    if between != "all":
        shown = "weights" if special == "show" else "shown"
        lines += [
            f"second = sides.is_second(t.{keys}){first}",
            f"inside = np.logical_and.outer(*sides.looking({between!r}, second))",
            f'shown = {shown}.masked_fill(torch.from_numpy(~inside), float("nan"))',
        ]
    return _program(_run(trace), [_place(at)], lines)


def _in_words(trace: Trace, keys: str) -> list[str]:
    """Give the lines from tokens to words; across, those that look are of another text."""
    if trace.is_cross:
        return [
            "asking, groups = words.groups(t.queries), words.groups(t.keys)",
            "weights = metrics.by_word(weights, asking, groups)",
            "query = next(word for word, group in enumerate(asking) if query in group)",
            "key = next(word for word, group in enumerate(groups) if key in group)",
        ]
    return [
        f"groups = words.groups(t.{keys})",
        "weights = metrics.by_word(weights, groups)",
        "of = {token: word for word, group in enumerate(groups) for token in group}",
        "query, key = of[query], of[key]",
    ]


def steps(trace: Trace, at: At) -> str:
    """Give every step of one row of a head."""
    lines = [
        "steps = t.steps(layer, head)",
        "q, k, v = steps.q[query], steps.k, steps.v",
        "scores = steps.scores[query]  # q · k",
        "scaled = steps.scaled[query]  # scores times steps.scale",
        "masked = steps.masked[query]  # -inf where the query may not look",
        "weights = steps.weights[query]  # softmax of masked",
        "output = steps.output[query]  # weights @ v",
    ]
    return _program(_run(trace), [_place(at)], lines)


def projection(trace: Trace, at: At, name: str, part: int, width: int) -> str:
    """Give x · W + b whole, the columns of one head in it, and what attention reads of them."""
    lines = [
        "x, p = t.hidden(layer), t.projection(layer)",
        f"W, b = p.W_{name}, p.b_{name}",
        "wide = x @ W if b is None else x @ W + b",
        f"columns = wide[:, {part * width}:{(part + 1) * width}]  # of this head",
        f"{name} = t.steps(layer, head).{name}  # what attention reads",
    ]
    return _program(_run(trace), [_place(at)], lines)


def layer(trace: Trace, at: At) -> str:
    """Give what all heads of a layer hand over for one token, and what W_O makes of it."""
    lines = [
        "z = torch.stack([t.steps(layer, h).output[query] for h in range(t.n_heads)])",
        "added = t.contributions(layer)[:, query]  # head, d_model",
        "bias = t.projection(layer).b_o",
        "total = added.sum(dim=0) + (0 if bias is None else bias)",
    ]
    return _program(_run(trace), [_place(at)], lines)


def changed(before: Trace, after: Trace, at: At) -> str:
    """Give one head before and after a change of the running model, and the last states' change."""
    lines = [
        "first, second = (run.head_weights(layer, head) for run in (before, after))",
        "difference = second - first",
        "moved = (after.output - before.output).norm(dim=1)",
    ]
    runs = [*_run(before, "before"), *_run(after, "after", begin=False)]
    return _program(runs, [_place(at)], lines)


def compared(before: Trace, after: Trace, at: At, other: tuple[int, int]) -> str:
    """Give the two maps of a comparison, each with the places of its own tokens."""
    lines = [
        "first = before.head_weights(layer, head)",
        f"second = after.head_weights({other[0]}, {other[1]})",
    ]
    runs = _run(before, "before")
    if after is before:
        runs.append("after = before")
    else:
        runs += _run(after, "after", begin=before.model.id != after.model.id)
    return _program(runs, [_place(at)], lines)


def _program(*blocks: list[str]) -> str:
    body = "\n\n".join("\n".join(block) for block in blocks)
    needed = {"np.": "import numpy as np", "torch.": "import torch"}
    imports = [line for name, line in needed.items() if name in body]
    own = [name for name in ("metrics", "sides", "words") if f"{name}." in body]
    if own:
        imports.append(f"from attention import {', '.join(own)}")
    return "\n".join(["import attention", *imports, "", body, ""])


def _place(at: At) -> str:
    return f"layer, head, query, key = {at.layer}, {at.head}, {at.query}, {at.key}"


def _run(trace: Trace, name: str = "t", *, begin: bool = True) -> list[str]:
    """Give the lines that load the model, if they begin a program, and make a run again."""
    load = [f"model = attention.load({trace.model.id!r})"] if begin else []
    part = f".at({trace.part!r})" if trace.part else ""
    return [*load, f"{name} = attention.trace({', '.join(['model', *_arguments(trace)])}){part}"]


def _arguments(trace: Trace) -> Iterator[str]:
    tokens = trace.tokens
    yield repr(tokens.text)
    if tokens.pair is not None:
        yield f"pair={tokens.pair!r}"
    if trace.target_tokens is not None and len(trace.target_tokens) > 1:
        yield f"target={trace.target_tokens.text!r}"
    if tokens.is_cut and len(tokens) != LIMIT:
        yield f"max_tokens={len(tokens)}"
    if changes := trace.what_if.changes():
        given = ", ".join(f"{field}={value!r}" for field, value in changes.items())
        yield f"what_if=attention.WhatIf({given})"
