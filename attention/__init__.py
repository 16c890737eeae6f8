"""Trace the attention of real transformers: the same functions that the app's pages use.

>>> import attention
>>> model = attention.load("minilm")                            # doctest: +SKIP
>>> t = attention.trace(model, "The animal was too tired")      # doctest: +SKIP
>>> t.steps(layer=3, head=1).weights.shape                      # doctest: +SKIP
torch.Size([7, 7])
"""

from attention.core import AttentionSteps, attend
from attention.layers import LayerConfig, MultiHeadAttention
from attention.links import Link
from attention.models import Model, load
from attention.patterns import HeadPattern
from attention.projections import Projection
from attention.run import trace
from attention.tokens import Token, Tokens, tokenize
from attention.trace import Trace
from attention.what_if import WhatIf

__version__ = "0.1.0"

__all__ = [
    "AttentionSteps",
    "HeadPattern",
    "LayerConfig",
    "Link",
    "Model",
    "MultiHeadAttention",
    "Projection",
    "Token",
    "Tokens",
    "Trace",
    "WhatIf",
    "attend",
    "load",
    "tokenize",
    "trace",
]
