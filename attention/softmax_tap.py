"""See the attention of models that compute it in their own code: where their softmax is.

What goes into the softmax are the logits, scaled, biased and masked; what comes out are the
weights. Which of a model's softmaxes are attention is settled once, when it is loaded, by comparing
them with the weights that the model itself gives (``outside``).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import torch
from jaxtyping import Bool, Float
from torch import Tensor
from torch.overrides import TorchFunctionMode

from attention.change import Change
from attention.core import softmax

FUNCTIONS = frozenset(
    {torch.nn.functional.softmax, torch.softmax, torch.special.softmax, Tensor.softmax}
)
# Models hide a pair by adding anything from −10,000 to the lowest float. Whatever lies a thousand
# below the largest number of its row has the weight 0 either way: e⁻¹⁰⁴ is no float32 any more.
FAR_BELOW = 1000.0


@dataclass(frozen=True, eq=False)
class Glimpse:
    """Hold what is seen of one attention call from outside.

    In a changed run these are the changed numbers. ``kept`` marks queries that kept a blocked key,
    since they had no other.

    Attributes:
        weights: as the model uses them; of heads that are off, as they would be.
        logits: what entered the softmax, −∞ where a query may not look; None where that is not
            seen.
        mask: where queries may look, as far as the logits show it.
    """

    weights: Float[Tensor, "head query key"]
    logits: Float[Tensor, "head query key"] | None = None
    mask: Bool[Tensor, "head query key"] | None = None
    kept: Bool[Tensor, " query"] | None = None


@dataclass(eq=False)
class SoftmaxTap(TorchFunctionMode):
    """Note every softmax over keys that this thread computes inside the ``with`` block.

    Nothing of torch is replaced: a mode belongs to one thread and ends with its block.

    Attributes:
        changes: what to change, by the number of the softmax.
        seen: what was noted, in order; heads are found where the batch is a single text.
    """

    changes: Mapping[int, Change] = field(default_factory=dict)
    seen: list[Glimpse] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Become a mode."""
        super().__init__()

    def __torch_function__(
        self,
        func: Callable[..., Any],
        types: Sequence[type],
        args: tuple[Any, ...] = (),
        kwargs: dict[str, Any] | None = None,
    ) -> Any:  # noqa: ANN401  the border to torch: any of its functions
        """Let every function do what it does, and note a softmax."""
        kwargs = kwargs or {}
        answer = func(*args, **kwargs)
        if func not in FUNCTIONS or answer.ndim not in (3, 4):
            return answer
        dim = kwargs.get("dim", args[1] if len(args) > 1 else None)
        if dim not in (-1, answer.ndim - 1):
            return answer
        given = args[0] if args else kwargs["input"]
        return self.note(given.detach(), answer)

    def note(self, given: Tensor, answer: Tensor) -> Tensor:
        """Note one softmax and give what the model goes on with."""
        # Models fold the heads into the batch or leave them apart; either way they are in order.
        logits = given.reshape(1, -1, *given.shape[-2:]).float()
        weights = answer.reshape(logits.shape)
        change = self.changes.get(len(self.seen))
        mask, kept = allowed(logits), None
        if change is None:
            logits = logits.masked_fill(~mask, float("-inf"))
        else:
            logits, mask, kept = change.of_logits(logits, mask)
            weights = softmax(logits, None, mask)
            handed = weights.clone()
            handed[:, sorted(change.off)] = 0.0
            answer = handed.reshape(answer.shape).to(answer.dtype)
        # The model may go on writing into its own tensors: what is kept are copies.
        weights = weights.detach().float().clone()
        everywhere = bool(mask.all())
        seen_mask = None if everywhere else mask[0]
        self.seen.append(Glimpse(weights[0], logits[0], seen_mask, kept))
        return answer


def allowed(logits: Float[Tensor, "*axes key"]) -> Bool[Tensor, "*axes key"]:
    """Tell from logits where a query may look."""
    return logits > logits.amax(dim=-1, keepdim=True) - FAR_BELOW
