"""Cases about many people at one model at the same time."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
import torch
from transformers.utils import logging

import attention
from attention.reading import quiet
from tests.attention.drawn import chance, sentence
from tests.cases import case

N_THREADS, N_SENTENCES = 8, 50


def maps(t: attention.Trace) -> list[torch.Tensor]:
    return [t.weights(layer) for layer in range(t.n_layers)]


def test_c096_two_people_at_once_each_see_their_own_text(model):
    minilm, texts = model("minilm"), case("C096")["input"]
    lone = [maps(attention.trace(minilm, text)) for text in texts]
    start = Barrier(2)

    def visit(text: str) -> list[attention.Trace]:
        start.wait()
        return [attention.trace(minilm, text) for _ in range(10)]

    with ThreadPoolExecutor(2) as pool:
        visits = list(pool.map(visit, texts))
    for runs, expected, n_tokens in zip(visits, lone, (14, 3), strict=True):
        for t in runs:
            assert len(t.calls) == 6
            assert {call.q.shape[2] for call in t.calls} == {n_tokens}
            for found, right in zip(maps(t), expected, strict=True):
                torch.testing.assert_close(found, right, rtol=0, atol=1e-5)


def test_eight_threads_of_fifty_sentences_mix_nothing_up(model):
    minilm, draw = model("minilm"), chance()
    short = [" ".join(sentence("en", draw).split()[:6]) for _ in range(N_SENTENCES)]
    texts = {0: short, 1: [f"{text} and then {text}" for text in reversed(short)]}
    lone = {
        text: attention.trace(minilm, text).weights(5) for half in texts.values() for text in half
    }
    start = Barrier(N_THREADS)

    def visit(thread: int) -> list[tuple[str, attention.Trace]]:
        start.wait()
        # Each thread begins elsewhere, so that at any moment the threads read different texts.
        turn = 6 * thread % N_SENTENCES
        own = texts[thread % 2][turn:] + texts[thread % 2][:turn]
        return [(text, attention.trace(minilm, text)) for text in own]

    with ThreadPoolExecutor(N_THREADS) as pool:
        visits = [visit for found in pool.map(visit, range(N_THREADS)) for visit in found]
    assert len(visits) == N_THREADS * N_SENTENCES
    for text, t in visits:
        assert t.tokens.text == text
        assert [call.q.shape[2] for call in t.calls] == [t.n_tokens] * 6
        assert t.output.shape == (t.n_tokens, 384)
        torch.testing.assert_close(t.weights(5), lone[text], rtol=0, atol=1e-5)


def test_two_models_in_two_threads_do_not_share_a_recording(model):
    minilm, smollm2 = model("minilm"), model("smollm2")
    start = Barrier(2)

    def visit(name: attention.Model) -> list[int]:
        start.wait()
        return [len(attention.trace(name, "the cat sat on the mat").calls) for _ in range(4)]

    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(visit, (minilm, smollm2))) == [[6] * 4, [30] * 4]


def test_a_run_that_fails_leaves_no_recording_behind(model):
    minilm = model("minilm")
    with pytest.raises(attention.errors.AttentionError):
        attention.trace(minilm, "")
    t = attention.trace(minilm, "the cat sat")
    assert len(t.calls) == 6


def test_two_loads_that_overlap_leave_transformers_as_talkative_as_it_was():
    was = logging.get_verbosity()
    logging.set_verbosity_info()
    try:
        first, second = quiet(), quiet()
        first.__enter__()
        second.__enter__()
        first.__exit__(None, None, None)
        assert logging.get_verbosity() == logging.ERROR
        second.__exit__(None, None, None)
        assert logging.get_verbosity() == logging.INFO
    finally:
        logging.set_verbosity(was)
