"""A hub's model that is here already is found, whoever fetched it, and only where it is whole."""

import shutil

from huggingface_hub import constants

from attention import hub as hubs
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
