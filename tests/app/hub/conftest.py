"""The hub of the tests for pages: the three embedded models stay, the hub's own are not there."""

import pytest

from app import offered, runs
from app.downloads import asked, downloads
from tests.attention.hub.conftest import bert, hub, stocked

__all__ = ["bert", "home", "hub", "stocked"]


@pytest.fixture
def home(tmp_path, monkeypatch):
    """Give an empty place for the models of a hub."""
    monkeypatch.setattr("attention.hub.kept.home", lambda: tmp_path / "home")
    monkeypatch.setenv("ATTENTION_HUB", "1")
    asked.clear()
    offered.fetched.clear()
    downloads.clear()
    runs.forget()
    runs.shelf.clear()  # a model that another test has loaded is not there
    return tmp_path / "home"
