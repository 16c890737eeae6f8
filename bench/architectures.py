"""Measure what is shown of each architecture: `python -m bench.architectures [zh-CN]`.

It prints two tables in Markdown, those of docs/architectures.md: tiny random networks of every
architecture of the catalogue against their own eager attention, and which of them notice a formula
with one thing wrong. It needs no weights and takes a few minutes.
"""

import sys
from collections.abc import Iterator, Sequence
from typing import cast
from unittest.mock import patch

import torch
from transformers.utils import logging

from app.i18n import Lang, words
from attention import recording
from bench.probe_statistics import row
from tests.architectures.catalogue import CATALOGUE
from tests.architectures.entry import Architecture
from tests.architectures.examine import Findings, examine
from tests.architectures.mutations import MUTATIONS

HEADINGS = {
    "en": ("architecture", "level", "difference", "remark"),
    "zh-CN": ("架构", "级别", "差", "说明"),
}
MUTATED = {
    "en": ("what is wrong", "noticed by", "among them"),
    "zh-CN": ("错在哪里", "发现的架构数", "其中"),
}
REMARKS = {
    "en": {
        "none": "no attention layers",
        "not_found": "W_Q, W_K or W_V not found",
        "indirect": "W_V does not read x",
        "no_output_projection": "W_O not found",
    },
    "zh-CN": {
        "none": "没有注意力层",
        "not_found": "没有找到 W_Q、W_K 或 W_V",
        "indirect": "W_V 读的不是 x",
        "no_output_projection": "没有找到 W_O",
    },
}
WRONG = {
    "no soft cap": "去掉 softcap",
    "cap before scale": "先截断再缩放",
    "no sink": "去掉 sink",
    "no bias": "去掉位置偏置",
    "1/√d_head for every scale": "一律用 1/√d_head 缩放",
    "no mask": "去掉掩码",
    "no window": "去掉滑动窗口",
    "h % g for h // g": "h // g 写成 h % g",
    "softmax over queries": "对查询做 softmax",
}
N_NAMED = 6


def table(lang: Lang) -> Iterator[str]:
    """Give the rows of the table of architectures."""
    yield row(*HEADINGS[lang])
    yield row("---", "---", "---:", "---")
    for architecture in CATALOGUE:
        yield row(*cells(architecture, examine(architecture), lang))


def cells(architecture: Architecture, found: Findings, lang: Lang) -> tuple[str, ...]:
    """Give the row of one architecture: its level, how far off it is, and what is not known."""
    if found.level is None:
        reason = found.refused or ""
        said = REMARKS[lang].get(reason) or words(lang)(f"features.{reason}")
        return architecture.name, "–", "–", said
    largest = max(found.output, found.weights)
    missing = ", ".join(sorted(REMARKS[lang][one] for one in found.missing if one))
    return architecture.name, found.level, f"{largest:.1e}" if largest else "0", missing


def mutations(lang: Lang) -> Iterator[str]:
    """Give the rows of the table of wrong formulas, tried on every architecture of level A."""
    yield row(*MUTATED[lang])
    yield row("---", "---:", "---")
    exact = [one for one in CATALOGUE if one.level == "A"]
    for mutation in MUTATIONS:
        with patch.object(recording, "attend", mutation.formula):
            noticed = [one.name for one in exact if examine(one).refused == "differs"]
        what = mutation.what if lang == "en" else WRONG[mutation.what]
        yield row(what, len(noticed), some(noticed, mutation.caught_by))


def some(names: Sequence[str], first: Sequence[str]) -> str:
    """Name a few, those that a test tries before the others."""
    ordered = [*(name for name in first if name in names), *(n for n in names if n not in first)]
    return ", ".join(ordered[:N_NAMED])


if __name__ == "__main__":
    torch.set_num_threads(1)
    logging.set_verbosity_error()
    language = cast("Lang", sys.argv[1] if len(sys.argv) > 1 else "en")
    for line in (*table(language), "", *mutations(language)):
        print(line)
