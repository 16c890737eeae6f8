"""A download is whole or not at all, goes on where it broke off, and stops when told to."""

import errno
import shutil
import threading
from types import SimpleNamespace

import pytest
from filelock import FileLock

import attention
from attention import hub as hubs
from attention.errors import ModelUnavailable
from attention.hub import fetching
from attention.hub.kept import place
from tests.attention.hub.conftest import NAME

HALF = 10_000


@pytest.fixture(autouse=True)
def small_bites(monkeypatch):
    monkeypatch.setattr(fetching, "CHUNK", 1000)


def files(folder) -> dict[str, bytes]:
    return {
        p.name: p.read_bytes() for p in folder.iterdir() if p.name != "attention-microscope.json"
    }


def same(folder, bert) -> bool:
    return files(folder) == files(bert)


def test_a_download_brings_the_files_and_tells_every_byte(stocked, bert):
    told = []
    offer = hubs.look_up(NAME)
    folder = hubs.download(offer, told.append)
    assert same(folder, bert)
    counted = [step.n_bytes for step in told]
    assert counted == sorted(counted)
    assert counted[-1] == told[0].total == offer.n_bytes
    assert hubs.cached(NAME) == folder
    assert not list(folder.parent.glob("*.partial"))


def test_what_was_fetched_is_loaded_by_its_id_without_asking_again(stocked):
    hubs.download(hubs.look_up(NAME))
    stocked.asked.clear()
    model = attention.load(NAME)
    assert (model.id, model.n_layers, model.level) == (NAME, 2, "A")
    assert stocked.asked == []


def test_a_notebook_fetches_what_it_loads(stocked):
    assert attention.load(NAME).n_heads == 4
    assert hubs.cached(NAME)


def test_a_connection_that_breaks_is_taken_up_where_it_broke(stocked, bert):
    stocked.break_after[:] = [HALF, HALF]
    folder = hubs.download(hubs.look_up(NAME))
    assert same(folder, bert)
    assert stocked.weights_asked() == [None, f"bytes={HALF}-", f"bytes={2 * HALF}-"]


def test_an_interrupted_download_goes_on_in_another_process(stocked, bert):
    offer = hubs.look_up(NAME)
    stocked.break_after[:] = [HALF, 0, 0, 0, 0]
    with pytest.raises(ModelUnavailable) as caught:
        hubs.download(offer)
    assert caught.value.reason == "no_network"
    assert hubs.cached(NAME) is None
    assert HALF <= hubs.n_there(offer) < offer.n_bytes
    stocked.asked.clear()
    told = []
    assert same(hubs.download(hubs.look_up(NAME), told.append), bert)
    assert stocked.weights_asked() == [f"bytes={HALF}-"]
    assert told[0].n_bytes >= HALF


def test_a_hub_without_ranges_begins_anew_and_counts_so(stocked, bert):
    stocked.knows_ranges = False
    stocked.break_after[:] = [HALF]
    told = []
    assert same(hubs.download(hubs.look_up(NAME), told.append), bert)
    assert told[-1].n_bytes == told[-1].total


def test_a_stop_takes_effect_at_once_and_keeps_what_has_come(stocked, bert):
    offer = hubs.look_up(NAME)
    steps = []
    with pytest.raises(hubs.Stopped):
        hubs.download(offer, steps.append, stop=lambda: steps[-1].n_bytes > HALF)
    assert HALF < hubs.n_there(offer) < HALF + 3000
    assert hubs.cached(NAME) is None
    assert same(hubs.download(offer), bert)


def test_a_stop_is_heard_though_the_hub_has_fallen_silent(stocked, monkeypatch):
    monkeypatch.setattr(fetching, "PATIENCE", 0.3)
    stocked.halt_after = HALF
    stocked.go.clear()
    steps = []
    with pytest.raises(hubs.Stopped):
        # asked to stop when the last byte that comes has come: no further one brings the word
        hubs.download(
            hubs.look_up(NAME), steps.append, stop=lambda: len(stocked.weights_asked()) == 2
        )
    assert steps[-1].n_bytes >= HALF


def test_other_bytes_than_were_promised_are_not_kept(stocked):
    offer = hubs.look_up(NAME)
    stocked.spoil = True
    with pytest.raises(ModelUnavailable) as caught:
        hubs.download(offer)
    assert caught.value.reason == "wrong_hash"
    stocked.spoil = False
    assert hubs.download(offer)


def test_a_full_disk_is_known_before_it_is_full(stocked, monkeypatch):
    monkeypatch.setattr(shutil, "disk_usage", lambda path: SimpleNamespace(free=1000))
    with pytest.raises(ModelUnavailable) as caught:
        hubs.download(hubs.look_up(NAME))
    assert caught.value.reason == "no_space"
    assert stocked.weights_asked() == []


def test_a_disk_that_fills_up_meanwhile_gets_its_room_back(stocked, monkeypatch, home):
    def full(self, file, path):
        path.write_bytes(b"some")
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(fetching.Job, "go_on", full)
    with pytest.raises(ModelUnavailable) as caught:
        hubs.download(hubs.look_up(NAME))
    assert caught.value.reason == "no_space"
    assert not list((home / "hub").glob("*.partial"))


def test_a_folder_that_cannot_be_written_is_said_to_be_one(stocked, home):
    home.write_text("a file where the folder should be")
    with pytest.raises(ModelUnavailable) as caught:
        hubs.download(hubs.look_up(NAME))
    assert caught.value.reason in ("no_folder", "read_only")


def test_a_gate_that_closes_meanwhile_is_named(stocked):
    offer = hubs.look_up(NAME)
    stocked.refusals[NAME] = (403, "GatedRepo")
    with pytest.raises(ModelUnavailable) as caught:
        hubs.download(offer)
    assert caught.value.reason == "gated"


def test_leftovers_of_an_older_version_are_dropped(stocked, bert):
    old = hubs.look_up(NAME)
    stocked.break_after[:] = [HALF, 0, 0, 0, 0]
    with pytest.raises(ModelUnavailable):
        hubs.download(old)
    stocked.commit = "f" * 40
    assert hubs.n_there(hubs.look_up(NAME)) == 0
    assert same(hubs.download(hubs.look_up(NAME)), bert)
    assert hubs.n_there(old) == 0


def test_two_processes_fetch_a_model_once(stocked):
    offer = hubs.look_up(NAME)
    place(NAME).parent.mkdir(parents=True)
    lock = FileLock(place(NAME).with_name(".org--tiny-bert.lock"))
    told, found = [], []
    with lock:
        waiting = threading.Thread(
            target=lambda: found.append(hubs.download(offer, told.append)), daemon=True
        )
        waiting.start()
        while not told:
            waiting.join(0.05)
        assert {step.stage for step in told} == {"wait"}
    waiting.join(30)
    assert found == [hubs.cached(NAME)]
