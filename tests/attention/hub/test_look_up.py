"""What a hub offers is told before anything large is fetched, and what it refuses in one reason."""

import pytest

from attention import hub as hubs
from attention.errors import ModelUnavailable, UnknownModel
from tests.attention.hub.conftest import NAME
from tests.attention.hub.stand_in import COMMIT


def reason(name: str = NAME) -> str:
    with pytest.raises(ModelUnavailable) as caught:
        hubs.look_up(name)
    assert caught.value.fields["model"] == name
    return caught.value.reason


def test_the_size_is_known_before_a_byte_of_the_weights_has_come(stocked, bert):
    offer = hubs.look_up(NAME)
    wanted = {p.name: p.stat().st_size for p in bert.iterdir()}
    assert {file.name: file.n_bytes for file in offer.files} == wanted
    assert offer.n_bytes == sum(wanted.values())
    assert offer.weight_bytes == wanted["model.safetensors"]
    assert (offer.revision, offer.config["model_type"]) == (COMMIT, "bert")
    assert stocked.weights_asked() == []


def test_no_pickle_and_no_code_is_ever_on_the_list(stocked):
    stocked.repos[NAME] |= {"sub/model.safetensors": b"x", "../config.json": b"x", "vocab.pkl": b""}
    names = {file.name for file in hubs.look_up(NAME).files}
    assert names == {"config.json", "model.safetensors", "tokenizer.json", "tokenizer_config.json"}


def test_weights_in_parts_come_with_their_index(stocked):
    files = stocked.repos[NAME]
    del files["model.safetensors"]
    files |= {f"model-0000{i}-of-00002.safetensors": b"part" for i in (1, 2)}
    assert reason() == "unreadable"
    files["model.safetensors.index.json"] = b"{}"
    names = {file.name for file in hubs.look_up(NAME).files}
    assert {n for n in names if "model" in n} == {n for n in files if n.startswith("model")}


def test_only_pickles_are_refused(stocked):
    del stocked.repos[NAME]["model.safetensors"]
    assert reason() == "no_safetensors"


def test_weights_without_a_configuration_are_refused(stocked):
    del stocked.repos[NAME]["config.json"]
    assert reason() == "no_config"


def test_what_is_not_there_is_unknown(stocked):
    assert reason("org/nothing") == "unknown_repo"


@pytest.mark.parametrize("code", ["GatedRepo", ""])
def test_a_model_behind_a_gate_is_told_from_one_that_is_not_there(stocked, code):
    stocked.refusals[NAME] = (403, code)
    assert reason() == "gated"


@pytest.mark.parametrize("status", [500, 503, 429])
def test_a_hub_in_trouble_is_no_missing_model(stocked, status):
    stocked.hidden[NAME] = (status, "")
    assert reason() == "hub_failed"


def test_an_address_that_is_no_hub_is_named_as_the_cause(stocked, monkeypatch):
    monkeypatch.setenv("HF_ENDPOINT", f"{stocked.url}/not/a/hub")
    assert reason() == "wrong_hub"


@pytest.mark.parametrize("address", ["hub.example", "ftp://x.example", "http://x:y", "http://"])
def test_an_address_that_is_none_is_named_as_the_cause(stocked, monkeypatch, address):
    monkeypatch.setenv("HF_ENDPOINT", address)
    assert reason() == "wrong_hub"


def test_a_hub_that_tells_no_sizes_is_not_fetched_from_blindly(stocked):
    stocked.says_size = False
    assert reason() == "wrong_hub"


def test_without_a_network_that_is_the_reason(home, monkeypatch):
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:9")
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    assert reason() == "no_network"


@pytest.mark.parametrize("name", ["a b", "org/na--me", "org/../x", "a/b/c", "/x", "org/", "动/物"])
def test_what_can_be_no_id_is_never_asked_for(hub, name):
    with pytest.raises(UnknownModel):
        hubs.look_up(name)
    assert hub.asked == []
