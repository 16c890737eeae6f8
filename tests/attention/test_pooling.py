import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from attention.pooling import MASKED, largest, pooling


@given(arrays.arrays(np.uint16, (3, 23), elements=st.sampled_from([0, 1, 500, 1000, 65535])))
def test_pooling_keeps_the_largest_weight_and_masks_only_what_is_masked_whole(cells):
    pooled = largest(cells, 5, axis=1)
    for block in range(5):
        part = cells[:, 5 * block : 5 * block + 5]
        for row in range(3):
            seen = [cell for cell in part[row].tolist() if cell != MASKED]
            assert pooled[row, block] == (max(seen) if seen else MASKED)


@given(st.integers(1, 1024), st.integers(1, 512))
def test_a_grid_is_exact_while_it_is_small_and_else_as_fine_as_fits(n_heads, n_tokens):
    def size(step):
        return 2 * n_heads * (-(-n_tokens // step)) ** 2

    step = pooling(n_heads, n_tokens)
    exact = n_tokens <= 64 and size(1) <= 600_000
    assert (step == 1) == exact
    assert exact or size(step) <= 400_000
    assert step <= 2 or size(step - 1) > 400_000


@pytest.mark.parametrize(
    ("n_heads", "n_tokens", "step"),
    [(72, 33, 1), (72, 64, 1), (72, 65, 2), (270, 15, 1), (270, 33, 1), (270, 34, 2), (270, 64, 3)],
)
def test_what_the_embedded_models_send(n_heads, n_tokens, step):
    assert pooling(n_heads, n_tokens) == step
