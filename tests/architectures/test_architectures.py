"""Every architecture of the catalogue: what is shown is its own, or it is not shown."""

from collections import Counter

import pytest

from attention import recording
from tests.architectures.catalogue import CATALOGUE
from tests.architectures.entry import Architecture
from tests.architectures.examine import examine
from tests.architectures.mutations import MUTATIONS

ROUNDING = 1e-5


@pytest.mark.parametrize("architecture", CATALOGUE, ids=lambda one: one.name)
def test_what_is_shown_of_an_architecture_is_its_own(architecture: Architecture) -> None:
    found = examine(architecture)
    assert (found.level, found.refused) == (architecture.level, architecture.refused)
    if found.level is None:
        return
    assert found.n_maps == found.n_places > 0
    assert found.output <= architecture.bound
    assert found.weights <= (architecture.bound if architecture.same_weights else 1e-6)
    if found.level == "A":
        assert found.missing == {architecture.missing}
        assert found.projected <= ROUNDING
        assert found.contributions <= ROUNDING
        n_matrices = 0 if architecture.missing else architecture.n_matrices
        assert found.n_projected == n_matrices * found.n_selfs
        assert found.n_contributions == (found.n_places if architecture.has_output else 0)


NAMED = {architecture.name: architecture for architecture in CATALOGUE}
CAUGHT = [(mutation, name) for mutation in MUTATIONS for name in mutation.caught_by]


@pytest.mark.parametrize(("mutation", "name"), CAUGHT, ids=lambda one: getattr(one, "what", one))
def test_a_formula_with_one_thing_wrong_is_noticed(mutation, name, monkeypatch) -> None:
    monkeypatch.setattr(recording, "attend", mutation.formula)
    found = examine(NAMED[name])
    assert (found.level, found.refused) == (None, "differs")


@pytest.mark.parametrize("mutation", [m for m in MUTATIONS if m.unharmed], ids=lambda m: m.what)
def test_a_wrong_formula_is_noticed_for_what_is_wrong_in_it(mutation, monkeypatch) -> None:
    monkeypatch.setattr(recording, "attend", mutation.formula)
    unharmed = NAMED[mutation.unharmed]
    assert examine(unharmed).refused == unharmed.refused


def test_the_catalogue_is_as_large_and_as_mixed_as_the_documentation_says() -> None:
    names = [architecture.name for architecture in CATALOGUE]
    assert len(names) == len(set(names))
    levels = Counter(architecture.level for architecture in CATALOGUE)
    assert levels["A"] >= 60
    assert min(levels["B"], levels[None]) >= 10
    assert levels["C"] >= 1
