"""Two maps and their difference on one axis: pointing at a cell lights it in all three."""

from collections.abc import Callable, Mapping
from typing import Final

import numpy as np

from app.components import register
from app.components.wire import as_pair, check_index, chosen, pack, telling
from attention.compare_views import Comparison, largest

MASKED: Final = -1.0  # no weight is negative; NaN is a place that a side has not

WORDS: Final = frozenset(
    {
        "lang", "label", "keys", "difference_title", "idle", "idle_touch",
        "gives", "masked_first", "masked_second", "masked", "only_first", "only_second", "neither",
        "weight_scale", "signed_scale", "hatched", "dotted", "row_title", "key", "before", "after",
        "difference", "barred", "absent", "shown_of", "changes", "no_changes", "without_special",
        "axes",
    },
)  # fmt: skip

_mount = register(
    "compared",
    "shared/dom", "shared/mount", "shared/canvas", "shared/colours", "shared/signed",
    "compared/numbers", "compared/layout", "compared/paint", "compared/labels", "compared/map",
    "compared/legend", "compared/readout", "compared/row", "compared/changes", "compared/view",
)  # fmt: skip


def compared(
    found: Comparison,
    query: int,
    key_place: int,
    said: tuple[str, str],
    titles: tuple[str, str],
    words: Mapping[str, str],
    *,
    on_pick: Callable[[int, int], object],
    key: str,
) -> None:
    """Show both maps and their difference; `on_pick` is told the places of a chosen pair.

    ``said`` is what a sentence calls the two sides, ``titles`` what stands above their maps.
    """
    n_places = len(found.places)
    check_index("query", query, n_places)
    check_index("key_place", key_place, n_places)
    given = {
        "labels": [list(place.labels) for place in found.places],
        "special": [not place.is_word for place in found.places],
        "changes": [[change.query, change.key] for change in largest(found)],
        "has_barred": bool(found.before.masked.any() or found.after.masked.any()),
        "has_absent": any(not (place.before and place.after) for place in found.places),
        "query": query,
        "key": key_place,
        "said": list(said),
        "titles": list(titles),
        "words": chosen(words, WORDS),
    }
    tell = telling(key, "pick", lambda value: as_pair(value, n_places), on_pick)
    _mount(key=key, data=pack(given, body(found)), on_pick_change=tell)


def body(found: Comparison) -> bytes:
    """Give both maps as float32, row by row; the browser takes the first from the second."""
    sides = (found.before, found.after)
    maps = [np.where(side.masked, np.float32(MASKED), side.weights) for side in sides]
    return b"".join(np.ascontiguousarray(one, dtype="<f4").tobytes() for one in maps)
