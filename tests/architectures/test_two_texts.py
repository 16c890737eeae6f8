"""Every encoder–decoder of the catalogue is seen at each of its parts, in every view of a page."""

import pytest

import attention
from attention import head_views, pattern_views, projection_views, step_views, views
from attention.errors import UnsupportedModel
from tests.architectures.catalogue import CATALOGUE
from tests.attention.folders import save

TWO_TEXTS = [one for one in CATALOGUE if one.kind == "seq2seq"]
SIDES = {"encoder": (7, 7), "decoder": (5, 5), "cross": (5, 7)}


@pytest.mark.parametrize("architecture", TWO_TEXTS, ids=lambda one: one.name)
def test_every_part_of_an_architecture_has_its_own_rows_and_columns(architecture, tmp_path):
    network = architecture.build("eager" if architecture.level == "A" else None)
    folder = save(network, tmp_path)
    if architecture.level is None:
        with pytest.raises(UnsupportedModel):
            attention.load(folder)
        return
    model = attention.load(folder)
    run = attention.trace(model, "the dog sees a small cat", target="der Hund schläft")
    assert set(model.parts) <= set(SIDES)
    assert {"encoder", "decoder"} <= set(model.parts)
    for part in model.parts:
        seen = run.at(part)
        grid, shown = views.head_grid(seen), views.head_map(seen, 0, 0)
        assert (grid.rows, grid.columns) == shown.weights.shape == SIDES[part]
        if part != "encoder":  # an encoder may look through windows
            assert shown.masked.any() == (part == "decoder")
        assert pattern_views.habits(seen).entropy.shape == (seen.n_layers, seen.n_heads)
        if model.level == "A":
            check_level_a(seen)


def check_level_a(seen):
    n_queries, n_keys = SIDES[seen.shown_part]
    walk = step_views.step_view(seen, 1, 1, n_queries - 1, 0)
    assert walk.matrices["weights"].shape == (n_queries, n_keys)
    assert ("x_query" in walk.matrices) == seen.is_cross
    for name, n_rows in zip(projection_views.NAMES, (n_queries, n_keys, n_keys), strict=True):
        view = projection_views.projection_view(seen, 1, 1, name)
        assert view.factors is not None
        assert len(view.factors.x) == len(view.own) == n_rows
    assert head_views.many_heads(seen, 1, 0).agrees
