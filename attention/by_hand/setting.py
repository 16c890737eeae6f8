"""What a layer by hand is made of: words, sizes, switches; and which of them don't fit together."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from attention.errors import EmptyText, ImpossibleLayer
from attention.examples import Worked, example
from attention.reasons import Impossible

Rule = Literal["random", "identity", "previous", "same"]
Preset = Literal[Rule, Worked]

MAX_WORDS = 24  # so many have a row each on the page
LIMITS: Mapping[Impossible, tuple[int, int]] = {
    "d_model": (2, 16),
    "n_heads": (1, 16),
    "n_kv_heads": (1, 16),
    "d_k": (1, 16),
    "seed": (0, 999_999),
}
USUAL: Mapping[str, tuple[int, int]] = {"random": (4, 2), "same": (4, 2), "previous": (8, 1)}


@dataclass(frozen=True)
class Wish:
    """Hold what is asked for; None leaves a choice to the preset."""

    text: str
    preset: Preset = "random"
    d_model: int | None = None
    n_heads: int | None = None
    n_kv_heads: int | None = None
    d_k: int | None = None
    seed: int = 0
    projection: bool | None = None
    scaling: bool | None = None
    w_o: bool | None = None
    causal: bool | None = None
    positions: bool | None = None


@dataclass(frozen=True)
class Setting:
    """Hold a layer that is possible, all choices made.

    Attributes:
        projection: without it W_Q, W_K and W_V are the identity: q, k and v are x itself.
        scaling: without it the factor on the scores is 1 instead of 1/√d_k.
        w_o: without it the output is what the heads hand over, side by side.
        positions: whether sines and cosines of the position are added to x.
    """

    words: tuple[str, ...]
    preset: Preset
    d_model: int
    n_heads: int
    n_kv_heads: int
    d_k: int
    seed: int
    projection: bool
    scaling: bool
    w_o: bool
    causal: bool
    positions: bool


def all_words(text: str) -> tuple[str, ...]:
    """Cut a text at its blanks; one without blanks that has Chinese in it, by characters.

    >>> all_words("the cat sat"), all_words("我爱Python！"), all_words("小猫 睡了")
    (('the', 'cat', 'sat'), ('我', '爱', 'Python', '！'), ('小猫', '睡了'))
    """
    words = tuple(text.split())
    return tuple(_characters(words[0])) if len(words) == 1 else words


def _characters(word: str) -> list[str]:
    """Cut off every wide character, and leave the others together."""
    wide = "".join(sorted({c for c in word if unicodedata.east_asian_width(c) in "WF"}))
    return re.findall(f"[{re.escape(wide)}]|[^{re.escape(wide)}]+", word) if wide else [word]


def is_fixed(wish: Wish) -> bool:
    """Tell whether all numbers come from a worked example; other sizes than its own undo that."""
    found = example(wish.preset)
    if found is None:
        return False
    own = {"d_model": found.d_model, "n_heads": 1, "n_kv_heads": 1, "d_k": found.d_k}
    return all(getattr(wish, name) in (None, size) for name, size in own.items())


def resolve(wish: Wish) -> Setting:
    """Make every choice that was left to the preset.

    Raises:
        EmptyText: there are no words.
        ImpossibleLayer: the sizes don't fit together, or are larger than a page can show.
    """
    found = example(wish.preset) if is_fixed(wish) else None
    preset = wish.preset if found is not None or example(wish.preset) is None else "random"
    words = all_words(wish.text)[:MAX_WORDS]
    if not words:
        raise EmptyText
    if found is None:
        sizes = _sizes(replace(wish, preset=preset))
    else:
        sizes = {"d_model": found.d_model, "n_heads": 1, "n_kv_heads": 1, "d_k": found.d_k}
    _check_range("seed", wish.seed)
    setting = Setting(
        words=words,
        preset=preset,
        **sizes,
        seed=wish.seed,
        projection=_or(wish.projection, found is None or "W_q" in found.matrices),
        scaling=_or(wish.scaling, found is None or found.scaling),
        w_o=_or(wish.w_o, found is None or "W_o" in found.matrices),
        causal=_or(wish.causal, preset == "previous"),
        positions=_or(wish.positions, preset == "previous"),
    )
    _check_rules(setting)
    return setting


def _or(chosen: bool | None, otherwise: bool) -> bool:
    return otherwise if chosen is None else chosen


def _sizes(wish: Wish) -> dict[str, int]:
    """Give the four sizes, checked from the outside in: one wrong number, one sentence."""
    d_model, n_heads = USUAL.get(wish.preset, (4, 1))
    d_model = _check_range("d_model", wish.d_model, d_model)
    # Two heads unless they don't fit: an odd d_model that was typed deserves a layer, too.
    n_heads = _check_range("n_heads", wish.n_heads, n_heads if d_model % n_heads == 0 else 1)
    n_kv_heads = _check_range("n_kv_heads", wish.n_kv_heads, n_heads)
    if n_heads % n_kv_heads:
        raise ImpossibleLayer("kv_divide", n_heads=n_heads, n_kv_heads=n_kv_heads)
    if wish.d_k is None and d_model % n_heads:
        raise ImpossibleLayer("heads_divide", n_heads=n_heads, d_model=d_model)
    d_k = _check_range("d_k", wish.d_k, d_model // n_heads)
    return {"d_model": d_model, "n_heads": n_heads, "n_kv_heads": n_kv_heads, "d_k": d_k}


def _check_range(name: Impossible, value: int | None, usual: int = 0) -> int:
    """Give a size, or the usual one; refuse what lies outside the limits."""
    least, most = LIMITS[name]
    chosen = usual if value is None else value
    if not least <= chosen <= most:
        raise ImpossibleLayer(name, value=chosen, least=least, most=most)
    return chosen


def _check_rules(setting: Setting) -> None:
    """Refuse switches that the sizes do not allow."""
    width, kv_width = setting.n_heads * setting.d_k, setting.n_kv_heads * setting.d_k
    if not setting.projection and {width, kv_width} != {setting.d_model}:
        sizes = {name: getattr(setting, name) for name in ("d_model", "n_heads", "n_kv_heads")}
        raise ImpossibleLayer("no_projection", d_k=setting.d_k, **sizes)
    if setting.preset == "previous" and setting.d_k < 2:
        raise ImpossibleLayer("previous", d_k=setting.d_k)
