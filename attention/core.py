"""The formula: scaled dot-product attention with every intermediate kept.

This is the only place where attention is computed. It runs inside real models (``recording``),
in the small layer written for teaching (``layers``) and again whenever a page asks for the
steps of one head (``trace``). It knows nothing of models, tokens or screens.
"""

from dataclasses import dataclass

import torch
from jaxtyping import Bool, Float
from torch import Tensor


@dataclass(frozen=True, eq=False)
class AttentionSteps:
    """Hold one attention computation, step by step, in the order of the formula.

    The same record serves a whole layer (leading axes ``batch head``) and one head (none).

    Attributes:
        q: what each query position looks for.
        k: what each key position offers; its heads may be fewer than those of ``q``.
        v: what each key position hands over; its width may differ from that of ``k``.
        scores: q · kᵀ, raw.
        scaled: scores times ``scale``.
        masked: what enters the softmax: scaled, then capped and biased where the model does so,
            and −∞ where a query may not look.
        weights: softmax of ``masked`` over the keys. A row sums to 1; to less with a ``sink``; to 0
            where there is no key to look at.
        output: weights · v, one vector for each query, before W_O.
        scale: the factor on the scores, 1/√d_head unless the model says otherwise.
        mask: true where a query may look; None where nothing is masked.
        bias: added to the scaled scores (relative positions), None where the model adds nothing.
        softcap: c in c · tanh(scaled / c), None where the model does not cap.
        sink: one extra logit for each row that takes weight and hands over nothing.
    """

    q: Float[Tensor, "... query d_head"]
    k: Float[Tensor, "... key d_head"]
    v: Float[Tensor, "... key d_v"]
    scores: Float[Tensor, "... query key"]
    scaled: Float[Tensor, "... query key"]
    masked: Float[Tensor, "... query key"]
    weights: Float[Tensor, "... query key"]
    output: Float[Tensor, "... query d_v"]
    scale: float
    mask: Bool[Tensor, "... #query key"] | None = None
    bias: Float[Tensor, "... #query key"] | None = None
    softcap: float | None = None
    sink: Float[Tensor, "... query"] | None = None

    @property
    def capped(self) -> Float[Tensor, "... query key"]:
        """Return ``scaled``, softly capped where the model does so."""
        return self.scaled if self.softcap is None else cap(self.scaled, self.softcap)

    @property
    def biased(self) -> Float[Tensor, "... query key"]:
        """Return what enters the mask: capped, and with the bias where there is one."""
        return self.capped if self.bias is None else self.capped + self.bias


def attend(
    q: Float[Tensor, "batch head query d_head"],
    k: Float[Tensor, "batch kv_head key d_head"],
    v: Float[Tensor, "batch kv_head key d_v"],
    *,
    scale: float | None = None,
    mask: Bool[Tensor, "#batch #head #query key"] | None = None,
    bias: Float[Tensor, "#batch #head #query key"] | None = None,
    softcap: float | None = None,
    sink: Float[Tensor, " head"] | None = None,
) -> AttentionSteps:
    r"""Compute attention and keep every step.

    .. math:: \mathrm{softmax}\left(\frac{Q K^\top}{\sqrt{d_{head}}}\right) V

    >>> one = torch.ones(1, 1, 1, 4)
    >>> steps = attend(one, one, 3 * one)
    >>> steps.scores.item(), steps.scaled.item(), steps.weights.item(), steps.output[0, 0, 0, 0]
    (4.0, 2.0, 1.0, tensor(3.))

    ``Q K V`` are ``q k v``; what the options mean stands at ``AttentionSteps``. Neighbouring query
    heads share a key/value head where ``k`` and ``v`` have fewer.

    Raises:
        ValueError: the heads of ``q`` are no multiple of the heads of ``k``.

    Source:
        Vaswani et al. 2017, section 3.2.1, equation 1, https://arxiv.org/abs/1706.03762.
    """
    factor = q.shape[-1] ** -0.5 if scale is None else scale
    scores = q @ per_query_head(k, q).mT
    scaled = scores * factor
    masked = hide(scaled if softcap is None else cap(scaled, softcap), bias, mask)
    sink_logits = None if sink is None else sink[None, :, None].expand(masked.shape[:-1])
    weights = softmax(masked, sink_logits, mask)
    output = weights @ per_query_head(v, q)
    return AttentionSteps(
        q, k, v, scores, scaled, masked, weights, output, factor, mask, bias, softcap, sink_logits
    )


def per_query_head(
    shared: Float[Tensor, "batch kv_head key width"], q: Float[Tensor, "batch head query d_head"]
) -> Float[Tensor, "batch head key width"]:
    """Repeat keys or values so that neighbouring query heads share them.

    Query head h uses key/value head h // (n_heads / n_kv_heads).

    Source:
        Ainslie et al. 2023, grouped-query attention, https://arxiv.org/abs/2305.13245.
    """
    n_heads, n_kv_heads = q.shape[1], shared.shape[1]
    if n_heads % n_kv_heads:
        raise ValueError(
            f"n_heads must be a multiple of n_kv_heads, got {n_heads} and {n_kv_heads}"
        )
    return shared if n_heads == n_kv_heads else shared.repeat_interleave(n_heads // n_kv_heads, 1)


def cap(scaled: Float[Tensor, "*axes"], softcap: float) -> Float[Tensor, "*axes"]:
    """Keep scores softly within ±``softcap`` (Gemma 2)."""
    return torch.tanh(scaled / softcap) * softcap


def hide(
    scaled: Float[Tensor, "batch head query key"],
    bias: Float[Tensor, "#batch #head #query key"] | None,
    mask: Bool[Tensor, "#batch #head #query key"] | None,
) -> Float[Tensor, "batch head query key"]:
    """Add the bias, then put −∞ where a query may not look: exp(−∞) is exactly 0."""
    biased = scaled if bias is None else scaled + bias
    return biased if mask is None else biased.masked_fill(~mask, float("-inf"))


def softmax(
    masked: Float[Tensor, "batch head query key"],
    sink: Float[Tensor, "batch head query"] | None = None,
    mask: Bool[Tensor, "#batch #head #query key"] | None = None,
) -> Float[Tensor, "batch head query key"]:
    """Turn each row into weights that sum to 1 (to less if a sink takes its share).

    A row without any key to look at becomes 0 instead of NaN.
    """
    if sink is None:
        weights = masked.softmax(dim=-1)
    else:
        logits = torch.cat([masked, sink[..., None]], dim=-1)
        # Subtracting the maximum first changes no weight; models with sinks do it, and to agree
        # with them to the last bit so must we.
        logits = logits - logits.amax(dim=-1, keepdim=True)
        weights = logits.softmax(dim=-1)[..., :-1]
    if mask is None or bool((seen := mask.any(dim=-1, keepdim=True)).all()):
        return weights
    return weights.masked_fill(~seen, 0.0)
