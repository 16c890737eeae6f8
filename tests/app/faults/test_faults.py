"""What breaks while people are there: one sentence for who asked, and the server goes on."""

import shutil
from pathlib import Path

import pytest
import torch

import attention
from app import runs
from app.i18n import words
from app.waiting import turns
from attention import weights
from attention.weights.store import mark
from tests.app.conftest import ANIMAL

pytestmark = pytest.mark.weights("minilm", "e5")

CHINESE = "孩子们累了，他们想回家"
OUT_OF_MEMORY = [
    MemoryError(),
    torch.OutOfMemoryError("CUDA out of memory"),
    RuntimeError("[enforce fail] DefaultCPUAllocator: can't allocate memory: tried 9 bytes"),
]


def notices(seen) -> list[str]:
    bodies = (body for body in seen.html if not body.startswith("<style"))
    pairs = zip(seen.lines, bodies, strict=True)
    return [line for line, body in pairs if body.startswith('<p class="notice')]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a home of our own, whose MiniLM can be harmed; E5 is the real one."""
    models = tmp_path / "models"
    models.mkdir()
    shutil.copytree(weights.folder("minilm"), models / "minilm")
    entry = weights.catalogue.entry("minilm")
    (models / "minilm" / "attention-microscope.json").unlink()
    mark(models / "minilm", "wheel", entry.file, entry.sha256)
    (models / "e5").symlink_to(weights.folder("e5"), target_is_directory=True)
    monkeypatch.setenv("ATTENTION_HOME", str(tmp_path))
    forget()
    yield models / "minilm"
    forget()


def forget() -> None:
    """Drop every run and every model, also those that an earlier visitor still looks at."""
    runs.forget()
    runs.shelf.clear()


def turn_a_bit(folder: Path) -> None:
    with (folder / "model.safetensors").open("r+b") as file:
        file.seek(50_000_000)
        byte = file.read(1)[0]
        file.seek(50_000_000)
        file.write(bytes([byte ^ 1]))


def cut(folder: Path) -> None:
    with (folder / "model.safetensors").open("r+b") as file:
        file.truncate(50_000_000)


@pytest.mark.parametrize(
    ("harm", "reason", "lang"),
    [(turn_a_bit, "wrong_hash", "en"), (cut, "missing", "zh-CN"), (shutil.rmtree, "missing", "en")],
)
def test_weights_that_are_damaged_cost_one_sentence_and_no_other_model(
    visit, home, harm, reason, lang
):
    harm(home)
    seen = visit(text="the cat sat", model="minilm", lang=lang)
    t = words(lang)
    assert not seen.at.exception
    name = t("models.minilm.name")
    assert notices(seen)[0] == t(f"errors.model_unavailable.{reason}", model=name)
    assert seen.charts() == 1  # the same text in the other model
    seen = visit(text=CHINESE, model="e5", lang=lang)
    assert not seen.at.exception
    assert notices(seen) == []


def test_a_bit_that_turned_is_caught_in_a_notebook_too(home):
    turn_a_bit(home)
    with pytest.raises(attention.errors.ModelUnavailable) as caught:
        attention.load("minilm")
    assert caught.value.reason == "wrong_hash"
    assert str(caught.value.__cause__) == "model.safetensors"


@pytest.mark.parametrize(
    ("place", "error"),
    [*(("attention.trace", error) for error in OUT_OF_MEMORY), ("attention.load", MemoryError())],
)
def test_a_run_without_memory_says_so_and_the_next_visitor_is_served(
    visit, monkeypatch, place, error
):
    forget()

    def fail(*args, **kwargs):
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(place, fail)
        seen = visit(text="the cat sat", model="minilm", lang="en")
    assert not seen.at.exception
    assert notices(seen)[0] == words("en")("errors.no_memory")
    assert_serving(visit)


@pytest.mark.parametrize("page", ["heads", "steps", "compare", "what_if", "course"])
def test_a_run_that_raises_is_one_sentence_on_every_page(arrive, visit, monkeypatch, page):
    def fail(*args, **kwargs):
        raise RuntimeError("shapes")

    with monkeypatch.context() as patch:
        patch.setattr("attention.trace", fail)
        seen = arrive(page, text=f"the cat {page}", model="minilm", lang="en")
    assert not seen.at.exception
    assert notices(seen)[0] == words("en")("errors.unexpected")
    assert_serving(visit)


def test_a_changed_run_that_raises_leaves_the_unchanged_one(arrive, visit, monkeypatch):
    def fail(*args, **kwargs):
        raise MemoryError

    with monkeypatch.context() as patch:
        patch.setattr("app.runs.again", fail)
        seen = arrive("what_if", text=ANIMAL, model="minilm", off="0.1,2.3", lang="en")
    assert not seen.at.exception
    assert words("en")("errors.no_memory") in notices(seen)
    assert_serving(visit)


def assert_serving(visit) -> None:
    """Open a page as the next visitor; everybody's turns must have been given back."""
    seen = visit(text="the dog slept", model="minilm", lang="en")
    assert not seen.at.exception
    assert notices(seen) == []
    assert turns().n_there == 0
