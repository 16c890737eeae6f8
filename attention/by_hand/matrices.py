"""The numbers a layer by hand starts with: worked examples, rules, or drawn from the seed.

A word has one vector, wherever it stands, as in an embedding. What is drawn depends on nothing but
the seed and the sizes, so that the same address gives the same numbers on every machine.
"""

import hashlib
import math
from collections.abc import Iterator, Mapping
from typing import Literal

import torch
from jaxtyping import Float
from torch import Tensor

from attention.by_hand.setting import Setting
from attention.examples import example
from attention.layers import LayerConfig, MultiHeadAttention

Name = Literal["x", "W_q", "W_k", "W_v", "W_o"]
Matrices = Mapping[str, Tensor]  # by Name

BASE = 10_000  # of the wavelengths, as in the paper
SHARP, SHARPER = 8, 16  # how much the first and the slower waves of "previous" count


def shapes(setting: Setting) -> dict[Name, tuple[int, int]]:
    """Give rows and columns of every matrix that the layer uses, in the order of the formula."""
    d_model, width = setting.d_model, setting.n_heads * setting.d_k
    kv_width = setting.n_kv_heads * setting.d_k
    used: dict[Name, tuple[int, int]] = {"x": (len(setting.words), d_model)}
    if setting.projection:
        used |= {"W_q": (d_model, width), "W_k": (d_model, kv_width), "W_v": (d_model, kv_width)}
    if setting.w_o:
        used["W_o"] = width, d_model
    return used


def matrices(setting: Setting) -> dict[Name, Tensor]:
    """Give the matrices that a layer uses, before anybody changed a number in them."""
    found: dict[Name, Tensor] = {
        "x": torch.stack([vector(setting, word) for word in setting.words])
    }
    found |= dict(_projections(setting))
    return {name: found[name] for name in shapes(setting)}


def depends_on(name: Name, setting: Setting) -> tuple[object, ...]:
    """Give what a matrix was made from: while that stays, edited numbers in it still make sense."""
    sizes = setting.n_heads, setting.n_kv_heads, setting.d_k
    own = setting.words if name == "x" else sizes
    return name, setting.preset, setting.seed, setting.d_model, own


def vector(setting: Setting, word: str) -> Float[Tensor, " d_model"]:
    """Give x of a word, without its position."""
    found = example(setting.preset)
    if found is not None and word in found.vectors:
        return torch.tensor(found.vectors[word], dtype=torch.float32)
    name = "" if setting.preset == "same" else word
    seed = hashlib.sha256(f"{setting.seed} {name}".encode("utf-8", "ignore")).digest()[:6]
    generator = torch.Generator().manual_seed(int.from_bytes(seed, "big"))
    drawn = _short(torch.randn(setting.d_model, generator=generator))
    if setting.preset == "previous":
        drawn[: n_position_dims(setting)] = 0
    return drawn


def positions(n_words: int, d_model: int) -> Float[Tensor, "token d_model"]:
    """Give the sinusoidal positions: sines in the even dimensions, cosines in the odd ones.

    Source:
        Vaswani et al. 2017, section 3.5.
    """
    angles = torch.arange(n_words)[:, None] * _speeds(d_model).repeat_interleave(2)[:d_model]
    even = torch.arange(d_model) % 2 == 0
    return torch.where(even, angles.sin(), angles.cos()).float()


def n_position_dims(setting: Setting) -> int:
    """Give how many dimensions "previous" keeps free of words: half of x, in pairs."""
    return min(setting.d_k // 2 * 2, max(2, setting.d_model // 4 * 2))


def _speeds(d_model: int) -> Tensor:
    """Give the angle by which each pair of dimensions turns from one position to the next."""
    pairs = torch.arange(0, d_model, 2, dtype=torch.float64)
    return BASE ** (-pairs / d_model)


def _short(matrix: Tensor) -> Tensor:
    """Round to one decimal, without a negative zero."""
    return (matrix.double() * 10).round().div(10).float() + 0.0


def _projections(setting: Setting) -> Iterator[tuple[Name, Tensor]]:
    found, rule = example(setting.preset), setting.preset
    sizes = setting.d_model, setting.n_heads, setting.n_kv_heads, setting.d_k
    drawn = MultiHeadAttention(LayerConfig(*sizes), seed=setting.seed)
    for name in ("W_q", "W_k", "W_v", "W_o"):
        given = found.matrices.get(name) if found else None
        random = drawn.get_parameter(name).detach()
        if given is not None:
            yield name, torch.tensor(given, dtype=torch.float32)
        elif rule in ("identity", "previous"):
            yield name, torch.eye(*random.shape)
        else:
            yield name, _short(random)
    if rule == "previous":
        yield from _previous(setting)


def _previous(setting: Setting) -> Iterator[tuple[Name, Tensor]]:
    r"""Give the matrices that make every word look at the one before it.

    The positions p − 1 and p differ by a turn that is the same for all p. W_q makes that turn, so q
    is the position before one's own; W_k leaves it; q · k is largest where both are the same:
    :math:`\sum_i c_i \cos((p - 1 - j)\,\omega_i)`. W_v hands over the word and not its position.
    """
    n_dims, d_k = n_position_dims(setting), setting.d_k
    turn, keep, word = torch.zeros(3, setting.d_model, d_k)
    for i, speed in enumerate(_speeds(setting.d_model)[: n_dims // 2].tolist()):
        size = math.sqrt(d_k) * (SHARP if i == 0 else SHARPER)
        sine, cosine = size * math.sin(speed), size * math.cos(speed)
        pair = slice(2 * i, 2 * i + 2)
        turn[pair, pair] = torch.tensor([[cosine, sine], [-sine, cosine]])
        keep[pair, pair] = torch.eye(2)
    n_word = min(d_k, setting.d_model - n_dims)
    word[n_dims : n_dims + n_word, :n_word] = torch.eye(n_word)
    yield "W_q", _short(turn).repeat(1, setting.n_heads)
    yield "W_k", keep.repeat(1, setting.n_kv_heads)
    if n_word:
        yield "W_v", word.repeat(1, setting.n_kv_heads)
