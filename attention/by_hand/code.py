"""Write a layer by hand as a PyTorch program that needs nothing else and gives the same numbers."""

from collections.abc import Iterator

from torch import Tensor

from attention.by_hand.layer import HandLayer
from attention.by_hand.setting import Setting

NAMES = {"x": "x", "W_q": "W_Q", "W_k": "W_K", "W_v": "W_V", "W_o": "W_O"}


def pytorch_code(layer: HandLayer) -> str:
    """Give a program that ends with ``weights`` (head, query, key) and ``output``."""
    setting = layer.setting
    parts = [
        ["import torch"],
        [f"words = {list(setting.words)!r}"],
        [literal(NAMES[name], matrix) for name, matrix in layer.matrices.items()],
        _sizes(setting),
        list(_positions(setting)),
        list(_heads(setting)),
        list(_attention(setting)),
        ["torch.set_printoptions(precision=4, sci_mode=False)", "print(weights, output)"],
    ]
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def literal(name: str, matrix: Tensor) -> str:
    """Write a matrix, one row on a line, with the fewest digits that name each float32.

    >>> import torch
    >>> print(literal("x", torch.tensor([[0.1, 2.0]])))
    x = torch.tensor([
        [0.1, 2.0],
    ])
    """
    rows = "".join(f"    [{', '.join(map(str, row))}],\n" for row in matrix.numpy())
    return f"{name} = torch.tensor([\n{rows}])"


def _sizes(setting: Setting) -> list[str]:
    return [
        f"n_heads, n_kv_heads, d_k = {setting.n_heads}, {setting.n_kv_heads}, {setting.d_k}",
        "n_words, d_model = x.shape",
    ]


def _positions(setting: Setting) -> Iterator[str]:
    if setting.positions:
        yield "speed = 10_000 ** (-torch.arange(0, d_model, 2, dtype=torch.float64) / d_model)"
        yield "angle = torch.arange(n_words)[:, None] * speed.repeat_interleave(2)[:d_model]"
        yield "even = torch.arange(d_model) % 2 == 0"
        yield "x = x + torch.where(even, angle.sin(), angle.cos()).float()"


def _heads(setting: Setting) -> Iterator[str]:
    for name, n_heads in (("q", "n_heads"), ("k", "n_kv_heads"), ("v", "n_kv_heads")):
        wide = f"(x @ W_{name.upper()})" if setting.projection else "x"
        yield f"{name} = {wide}.view(n_words, {n_heads}, d_k).transpose(0, 1)"
    if setting.n_kv_heads < setting.n_heads:
        yield "k = k.repeat_interleave(n_heads // n_kv_heads, dim=0)"
        yield "v = v.repeat_interleave(n_heads // n_kv_heads, dim=0)"


def _attention(setting: Setting) -> Iterator[str]:
    yield "scores = q @ k.transpose(1, 2)"
    last = "scores"
    if setting.scaling:
        yield "scaled = scores / d_k**0.5"
        last = "scaled"
    if setting.causal:
        yield "may_look = torch.ones(n_words, n_words, dtype=torch.bool).tril()"
        yield f'masked = {last}.masked_fill(~may_look, float("-inf"))'
        last = "masked"
    yield f"weights = {last}.softmax(dim=-1)"
    yield "z = weights @ v"
    yield f"output = z.transpose(0, 1).reshape(n_words, -1){' @ W_O' if setting.w_o else ''}"
