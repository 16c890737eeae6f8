"""Sentences drawn at test time, so that no test can pass by knowing its answer beforehand.

A failing test shows the seed in its captured log; ``ATTENTION_SEED=… pytest`` draws the same again.
"""

import logging
import os
import random
from typing import Literal

ENGLISH = """the a dog cat river window teacher old green quietly runs sees because and but never it
they book 1984 didn't Wolfgang photosynthesis , street gave him to under yesterday"""
CHINESE = """我们 孩子 昨天 在 公园 看见 一只 很大的 狗 ，
因为 它 不想 回家 老师 说 三百 个 苹果 月亮"""


def chance() -> random.Random:
    seed = int(os.environ.get("ATTENTION_SEED") or random.SystemRandom().randrange(2**32))
    logging.getLogger(__name__).warning("drawn with ATTENTION_SEED=%d", seed)
    return random.Random(seed)


def sentence(language: Literal["en", "zh"] = "en", draw: random.Random | None = None) -> str:
    draw = draw or chance()
    words = (ENGLISH if language == "en" else CHINESE).split()
    return (" " if language == "en" else "").join(draw.choices(words, k=draw.randint(4, 24)))
