"""What the tests of the hub share: a hub on this machine, an empty home, a small model on it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from huggingface_hub.utils import close_session

from tests.attention import folders
from tests.attention.hub.stand_in import Hub, running

NAME = "org/tiny-bert"


@pytest.fixture
def home(tmp_path, monkeypatch) -> Path:
    """Give an empty home, so that nothing is there yet."""
    monkeypatch.setenv("ATTENTION_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def hub(home, monkeypatch) -> Iterator[Hub]:
    """Give a hub that is asked instead of the world's."""
    close_session()  # a session keeps the proxies it was made with
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setattr("attention.hub.fetching.PAUSE", 0.0)
    with running() as found:
        monkeypatch.setenv("HF_ENDPOINT", found.url)
        yield found
    close_session()


@pytest.fixture(scope="session")
def bert(tmp_path_factory) -> Path:
    """Give a folder with a tiny model."""
    return Path(folders.family("bert", tmp_path_factory.mktemp("bert")))


@pytest.fixture
def stocked(hub, bert) -> Hub:
    """Give a hub with a tiny model on it, and much beside it that is not to be fetched."""
    files = hub.add(NAME, bert)
    for name in ("pytorch_model.bin", "tf_model.h5", "own.py", "README.md", "training_args.bin"):
        files[name] = b"never to be fetched"
    return hub
