"""Models of the hub by their own id: fetched while an image is made, found without a network."""

import os
import subprocess
import sys
from typing import get_args

import pytest

from attention import hub
from attention.errors import ModelUnavailable
from attention.reasons import Reason
from attention.weights import __main__
from attention.weights.store import damaged
from attention.weights.terminal import words
from tests.attention.folders import family
from tests.attention.hub.conftest import NAME

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


def test_an_id_of_the_hub_is_fetched_as_the_app_fetches_it(stocked, home, capsys):
    assert __main__.main([NAME]) == 0
    assert hub.names() == [NAME]
    assert not [path for path in home.rglob("*") if path.suffix in (".bin", ".h5", ".py", ".old")]
    assert damaged(home / "hub" / "org--tiny-bert") == []
    said = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in said] == [NAME, NAME, "Folder"]
    stocked.asked.clear()
    assert __main__.main([NAME]) == 0
    assert stocked.asked == []


HINDRANCES = {
    "unknown_repo": lambda stocked: stocked.repos.clear(),
    "gated": lambda stocked: stocked.refusals.update({NAME: (403, "GatedRepo")}),
    "hub_failed": lambda stocked: stocked.hidden.update({NAME: (503, "")}),
    "no_safetensors": lambda stocked: stocked.repos[NAME].pop("model.safetensors"),
    "no_config": lambda stocked: stocked.repos[NAME].pop("config.json"),
    "wrong_hub": lambda stocked: setattr(stocked, "says_size", False),
    "wrong_hash": lambda stocked: setattr(stocked, "spoil", True),
}


@pytest.mark.parametrize("language", ["en", "zh-CN"])
@pytest.mark.parametrize("reason", HINDRANCES)
def test_an_id_of_the_hub_that_cannot_be_had_is_one_sentence(
    stocked, home, monkeypatch, capsys, reason, language
):
    HINDRANCES[reason](stocked)
    monkeypatch.setenv("LC_ALL", language)
    assert __main__.main([NAME]) == 1
    (said,) = capsys.readouterr().err.splitlines()
    assert said.startswith(words(language)(reason, model=NAME))
    assert hub.names() == []


def test_every_way_a_hub_can_fail_has_its_sentence_in_both_languages():
    for language in ("en", "zh-CN"):
        sentences = words(language).sentences.keys()
        for reason in get_args(Reason):
            error = ModelUnavailable(NAME, reason)
            if reason in sentences:
                assert NAME in __main__.sentence(error, words(language), from_hub=False)
            else:  # what only a link or a loaded folder can meet
                assert reason in {"missing", "mismatch", "not_allowed", "away"}


def test_one_wrong_id_stops_before_anything_is_fetched(stocked):
    assert __main__.main([NAME, "nosuch"]) == 1
    assert stocked.asked == []
