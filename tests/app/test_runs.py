"""What all visitors share: one load of each model, few runs at once, few large runs kept."""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from types import SimpleNamespace

import pytest
import torch

import attention
from app import long_runs, runs
from app.long_runs import is_long, n_bytes
from attention.effects import effects_of_blocking
from attention.run import again
from tests.attention.drawn import sentence

SMOLLM2 = SimpleNamespace(
    places=range(30), n_layers=30, n_heads=9, n_kv_heads=3, d_model=576, d_head=64
)


@pytest.fixture
def kept(monkeypatch) -> list[str]:
    """Give where each run is kept; nothing is run."""
    places: list[str] = []
    monkeypatch.setattr(runs, "small_readings", lambda *_: places.append("small"))
    monkeypatch.setattr(runs, "large_readings", lambda *_: places.append("large"))
    return places


def test_512_tokens_in_smollm2_are_known_to_take_130_megabytes():
    assert round(n_bytes(SMOLLM2, 512) / 1e6) == 130


@pytest.mark.weights("smollm2")
@pytest.mark.parametrize(
    ("text", "place"), [("动" * 600, "large"), ("The cat sat", "small"), ("a" * 600, "large")]
)
def test_a_run_is_large_by_its_tokens_and_not_by_its_characters(
    kept, model, monkeypatch, text, place
):
    monkeypatch.setattr(runs, "model", lambda source: model(source))
    runs.reading("smollm2", text, 512)
    assert kept == [place]


@pytest.mark.weights("minilm")
def test_the_estimate_is_what_a_run_keeps(model):
    trace = attention.trace(model("minilm"), "The cat sat on the mat")
    kept = [t for c in trace.calls for t in (c.x, c.q, c.k, c.v, c.output)]
    assert n_bytes(trace.model, trace.n_tokens) == sum(t.numel() * 4 for t in kept)


@pytest.mark.weights("minilm")
def test_a_change_is_run_once_on_the_same_tokens_however_it_was_written(model, monkeypatch):
    reading = SimpleNamespace(trace=attention.trace(model("minilm"), sentence()))
    runs.small_changes.clear()
    ran = []
    own = runs.again
    monkeypatch.setattr(runs, "again", lambda *given: ran.append(given) or own(*given))
    one = runs.changed(reading, attention.WhatIf(block=[2, 1]))
    same = runs.changed(reading, attention.WhatIf(block={1, 2}))
    other = runs.changed(reading, attention.WhatIf(block={1}))
    assert one is same
    assert len(ran) == 2
    assert one.tokens is other.tokens is reading.trace.tokens
    assert one.what_if == attention.WhatIf(block={1, 2})


@pytest.mark.weights("minilm")
def test_a_pair_is_not_taken_for_a_text_of_the_same_ids(model):
    pair = attention.trace(model("minilm"), "The cat sat", pair="It was tired")
    text = attention.trace(model("minilm"), ids=list(pair.tokens.ids))
    assert pair.tokens.ids == text.tokens.ids
    assert pair.tokens.segments != text.tokens.segments
    hotter = attention.WhatIf(temperature=2)
    for trace in (pair, text):
        found = runs.changed(SimpleNamespace(trace=trace), hotter)
        assert torch.equal(found.weights(0), again(trace, hotter).weights(0))
        assert runs.effects(trace, 0, 0, 2) == effects_of_blocking(trace, 0, 0, 2)


def test_large_changes_are_kept_apart(monkeypatch):
    tokens = SimpleNamespace(ids=(), segments=())
    only = {"target_tokens": None, "part": None}
    trace = SimpleNamespace(model=SMOLLM2, n_tokens=512, tokens=tokens, **only)
    trace.model.id = "smollm2"
    monkeypatch.setattr(runs, "large_changes", lambda *_: "large")
    assert runs.changed(SimpleNamespace(trace=trace), attention.WhatIf(causal=False)) == "large"


def test_two_visitors_who_wait_for_the_same_model_wait_for_one_load(monkeypatch):
    loads = []

    class Loaded(SimpleNamespace):
        """Can be let go again: a plain namespace takes no weak reference."""

    def load(source: str, device: str) -> object:
        loads.append(source)
        time.sleep(0.2)
        return Loaded(id=source)

    monkeypatch.setattr(attention, "load", load)
    monkeypatch.setattr(runs.hub, "is_away", lambda source: False)
    start = threading.Barrier(2)

    def visit(_: int) -> object:
        start.wait()
        return runs.model("made for this test")

    with ThreadPoolExecutor(2) as pool:
        one, other = pool.map(visit, range(2))
    assert one is other
    assert loads == ["made for this test"]
    del one, other
    runs.shelf().clear()
    assert runs.shelf().sources() == []


def test_a_run_is_long_from_260_tokens_of_minilm_and_48_of_smollm2_on():
    sizes = {"n_heads": 12, "n_kv_heads": 12, "d_model": 384, "d_head": 32}
    minilm = SimpleNamespace(places=range(6), **sizes)
    assert [is_long(minilm, n) for n in (15, 250, 512)] == [False, False, True]
    assert [is_long(SMOLLM2, n) for n in (5, 45, 50)] == [False, False, True]
    assert is_long(minilm, 15, n_runs=24)


@pytest.fixture
def taken(monkeypatch) -> list[bool]:
    """Give, for each turn that is taken, whether it was one for a long run."""
    found: list[bool] = []

    @contextmanager
    def turn(*, is_long: bool = False) -> Iterator[None]:
        found.append(is_long)
        yield

    monkeypatch.setattr(runs, "turn", turn)
    monkeypatch.setattr(long_runs, "turn", turn)
    return found


@pytest.mark.weights("minilm")
@pytest.mark.parametrize("n_words", [6, 300])
def test_whatever_goes_through_all_layers_is_done_in_a_turn_and_only_once(
    model, taken, monkeypatch, n_words
):
    runs.forget()
    monkeypatch.setattr(runs, "model", model)
    text = " ".join(["cat", "dog"] * (n_words // 2))
    for _ in range(2):
        reading = runs.reading("minilm", text, 512)
        assert reading.habits is reading.habits
        assert reading.base_rate is reading.base_rate
        runs.changed(reading, attention.WhatIf(temperature=3))
        runs.links_of(reading.trace, 2, 1, 3)
        runs.matches(reading.trace, ((2, 1),), 3)
    assert taken == [n_words > 250] * 6
    runs.forget()


@pytest.mark.parametrize(("n_source", "n_target"), [(1, 512), (512, 1), (512, 0), (1, 1), (1, 0)])
def test_of_two_texts_the_longer_one_makes_a_run_long(monkeypatch, n_source, n_target):
    turns = []
    monkeypatch.setattr(long_runs, "turn", lambda *, is_long: turns.append(is_long))
    target = range(n_target) if n_target else None
    long_runs.turn_for(SimpleNamespace(model=SMOLLM2, n_tokens=n_source, target_tokens=target))
    assert turns == [max(n_source, n_target) == 512]
