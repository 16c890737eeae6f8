"""What a server offers, and what it says of its own variables before anybody comes in."""

import json
from pathlib import Path

import pytest

from app import offered
from app.i18n import LANGUAGES, words
from app.settings import Settings, complaint


@pytest.mark.parametrize(
    "environ",
    [
        {"ATTENTION_DEVICE": "gpu"},
        {"ATTENTION_DEVICE": "cuda:99"},
        {"ATTENTION_DEVICE": "meta"},
        {"ATTENTION_MEMORY": "much"},
        {"ATTENTION_MEMORY": "0"},
        {"ATTENTION_MAX_TOKENS": "many"},
        {"ATTENTION_MAX_TOKENS": "-1"},
    ],
)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_wrong_variable_is_named_in_one_sentence(environ, lang):
    said = complaint(environ, words(lang))
    assert said is not None
    assert next(iter(environ.values())) in said


@pytest.mark.parametrize(
    "environ",
    [{}, {"ATTENTION_DEVICE": " CPU ", "ATTENTION_MEMORY": "4g"}, {"ATTENTION_MEMORY": ""}],
)
def test_nothing_is_said_of_variables_that_mean_something(environ):
    assert complaint(environ, words("en")) is None


def save(folder: Path, **config: object) -> None:
    folder.mkdir(parents=True)
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    (folder / "model.safetensors").write_bytes(bytes(3_000_000))


def test_folders_with_a_model_are_offered_with_what_they_are_and_their_size(tmp_path, monkeypatch):
    root = tmp_path / "root"
    save(root / "mine", model_type="bert")
    save(root / "org" / "name", model_type="llama")
    save(root / ".hidden" / "one", model_type="llama")
    save(tmp_path / "outside", model_type="llama")
    (root / "way_out").symlink_to(tmp_path / "outside")
    (root / "empty").mkdir()
    monkeypatch.setattr("app.settings.is_ready", lambda model: model == "minilm")
    settings = Settings(root=root)
    assert offered.offered(settings) == ["minilm", "mine", "org/name"]
    assert all(settings.source(name) for name in ("mine", "org/name"))
    monkeypatch.setenv("ATTENTION_ROOT", str(root))
    assert offered.about("mine", words("en")) == "mine · bert, 3 MB"
    assert offered.about("org/name", words("zh-CN")) == "org/name · llama，3 MB"


def test_what_was_fetched_is_looked_for_once_in_a_while_and_not_in_every_run(monkeypatch):
    asked = []
    monkeypatch.setattr("attention.hub.names", lambda: asked.append(1) or ["org/tiny"])
    offered.fetched.clear()
    settings = Settings(models=(), hub=True)
    assert [offered.offered(settings) for _ in range(3)] == [["org/tiny"]] * 3
    assert len(asked) == 1
    offered.fetched.clear()
    assert offered.offered(Settings(models=())) == []
