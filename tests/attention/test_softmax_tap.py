"""The tap on softmax: what it notes, in which thread, and that nothing of it stays."""

import contextlib
import threading
from types import SimpleNamespace

import torch
from torch.testing import assert_close

import attention
from attention.softmax_tap import SoftmaxTap
from tests.attention.test_outside import IDS, ready


def test_every_spelling_of_a_softmax_over_keys_is_seen_and_nothing_else():
    scores = torch.randn(1, 2, 3, 3)
    with SoftmaxTap() as tap:
        torch.nn.functional.softmax(scores, dim=-1)
        torch.softmax(scores, 3)
        scores.softmax(dim=3)
        torch.nn.Softmax(dim=-1)(scores[0])
        torch.special.softmax(input=scores, dim=-1)
        scores.softmax(dim=1)
        scores[0, 0].softmax(-1)
        scores.log_softmax(-1)
    assert [one.weights.shape for one in tap.seen] == [(2, 3, 3)] * 5
    assert all(torch.equal(one.weights, scores.softmax(-1)[0]) for one in tap.seen)


def test_a_tap_sees_one_thread_only_and_leaves_torch_as_it_was():
    before = (torch.nn.functional.softmax, torch.softmax, torch.Tensor.softmax)
    inside, done, numbers = threading.Event(), threading.Event(), SimpleNamespace(seen=None)

    def tapped() -> None:
        with contextlib.suppress(RuntimeError), SoftmaxTap() as tap:
            numbers.seen = tap.seen
            inside.set()
            done.wait(60)
            raise RuntimeError

    thread = threading.Thread(target=tapped)
    thread.start()
    inside.wait(60)
    torch.zeros(1, 1, 2, 2).softmax(-1)
    done.set()
    thread.join(60)
    torch.zeros(1, 1, 2, 2).softmax(-1)
    assert numbers.seen == []
    assert before == (torch.nn.functional.softmax, torch.softmax, torch.Tensor.softmax)


def test_two_models_of_lower_levels_run_at_once_without_mixing():
    models = [ready(name) for name in ("BLOOM", "MPNet")]
    alone = [attention.trace(model, ids=IDS).weights(1) for model in models]
    found: list[tuple[int, torch.Tensor]] = []

    def work(number: int) -> None:
        for _ in range(5):
            found.append((number, attention.trace(models[number], ids=IDS).weights(1)))

    threads = [threading.Thread(target=work, args=(number,)) for number in (0, 1, 0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert len(found) == 20
    for number, weights in found:
        assert_close(weights, alone[number], rtol=0, atol=1e-5)
