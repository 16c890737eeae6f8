"""Questions of many heads, and of what a weight says about the answer."""

import numpy as np

from attention.head_views import has_output_projection, lengths
from attention.questions.place import Place
from attention.questions.record import HeadAt, Number, Question, TokenAt, question
from attention.trace import Trace


def concat(place: Place) -> Question | None:
    """Ask how many numbers stand side by side after the concat."""
    model, width = place.trace.model, place.steps.v.shape[-1]
    return question(
        "concat",
        {"heads": Number(model.n_heads), "width": Number(width)},
        Number(model.n_heads * width),
        (Number(width), "averaged"),
        (Number(model.n_heads), "one_each"),
        (Number(model.n_heads * model.d_model), "whole_each"),
    )


def same_size(place: Place) -> Question | None:
    """Ask what more heads cost when d_model and the width of all heads together stay the same."""
    W_q = place.trace.projection(place.layer).W_q
    if W_q is None or place.d_head % 2:
        return None
    count, heads = W_q.numel(), place.trace.model.n_heads
    return question(
        "same_size",
        {"count": Number(count), "heads": Number(heads), "twice": Number(2 * heads),
         "d_head": Number(place.d_head), "half": Number(place.d_head // 2)},
        Number(count),
        (Number(2 * count), "doubled"),
        (Number(count // 2), "halved"),
    )  # fmt: skip


def longest(place: Place) -> Question | None:
    """Ask which head adds most to the output; it need not be the one with the largest weight."""
    if place.trace.model.n_heads < 2 or not has_output_projection(place.trace, place.layer):
        return None
    added = lengths(place.trace.contributions(place.layer)[:, place.query].numpy())
    weights = place.trace.weights(place.layer)[:, place.query].numpy()
    right = int(added.argmax())
    heaviest = int(weights.max(axis=1).argmax())
    order = [int(head) for head in np.argsort(added)]
    wrong = (
        (heaviest, "weight"),
        (place.head, "open"),
        (order[0], "shortest"),
        (order[len(order) // 2], "any"),
    )
    clear = ((HeadAt(h), why) for h, why in wrong if added[h] < 0.97 * added[right])
    given = {
        "query": TokenAt(place.query), "heaviest": HeadAt(heaviest),
        "weight": Number(float(weights[heaviest].max()), 3),
        "length": Number(float(added[right]), 2), "other": Number(float(added[heaviest]), 2),
    }  # fmt: skip
    return question("longest", given, HeadAt(right), *clear)


def sink(place: Place) -> Question | None:
    """Ask what share of a token's attention, over all heads, rests on tokens without meaning."""
    trace = place.trace
    resting = sinks(trace)
    query = place.query if place.query > 1 else place.n_tokens - 1
    share = sink_share(trace, query)
    fair = len(resting) / (query + 1 if trace.model.is_causal else place.n_tokens)
    return question(
        "sink",
        {"query": TokenAt(query), "share": Number(share, 3), "fair": Number(fair, 3),
         "n": Number(trace.n_layers * trace.n_heads), "first": TokenAt(resting[0])},
        Number(share, 3),
        (Number(fair, 3), "fair"),
        (Number(0.0, 3), "nothing"),
    )  # fmt: skip


def sinks(trace: Trace) -> list[int]:
    """Give the special tokens, or the first token of a text that has none."""
    return [i for i, token in enumerate(trace.tokens) if token.is_special] or [0]


def sink_share(trace: Trace, query: int) -> float:
    """Give how much of a query's attention goes to the sinks, on average over all heads."""
    rows = [trace.weights(layer)[:, query][:, sinks(trace)] for layer in range(trace.n_layers)]
    return float(np.mean([float(row.double().sum(-1).mean()) for row in rows]))


def effect(place: Place) -> Question | None:
    """Ask which key changes the query's final vector most when nobody may look at it."""
    found = place.effects
    if len(found) < 2:
        return None
    by_change = sorted(found, key=lambda one: -one.effect)
    right, heaviest = by_change[0], found[0]
    wrong = [(heaviest, "weight"), *((one, "other") for one in by_change[1:])]
    clear = ((TokenAt(o.key), why) for o, why in wrong if o.effect < 0.97 * right.effect)
    given = {
        "query": TokenAt(place.query), "heaviest": TokenAt(heaviest.key),
        "weight": Number(heaviest.weight, 3), "change": Number(right.effect, 3),
    }  # fmt: skip
    return question("effect", given, TokenAt(right.key), *clear)
