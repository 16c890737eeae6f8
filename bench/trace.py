"""Time a trace beside the model's own forward passes: `python -m bench.trace`.

Every variant starts from the same text and ends with its numbers in memory. Runs are interleaved in
random order, and a ratio is the median of the ratios within a round: a busy moment of the machine
hits both sides of it.
"""

import random
import statistics
import time
from collections.abc import Callable

import torch
from transformers import AutoModel, AutoTokenizer
from transformers.utils import logging

import attention
from attention import weights

LENGTHS = (16, 128, 512)
ROUNDS = {16: 200, 128: 80, 512: 40}
WORDS = ("the", "a", "dog", "cat", "bird", "house", "tree", "river", "street", "child", "teacher")


def sentence(n_tokens: int, seed: int) -> str:
    """Give a text of exactly so many MiniLM tokens, its two special ones included."""
    chance = random.Random(seed)
    return " ".join(chance.choices(WORDS, k=n_tokens - 2))


def variants() -> dict[str, Callable[[str], object]]:
    """Give what is compared, by name: each reads a text and keeps what it computes."""
    ours = attention.load("minilm")
    folder = weights.folder("minilm")
    tokenizer = AutoTokenizer.from_pretrained(folder)

    logging.disable_progress_bar()

    def own(kind: str, **asked: bool) -> Callable[[str], object]:
        network = AutoModel.from_pretrained(folder, attn_implementation=kind, dtype=torch.float32)
        network.eval()

        def run(text: str) -> object:
            with torch.inference_mode():
                return network(**tokenizer(text, return_tensors="pt"), **asked)

        return run

    return {
        "trace": lambda text: attention.trace(ours, text),
        "eager": own("eager"),
        "eager, output_attentions": own("eager", output_attentions=True),
        "sdpa": own("sdpa"),
    }


def measure(runs: dict[str, Callable[[str], object]], n_tokens: int) -> dict[str, list[float]]:
    """Give the milliseconds of every round, by variant."""
    taken: dict[str, list[float]] = {name: [] for name in runs}
    order = list(runs)
    for round_ in range(-3, ROUNDS[n_tokens]):
        text = sentence(n_tokens, seed=round_)
        random.Random(round_).shuffle(order)
        for name in order:
            start = time.perf_counter()
            runs[name](text)
            if round_ >= 0:
                taken[name].append(1000 * (time.perf_counter() - start))
    return taken


def ratio(taken: list[float], other: list[float]) -> float:
    """Give the median of the ratios within the rounds."""
    return statistics.median(a / b for a, b in zip(taken, other, strict=True))


def main() -> None:
    """Measure and print the table."""
    torch.set_num_threads(1)
    runs = variants()
    print("MiniLM, one thread, from text to numbers; medians in ms, ratios paired within a round\n")
    print(f"{'tokens':>6}  {'variant':<26}{'ms':>8}{'trace ÷ it':>12}")
    for n_tokens in LENGTHS:
        taken = measure(runs, n_tokens)
        for name, times in taken.items():
            median, ours = statistics.median(times), ratio(taken["trace"], times)
            print(f"{n_tokens:>6}  {name:<26}{median:>8.2f}{ours:>12.2f}")
        print()


if __name__ == "__main__":
    main()
