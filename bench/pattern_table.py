"""List what heads are named after: `python -m bench.pattern_table >> docs/measured.md`.

It reads the file that `bench.probe_patterns` writes, as the app does, and runs no model.
"""

import numpy as np

from attention.patterns import NAMES, Habit, Probed, probed
from bench.probe_statistics import LANGUAGES, MEASURED, row


def section() -> str:
    """Give the section of the page in Markdown."""
    return "\n".join(
        (
            "",
            "## Heads with the name of a pattern",
            "",
            "Added by `python -m bench.pattern_table >> docs/measured.md`. How many heads a",
            "pattern names on at least half of the texts that can show it; then the head that it",
            "names most often: its median and lowest score, and on how many texts it has the name.",
            "`induction` and `duplicate` are measured on each sentence written twice.",
            "",
            row("model, language", "pattern", "heads", "head", "median", "min", "named", "texts"),
            row("---", "---", "---:", "---", *["---:"] * 4),
            *(line for name, language in MEASURED for line in rows(name, language)),
        )
    )


def rows(name: str, language: str) -> list[str]:
    """Give a row for each pattern that the texts of a language can show in a model."""
    found = probed(name, language)
    if found is None:
        raise ValueError(f"{name} was not measured in {language}")
    where = f"{name}, {LANGUAGES[language]}"
    shown = [at for at, n_texts in enumerate(found.n_texts) if n_texts]
    return [row(where, NAMES[at], *cells(found, at), found.n_texts[at]) for at in shown]


def cells(found: Probed, pattern: int) -> tuple[object, ...]:
    """Count the heads that a pattern mostly names, and describe the one it names most often."""
    named = found.n_named[pattern]
    mostly = int((2 * named >= found.n_texts[pattern]).sum())
    best = np.lexsort((-found.median[pattern].ravel(), -named.ravel()))[0]
    layer, head = divmod(int(best), named.shape[1])
    habit = found.of(NAMES[pattern], layer, head)
    if habit is None or not habit.n_named:
        return (mostly, "–", "–", "–", 0)
    return (mostly, f"L{layer}H{head}", *numbers(habit))


def numbers(habit: Habit) -> tuple[object, ...]:
    """Give the median and the lowest score, and on how many texts a head has the name."""
    return f"{habit.median:.3f}", f"{habit.least:.3f}", habit.n_named


if __name__ == "__main__":
    print(section())
