"""One tiny model in place of the real ones, with its own home and its own registry."""

import shutil

import pytest

from attention.weights import Progress, catalogue, wheels
from tests.attention.weights.tiny_e5 import world


class Pip:
    """Stand in for pip: copy the wheel from the registry, and count."""

    def __init__(self, tiny):
        self.tiny, self.n_calls, self.error = tiny, 0, None

    def __call__(self, found, download, report):
        self.n_calls += 1
        if self.error:
            raise self.error
        report(Progress(found.id, "download", 1, 2))
        shutil.copy(self.tiny.wheel, download)


@pytest.fixture
def tiny(tmp_path, monkeypatch):
    made = world(tmp_path)
    monkeypatch.setenv("ATTENTION_HOME", str(made.home))
    monkeypatch.setattr(catalogue, "entries", lambda: {"tiny": made.entry})
    return made


@pytest.fixture
def pip(tiny, monkeypatch):
    stand_in = Pip(tiny)
    monkeypatch.setattr(wheels, "run_pip", stand_in)
    return stand_in
