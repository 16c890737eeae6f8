"""A hub's model that is here already is found, whoever fetched it, and only where it is whole."""

import json
import shutil

import pytest
from huggingface_hub import constants

from attention import hub as hubs
from attention.hub import fetching
from attention.weights import store
from attention.weights.store import MARKER, put
from tests.attention.hub.conftest import NAME


def test_a_model_that_other_programs_have_fetched_is_found(home, bert, monkeypatch, tmp_path):
    shared = tmp_path / "shared" / "models--org--tiny-bert"
    (shared / "refs").mkdir(parents=True)
    (shared / "refs" / "main").write_text("a" * 40)
    snapshot = shared / "snapshots" / ("a" * 40)
    shutil.copytree(bert, snapshot)
    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path / "shared"))
    assert hubs.cached(NAME) == snapshot
    (snapshot / "model.safetensors").unlink()
    assert hubs.cached(NAME) is None


def test_a_folder_that_lost_a_file_is_not_whole(stocked):
    folder = hubs.download(hubs.look_up(NAME))
    (folder / "tokenizer.json").unlink()
    assert hubs.cached(NAME) is None


def test_a_marker_that_names_no_file_makes_nothing_whole(stocked):
    folder = hubs.download(hubs.look_up(NAME))
    marker = json.loads((folder / MARKER).read_text())
    (folder / MARKER).write_text(json.dumps({**marker, "files": {}}))
    assert hubs.cached(NAME) is None
    assert hubs.names() == []


def test_what_was_held_against_its_hash_is_not_read_again_for_the_marker(stocked, monkeypatch):
    read, real = [], store.sha256_of

    def counted(path):
        read.append(path.name)
        return real(path)

    monkeypatch.setattr(fetching, "sha256_of", counted)
    monkeypatch.setattr(store, "sha256_of", counted)
    folder = hubs.download(hubs.look_up(NAME))
    names = sorted(path.name for path in folder.iterdir() if path.name != MARKER)
    assert sorted(read) == names
    assert store.damaged(folder) == []


@pytest.fixture
def made(tmp_path):
    """Give a new folder and an old one in its place."""
    for name in ("new", "old"):
        (tmp_path / name).mkdir()
        (tmp_path / name / f"{name}.txt").write_text(name)
    return tmp_path / "new", tmp_path / "old"


def test_a_folder_takes_the_place_of_another_and_leaves_nothing_beside_it(made, tmp_path):
    new, place = made
    assert put(new, place) == place
    assert [path.name for path in place.iterdir()] == ["new.txt"]
    assert [path.name for path in tmp_path.iterdir()] == ["old"]


def test_where_a_folder_cannot_be_moved_the_old_one_stays(made, tmp_path):
    _, place = made
    with pytest.raises(FileNotFoundError):
        put(tmp_path / "never made", place)
    assert [path.name for path in place.iterdir()] == ["old.txt"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["new", "old"]
