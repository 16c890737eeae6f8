"""The notebooks in docs: run again from their beginning, they give what stands in them."""

import re

import nbformat
import pytest

from tests.notebooks import NOTEBOOKS, cells, outputs, read

NUMBER = re.compile(r"-?\d+\.\d+")

both = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)


def texts(found: list[dict]) -> list[str]:
    """Give what a reader sees of a cell's outputs."""
    return ["".join(one.get("text") or one["data"]["text/plain"]) for one in found]


@both
@pytest.mark.weights("minilm", "e5")
def test_a_notebook_gives_what_stands_in_it(path, monkeypatch):
    monkeypatch.chdir(path.parent)
    notebook = read(path)
    for cell, found in zip(cells(notebook), outputs(notebook), strict=True):
        kept, given = texts(cell["outputs"]), texts(found)
        assert [NUMBER.split(text) for text in kept] == [NUMBER.split(text) for text in given]
        numbers = [[float(one) for one in NUMBER.findall("\n".join(x))] for x in (kept, given)]
        assert numbers[0] == pytest.approx(numbers[1], abs=0.0021)


@both
def test_a_notebook_is_whole_small_and_run_in_order(path):
    nbformat.validate(nbformat.read(path, as_version=4))
    found = cells(read(path))
    assert [cell["execution_count"] for cell in found] == [*range(1, len(found) + 1)]
    assert any(cell["outputs"] for cell in found)
    assert path.stat().st_size < 300_000


def test_both_languages_have_the_same_cells():
    first, second = ([cell["cell_type"] for cell in read(path)["cells"]] for path in NOTEBOOKS)
    assert first == second
