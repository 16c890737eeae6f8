"""Models of the hub by their own id: fetched while an image is made, found without a network."""

import os
import subprocess
import sys

import pytest

from attention import weights
from attention.errors import UnknownModel
from attention.weights import __main__, hub
from tests.attention.folders import family

SAY = "import attention; m = attention.load('org/tiny'); print(m.id, m.n_layers)"


def test_a_kept_model_loads_where_there_is_no_network(tmp_path):
    place = tmp_path / "hub" / "models--org--tiny"
    (place / "refs").mkdir(parents=True)
    (place / "refs" / "main").write_text("0" * 40)
    family("bert", place / "snapshots" / ("0" * 40))
    environ = {**os.environ, "HF_HOME": str(tmp_path), "HF_HUB_OFFLINE": "1"}
    environ |= {"HF_ENDPOINT": "http://127.0.0.1:1"}
    told = subprocess.run(
        [sys.executable, "-c", SAY], env=environ, capture_output=True, text=True, check=False
    )
    assert told.stdout.split() == ["org/tiny", "2"], told.stderr


def test_an_id_of_the_hub_is_fetched_into_its_own_cache_without_pickles(monkeypatch, capsys):
    asked = []
    monkeypatch.setattr(hub, "snapshot_download", lambda id, **how: asked.append((id, how)))
    assert __main__.main(["org/tiny"]) == 0
    ((hub_id, how),) = asked
    assert hub_id == "org/tiny"
    assert how.keys() == {"allow_patterns"}
    assert not [one for one in how["allow_patterns"] if one.endswith(("*", ".bin", ".pt", ".pkl"))]
    assert "org/tiny" in capsys.readouterr().out


def test_an_id_of_the_hub_that_cannot_be_had_is_one_sentence(monkeypatch, capsys):
    def refuse(*_: object, **__: object) -> None:
        raise ConnectionError("off")

    monkeypatch.setattr(hub, "snapshot_download", refuse)
    assert __main__.main(["org/tiny"]) == 1
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 1
    assert said[0].startswith("org/tiny: ")


def test_one_wrong_id_stops_before_anything_is_fetched(monkeypatch):
    monkeypatch.setattr(hub, "snapshot_download", lambda *_, **__: pytest.fail("was fetched"))
    with pytest.raises(UnknownModel):
        weights.fetch(["org/tiny", "nosuch"])
