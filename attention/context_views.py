"""How far a token's vector moves when its context changes, layer by layer."""

from collections.abc import Sequence

import numpy as np
from jaxtyping import Float32

from attention import likeness
from attention.compare_views import Place
from attention.trace import Trace


def cosines(
    before: Trace, after: Trace, places: Sequence[Place]
) -> Float32[np.ndarray, "place state"]:
    """Give how alike the two vectors at every place are: what each layer reads, then the output.

    The cosine of a vector with itself is 1; NaN where one side has no such place.
    """
    both = [i for i, place in enumerate(places) if place.before and place.after]
    first = [places[i].before[0] for i in both]
    second = [places[i].after[0] for i in both]
    n_layers = before.n_layers
    states = [(before.hidden(layer), after.hidden(layer)) for layer in range(n_layers)]
    found = np.full((len(places), n_layers + 1), np.nan, dtype=np.float32)
    for state, (a, b) in enumerate([*states, (before.output, after.output)]):
        found[both, state] = likeness.cosines(
            a.cpu().double().numpy()[first], b.cpu().double().numpy()[second]
        )
    return found
