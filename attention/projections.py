"""The matrices of a layer: x · W_q = q, x · W_k = k, x · W_v = v, and W_o behind the heads."""

from dataclasses import dataclass

from jaxtyping import Float
from torch import Tensor, nn
from transformers.pytorch_utils import Conv1D

from attention.sources import Layout, Missing, Relation, Source, Sources
from attention.wide import wide


@dataclass(frozen=True, eq=False)
class Projection:
    """Hold the four matrices of one layer, head columns in order; x · W + b, rows are inputs.

    Attributes:
        layout: how the model packs them: apart, or fused in one matrix.
        missing: None, or the reason why some of the matrices are not there.
        q_relation: how x · W_q + b_q becomes q, see ``sources.Source``; ``k_relation`` likewise.
        q_factor: the one number between them, 1 for most; ``k_factor`` likewise.
    """

    W_q: Float[Tensor, "d_in d_q"] | None
    W_k: Float[Tensor, "d_in_kv d_k"] | None
    W_v: Float[Tensor, "d_in_v d_v"] | None
    W_o: Float[Tensor, "d_z d_out"] | None
    b_q: Float[Tensor, " d_q"] | None
    b_k: Float[Tensor, " d_k"] | None
    b_v: Float[Tensor, " d_v"] | None
    b_o: Float[Tensor, " d_out"] | None
    layout: Layout
    missing: Missing | None
    q_relation: Relation | None
    k_relation: Relation | None
    q_factor: float
    k_factor: float

    def by_head(self, n_heads: int) -> Float[Tensor, "head d_v d_out"] | None:
        """Give W_o cut into the rows that belong to each head; None where it is not known."""
        return None if self.W_o is None else self.W_o.unflatten(0, (n_heads, -1))


def projection(sources: Sources) -> Projection:
    """Read the matrices out of the layers that were found."""
    W_q, b_q = matrix(sources.q)
    W_k, b_k = matrix(sources.k)
    W_v, b_v = matrix(sources.v)
    W_o, b_o = (None, None) if sources.o is None else linear_weights(sources.o)
    q, k = sources.q, sources.k
    return Projection(
        W_q=W_q,
        W_k=W_k,
        W_v=W_v,
        W_o=W_o,
        b_q=b_q,
        b_k=b_k,
        b_v=b_v,
        b_o=b_o,
        layout=sources.layout,
        missing=sources.missing,
        q_relation=None if q is None else q.relation,
        k_relation=None if k is None else k.relation,
        q_factor=1.0 if q is None else q.factor,
        k_factor=1.0 if k is None else k.factor,
    )


def matrix(source: Source | None) -> tuple[Tensor | None, Tensor | None]:
    """Return (d_in, d_out) weights and bias of a source, head columns in order."""
    if source is None:
        return None, None
    weight, bias = linear_weights(source.linear)
    return weight[:, source.columns], None if bias is None else bias[source.columns]


def linear_weights(linear: nn.Module) -> tuple[Tensor, Tensor | None]:
    """Return weights as (d_in, d_out) and the bias of a Linear or a Conv1D."""
    weight = linear.get_parameter("weight")
    bias = linear.get_parameter("bias") if getattr(linear, "bias", None) is not None else None
    weight = wide(weight.detach())
    return weight if isinstance(linear, Conv1D) else weight.mT, None if bias is None else wide(bias)
