"""Compute a layer by hand: the teaching layer over small matrices, every step kept."""

from dataclasses import dataclass, replace

import torch
from jaxtyping import Float
from torch import Tensor

from attention.by_hand.matrices import Matrices, matrices, positions
from attention.by_hand.setting import Setting
from attention.core import AttentionSteps
from attention.layers import LayerConfig, MultiHeadAttention, causal_mask, merge_heads
from attention.projections import Projection


@dataclass(frozen=True, eq=False)
class HandLayer:
    """Hold a computed layer.

    Attributes:
        matrices: the numbers it was made from; ``x`` without positions.
        x: what the layer reads, positions included.
        projection: its matrices; the identity where there is no projection, W_o None without one.
        steps: of all heads, with the axes ``head query key``.
        output: what leaves the layer, d_model wide, or as wide as all heads without W_O.
    """

    setting: Setting
    matrices: Matrices
    x: Float[Tensor, "token d_model"]
    projection: Projection
    steps: AttentionSteps
    output: Float[Tensor, "token d_out"]

    def head(self, head: int) -> AttentionSteps:
        """Return every step of one head, as matrices without leading axes."""
        group = self.setting.n_heads // self.setting.n_kv_heads
        place = {"k": head // group, "v": head // group, "mask": 0}
        found = {
            name: value[place.get(name, head)]
            for name, value in vars(self.steps).items()
            if isinstance(value, Tensor)
        }
        return replace(self.steps, **found)


def work(setting: Setting, changed: Matrices | None = None) -> HandLayer:
    """Compute the layer of a setting; ``changed`` takes the place of the matrices it names."""
    used = {**matrices(setting), **(changed or {})}
    x = used["x"]
    if setting.positions:
        x = x + positions(*x.shape)
    layer = _layer(setting, used)
    with torch.inference_mode():
        mask = causal_mask(len(x)) if setting.causal else None
        output, steps = layer(x[None], mask)
        if not setting.w_o:
            output = merge_heads(steps.output)
    tensors = {name: value[0] for name, value in vars(steps).items() if isinstance(value, Tensor)}
    steps = replace(steps, **tensors)
    return HandLayer(setting, used, x, _projection(layer, setting), steps, output[0])


def _layer(setting: Setting, used: Matrices) -> MultiHeadAttention:
    sizes = setting.d_model, setting.n_heads, setting.n_kv_heads, setting.d_k
    layer = MultiHeadAttention(LayerConfig(*sizes, scale=None if setting.scaling else 1.0))
    own = {
        name: used.get(name, torch.eye(*drawn.shape)) for name, drawn in layer.named_parameters()
    }
    layer.load_state_dict(own)
    return layer


def _projection(layer: MultiHeadAttention, setting: Setting) -> Projection:
    W_q, W_k, W_v, W_o = (layer.get_parameter(f"W_{name}").detach() for name in "qkvo")
    return Projection(
        W_q=W_q,
        W_k=W_k,
        W_v=W_v,
        W_o=W_o if setting.w_o else None,
        b_q=None,
        b_k=None,
        b_v=None,
        b_o=None,
        layout="separate",
        missing=None if setting.w_o else "no_output_projection",
        q_relation="exact",
        k_relation="exact",
        q_factor=1.0,
        k_factor=1.0,
    )
