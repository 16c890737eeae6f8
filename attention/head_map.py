"""One head as a map: the model's weights, and what is shown of them."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from jaxtyping import Bool, Float, Float32

Special = Literal["show", "hide", "rescale"]

NOTHING = 1e-6  # a rest this small is not worth dividing by


@dataclass(frozen=True)
class HeadMap:
    """Hold one head: the model's weights, and what is shown of them.

    ``shown`` is NaN where nothing is drawn: masked cells, and hidden columns of special tokens.
    ``row_sums`` adds up what is shown; ``hidden_share`` is the weight each row gives to the columns
    that are hidden, or would be.
    """

    layer: int
    head: int
    weights: Float32[np.ndarray, "query key"]
    masked: Bool[np.ndarray, "query key"]
    shown: Float32[np.ndarray, "query key"]
    row_sums: Float[np.ndarray, " query"]
    hidden_share: Float[np.ndarray, " query"]
    special: Bool[np.ndarray, " key"]
    mode: Special

    @property
    def hidden(self) -> Bool[np.ndarray, " key"]:
        """Return the columns that are hidden."""
        return self.special if self.mode != "show" else np.zeros_like(self.special)


def shown_map(
    place: tuple[int, int],
    weights: Float[np.ndarray, "query key"],
    masked: Bool[np.ndarray, "query key"],
    special: Bool[np.ndarray, " key"],
    mode: Special,
) -> HeadMap:
    """Give one head's weights with the special keys shown, hidden, or hidden and rescaled."""
    share = weights.astype(np.float64)[:, special].sum(axis=1)
    hidden = special if mode != "show" else np.zeros_like(special)
    shown = np.where(masked | hidden[None, :], np.nan, weights.astype(np.float64))
    if mode == "rescale":
        left = 1 - share[:, None]
        shown = np.divide(shown, left, out=np.full_like(shown, np.nan), where=left > NOTHING)
    return HeadMap(
        layer=place[0],
        head=place[1],
        weights=weights.astype(np.float32),
        masked=masked,
        shown=shown.astype(np.float32),
        row_sums=np.nansum(shown, axis=1),
        hidden_share=share,
        special=special,
        mode=mode,
    )
