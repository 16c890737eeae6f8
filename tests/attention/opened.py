"""One number of a projection taken apart again, in float64, to hold what is shown against."""

from dataclasses import dataclass

import numpy as np

from attention.projection_views import ProjectionView


@dataclass(frozen=True, eq=False)
class OpenedCell:
    """Hold one number of a projection taken apart, in float64: Σ products + bias = total."""

    products: np.ndarray
    bias: float
    total: float
    shown: float

    @property
    def error(self) -> float:
        """Return how far the sum is from the number it explains."""
        return abs(self.total - self.shown)


def open_cell(view: ProjectionView, token: int, dim: int) -> OpenedCell:
    """Take one number of a projection apart: x of the token times one column of W, plus bias."""
    found, projected = view.factors, view.projected
    if found is None or projected is None:
        raise ValueError(f"the projection of {view.name} can't be shown: {view.hidden}")
    column = view.columns.start + dim
    products = found.x[token].astype(np.float64) * found.W[:, column].astype(np.float64)
    bias = 0.0 if found.b is None else float(found.b[column])
    total = float(products.sum()) + bias
    return OpenedCell(products, bias, total, float(projected[token, dim]))
