"""Weights as one long table of pandas, which is needed for nothing else here."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from jaxtyping import Bool, Float

if TYPE_CHECKING:
    from pandas import DataFrame

Numbers = Float[np.ndarray, "layer head query key"]


def frame(
    weights: Numbers,
    may_look: Bool[np.ndarray, "layer head query key"],
    places: tuple[Sequence[int], Sequence[int]],
    labels: tuple[Sequence[str], Sequence[str]],
    more: Mapping[str, Numbers],
) -> "DataFrame":
    """Give a row for each layer, head, query and key, in this order.

    Args:
        weights: of the layers and heads in ``places``.
        may_look: false where the mask hides the key from the query.
        places: the numbers of the layers and of the heads.
        labels: of the queries and of the keys; two tokens may have the same.
        more: further columns.

    Raises:
        ImportError: pandas is not installed.
    """
    try:
        import pandas as pd
    except ImportError as error:
        raise ImportError("to_dataframe needs pandas; get it: pip install pandas") from error
    shape = weights.shape
    layer, head, query, key = (axis.reshape(-1) for axis in np.indices(shape, np.int32))
    # A column of few texts takes a byte or two a row.
    named = [pd.Categorical(one, categories=list(dict.fromkeys(one))) for one in labels]
    found: dict[str, Any] = {
        "layer": np.asarray(places[0], np.int32)[layer],
        "head": np.asarray(places[1], np.int32)[head],
        "query": query,
        "key": key,
        "query_label": named[0][query],
        "key_label": named[1][key],
        "may_look": may_look.reshape(-1),
        **{name: numbers.reshape(-1) for name, numbers in more.items()},
        "weight": weights.reshape(-1),
    }
    return pd.DataFrame(found)
