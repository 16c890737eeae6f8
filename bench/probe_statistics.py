"""Measure the heads' habits over the probe sentences: `python -m bench.probe_statistics`.

The table it prints is the page docs/measured.md. What a caption may call high, or the
best head for something, is read from there.
"""

import tomllib
from dataclasses import dataclass
from pathlib import Path

import torch
from jaxtyping import Float
from torch import Tensor

import attention
from attention import links
from attention.trace import Trace

PROBES = Path(__file__).resolve().parents[1] / "assets" / "probes.toml"
QUANTILES = (0.1, 0.5, 0.9, 0.95, 0.99)
# MiniLM knows no Chinese, and SmolLM2 reads it in single bytes: words would not be words.
MEASURED = (("minilm", "en"), ("e5", "en"), ("e5", "zh"), ("smollm2", "en"))
LANGUAGES = {"en": "English", "zh": "Chinese"}
N_BEST = 3

Maps = Float[Tensor, "layer head query key"]
PerHead = Float[Tensor, "layer head"]


@dataclass(frozen=True)
class BaseRate:
    """Hold how high the best of all heads is for a pair of words taken at random."""

    n_pairs: int
    quantiles: dict[float, float]


def sentences(language: str) -> list[str]:
    """Give the probe sentences of a language."""
    return tomllib.loads(PROBES.read_text(encoding="utf-8"))[language]


def maps(t: Trace) -> Maps:
    """Give the weights of all layers and heads."""
    return torch.stack([t.weights(layer) for layer in range(t.n_layers)])


def previous(maps: Maps) -> PerHead:
    """Give each head's mean weight on the token before, of all tokens but the first."""
    return maps.diagonal(-1, -2, -1).mean(-1)


def following(maps: Maps) -> PerHead:
    """Give each head's mean weight on the token after, of all tokens but the last."""
    return maps.diagonal(1, -2, -1).mean(-1)


def first(maps: Maps) -> PerHead:
    """Give each head's mean weight on token 0, of all tokens but the first and the last."""
    return maps[..., 1:-1, 0].mean(-1)


def base_rate(traces: list[Trace]) -> BaseRate:
    """Give quantiles, over all pairs of words, of the weight in the pair's best head."""
    rates = [links.base_rate(t.layers(), t.tokens) for t in traces]
    best = torch.tensor([weight for rate in rates if rate is not None for weight in rate.best])
    found = best.quantile(torch.tensor(QUANTILES)).tolist()
    return BaseRate(len(best), dict(zip(QUANTILES, found, strict=True)))


def row(*cells: object) -> str:
    """Give one row of a Markdown table."""
    return f"| {' | '.join(map(str, cells))} |"


def best_heads(what: str, where: str, scores: Float[Tensor, "sentence layer head"]) -> list[str]:
    """Give rows for the heads with the highest mean: mean, lowest and highest sentence."""
    n_heads = scores.shape[-1]
    rows = []
    for place in scores.mean(0).flatten().topk(N_BEST).indices.tolist():
        layer, head = divmod(place, n_heads)
        cells = scores[:, layer, head]
        values = (f"{float(value):.3f}" for value in (cells.mean(), cells.min(), cells.max()))
        rows.append(row(where, what, f"L{layer}H{head}", *values))
    return rows


@dataclass(frozen=True)
class Measured:
    """Hold the rows of the page's tables that come from one model and language."""

    rate: str
    heads: list[str]
    sink: str


def measure(name: str, language: str) -> Measured:
    """Measure one model over the sentences of one language."""
    model = attention.load(name)
    traces = [attention.trace(model, text) for text in sentences(language)]
    where = f"{name}, {LANGUAGES[language]}"
    rate = base_rate(traces)
    found = [maps(t) for t in traces]
    # A causal model can not look at the next token.
    seen = {"previous token": previous, "next token": None if model.is_causal else following}
    heads = [
        line
        for what, habit in {**seen, "first token": first}.items()
        if habit is not None
        for line in best_heads(what, where, torch.stack([habit(weights) for weights in found]))
    ]
    sink = torch.stack([first(weights) for weights in found])
    n_sinks = (sink > 0.5).sum((1, 2))
    return Measured(
        row(where, rate.n_pairs, *(f"{value:.3f}" for value in rate.quantiles.values())),
        heads,
        row(
            where,
            f"{float(sink.mean()):.3f}",
            f"{int((sink.mean(0) > 0.5).sum())} of {sink[0].numel()}",
            f"{int(n_sinks.min())}–{int(n_sinks.max())}",
        ),
    )


def main() -> None:
    """Measure every model and print the page."""
    torch.set_num_threads(1)
    print(page([measure(name, language) for name, language in MEASURED]))


def page(measured: list[Measured]) -> str:
    """Give the whole page in Markdown."""
    return "\n".join(
        (
            "# Measured on the embedded models",
            "",
            "Made by `python -m bench.probe_statistics > docs/measured.md` over the sentences in",
            "`assets/probes.toml`, 30 in each language. Layers and heads count from 0.",
            "",
            "## How high is high?",
            "",
            "For each pair of words that are no neighbours: the weight in its best head, whichever",
            "that is. Nine pairs of ten lie below the weight in the column 90 %. In a causal model",
            "the key comes earlier and is not the first token.",
            "",
            row("model, language", "pairs", *(f"{100 * q:.0f} %" for q in QUANTILES)),
            row("---", *["---:"] * (1 + len(QUANTILES))),
            *(part.rate for part in measured),
            "",
            "## Heads with a habit",
            "",
            "Mean weight on the token before, after, or first in the text; the three best heads of",
            "each, with their lowest and highest sentence.",
            "",
            row("model, language", "looks at", "head", "mean", "min", "max"),
            row("---", "---", "---", *["---:"] * 3),
            *(line for part in measured for line in part.heads),
            "",
            "## Where weight goes that is not needed",
            "",
            "The first token, `[CLS]` or `<s>` where the model puts one there: mean weight over",
            "all heads, heads that give it more than half on average, how many do in a sentence.",
            "",
            row("model, language", "mean", "heads > 0.5", "in a sentence"),
            row("---", "---:", "---:", "---:"),
            *(part.sink for part in measured),
        )
    )


if __name__ == "__main__":
    main()
