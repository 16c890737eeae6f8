"""Ask every question of 200 sentences in each model: `python -m bench.questions`.

Each is held against an independent reckoning of its answer. What is printed is how many questions
were made and checked, and for which there was no clear answer how often.
"""

import sys
from collections import Counter

import torch

import attention
from attention.questions import ASKED, ask
from bench import probe_statistics
from tests.attention.asked import check, somewhere

RUNS = (("minilm", "en"), ("e5", "zh"), ("smollm2", "en"))
N_SENTENCES = 200


def sentences(language: str) -> list[str]:
    """Give 200 short texts: the probe sentences and their beginnings, no two alike."""
    probes = probe_statistics.sentences(language)
    blank = " " if language == "en" else ""
    found: dict[str, None] = {}
    for cut in range(12):
        for probe in probes:
            parts = probe.split() if blank else list(probe)
            if len(parts) - cut >= 3:
                found[blank.join(parts[: len(parts) - cut])] = None
    return list(found)[:N_SENTENCES]


def run(name: str, language: str) -> tuple[Counter[str], Counter[str]]:
    """Check all questions in one model; count those made, and those that could not be."""
    model, made, none = attention.load(name), Counter(), Counter()
    for number, text in enumerate(sentences(language)):
        place = somewhere(model, text, number)
        for lesson, makers in ASKED.items():
            asked = {maker.__name__: ask(maker.__name__, place) for maker in makers}
            for question, one in asked.items():
                if one is None:
                    none[question] += 1
                else:
                    check(one, place)
                    made[question] += 1
            n_asked = sum(one is not None for one in asked.values())
            assert n_asked >= 2, f"lesson {lesson} asks {n_asked} of {text!r} in {name}"
    return made, none


if __name__ == "__main__":
    torch.set_num_threads(1)
    for name, language in RUNS:
        made, none = run(name, language)
        left_out = ", ".join(f"{question} {n}" for question, n in none.most_common())
        sys.stdout.write(
            f"{name}: {N_SENTENCES} sentences, {made.total()} questions, each with one right "
            f"answer; without a clear one: {left_out or 'none'}\n"
        )
