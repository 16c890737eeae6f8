"""The small layer of the course: split into heads, attend, concat, W_O. For teaching, by hand."""

from dataclasses import dataclass

import torch
from einops import rearrange
from jaxtyping import Bool, Float
from torch import Tensor, nn

from attention.core import AttentionSteps, attend


@dataclass(frozen=True)
class LayerConfig:
    """Hold the sizes of a multi-head attention layer.

    Attributes:
        n_kv_heads: fewer than ``n_heads`` lets neighbouring query heads share keys and values.
        d_head: width of one head; d_model / n_heads if None.
        scale: factor on the scores; 1/√d_head if None.
    """

    d_model: int
    n_heads: int = 1
    n_kv_heads: int | None = None
    d_head: int | None = None
    scale: float | None = None
    bias: bool = False

    def __post_init__(self) -> None:
        """Refuse sizes that don't fit together, naming both numbers."""
        if self.d_head is None and self.d_model % self.n_heads:
            raise ValueError(
                f"d_model must be a multiple of n_heads, got {self.d_model} and {self.n_heads}"
            )
        if self.n_heads % self.kv_heads:
            raise ValueError(
                f"n_heads must be a multiple of n_kv_heads, got {self.n_heads} and {self.kv_heads}"
            )

    @property
    def kv_heads(self) -> int:
        """Return the number of key/value heads."""
        return self.n_heads if self.n_kv_heads is None else self.n_kv_heads

    @property
    def width(self) -> int:
        """Return the width of one head."""
        return self.d_model // self.n_heads if self.d_head is None else self.d_head


class MultiHeadAttention(nn.Module):
    r"""Project, split, attend, concat, project.

    .. math:: \mathrm{concat}(head_1, …, head_h)\,W_O,\quad
              head_i = \mathrm{attend}(x W_{Q,i}, x W_{K,i}, x W_{V,i})

    The weights are matrices (d_in, d_out), the columns of a head side by side, as in the formula.

    Source:
        Vaswani et al. 2017, section 3.2.2. The paper's :math:`Q W_i^Q` is our ``x @ W_q``, cut to
        the columns of head i.
    """

    def __init__(self, config: LayerConfig, *, seed: int = 0) -> None:
        """Draw the weights; the same seed gives the same layer."""
        super().__init__()
        self.config = config
        generator = torch.Generator().manual_seed(seed)
        q_width, kv_width = config.n_heads * config.width, config.kv_heads * config.width
        for name, d_in, d_out in (
            ("q", config.d_model, q_width),
            ("k", config.d_model, kv_width),
            ("v", config.d_model, kv_width),
            ("o", q_width, config.d_model),
        ):
            drawn = torch.randn(d_in, d_out, generator=generator) * d_in**-0.5
            self.register_parameter(f"W_{name}", nn.Parameter(drawn))
            bias = nn.Parameter(torch.zeros(d_out)) if config.bias else None
            self.register_parameter(f"b_{name}", bias)

    @classmethod
    def from_torch(cls, layer: nn.MultiheadAttention) -> "MultiHeadAttention":
        """Copy the weights of PyTorch's own layer, which stacks W_Q, W_K, W_V in one matrix."""
        has_bias = layer.in_proj_bias is not None
        copy = cls(LayerConfig(layer.embed_dim, layer.num_heads, bias=has_bias))
        W_q, W_k, W_v = layer.in_proj_weight.chunk(3)
        matrices = {"W_q": W_q.T, "W_k": W_k.T, "W_v": W_v.T, "W_o": layer.out_proj.weight.T}
        if has_bias:
            b_q, b_k, b_v = layer.in_proj_bias.chunk(3)
            matrices |= {"b_q": b_q, "b_k": b_k, "b_v": b_v, "b_o": layer.out_proj.bias}
        copy.load_state_dict(matrices)
        return copy

    def project(self, x: Float[Tensor, "batch token d_in"], name: str) -> Tensor:
        """Return x · W + b for one of q, k, v, o."""
        projected = x @ self.get_parameter(f"W_{name}")
        return projected + self.get_parameter(f"b_{name}") if self.config.bias else projected

    def forward(
        self,
        x: Float[Tensor, "batch token d_model"],
        mask: Bool[Tensor, "#batch #head #token token"] | None = None,
    ) -> tuple[Float[Tensor, "batch token d_model"], AttentionSteps]:
        """Return the layer's output and the steps of all its heads."""
        d_head = self.config.width
        q, k, v = (split_heads(self.project(x, name), d_head) for name in "qkv")
        steps = attend(q, k, v, scale=self.config.scale, mask=mask)
        return self.project(merge_heads(steps.output), "o"), steps


def split_heads(
    wide: Float[Tensor, "batch token width"], d_head: int
) -> Float[Tensor, "batch head token d_head"]:
    """Cut the columns into heads."""
    return rearrange(wide, "batch token (head d_head) -> batch head token d_head", d_head=d_head)


def merge_heads(
    heads: Float[Tensor, "batch head token d_head"],
) -> Float[Tensor, "batch token width"]:
    """Put the heads side by side again: the concat of the formula."""
    return rearrange(heads, "batch head token d_head -> batch token (head d_head)")


def causal_mask(n_tokens: int) -> Bool[Tensor, "1 1 token token"]:
    """Return the mask of a causal model: true on and below the diagonal."""
    return torch.ones(1, 1, n_tokens, n_tokens, dtype=torch.bool).tril()
