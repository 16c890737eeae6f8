"""What the number of heads costs: the sizes of an attention layer, counted."""

from dataclasses import dataclass
from math import sqrt

from attention.layers import LayerConfig

COUNTS = (1, 2, 4, 8, 16, 32)


@dataclass(frozen=True)
class Cost:
    """Hold the sizes of one attention layer, biases left out.

    Attributes:
        divisor: what scores are divided by before the softmax, √d_head.
        parameters: the numbers in W_Q, W_K, W_V and W_O.
        multiply_adds: those of the four projections, of q · k and of weights · v, for all pairs.
        exponentials: one for each weight; what does grow with the number of heads.
    """

    n_heads: int
    n_kv_heads: int
    d_head: int
    divisor: float
    parameters: int
    multiply_adds: int
    exponentials: int


def cost(layer: LayerConfig, n_tokens: int) -> Cost:
    """Count one layer on a text.

    >>> one, eight = cost(LayerConfig(512, 1), 10), cost(LayerConfig(512, 8), 10)
    >>> one.parameters == eight.parameters, one.multiply_adds == eight.multiply_adds
    (True, True)
    >>> one.d_head, eight.d_head, eight.divisor
    (512, 64, 8.0)
    """
    wide, narrow = layer.n_heads * layer.width, layer.kv_heads * layer.width
    parameters = 2 * layer.d_model * (wide + narrow)
    return Cost(
        n_heads=layer.n_heads,
        n_kv_heads=layer.kv_heads,
        d_head=layer.width,
        divisor=sqrt(layer.width),
        parameters=parameters,
        multiply_adds=n_tokens * parameters + 2 * n_tokens**2 * wide,
        exponentials=layer.n_heads * n_tokens**2,
    )


def costs(d_model: int, n_tokens: int, *also: int) -> tuple[Cost, ...]:
    """Give the costs of 1, 2, 4, 8 … heads and of ``also``, each with its own keys and values.

    Numbers of heads that do not divide ``d_model`` are left out.
    """
    counts = sorted(n for n in {*COUNTS, *also} if d_model % n == 0)
    return tuple(cost(LayerConfig(d_model, n), n_tokens) for n in counts)
