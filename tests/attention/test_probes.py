"""The file of probe scores says what the models do."""

from pathlib import Path

import numpy as np
import pytest

import attention
from attention import patterns
from bench import pattern_table, probe_patterns, probe_statistics
from tests.attention.drawn import chance

HELD = [("minilm", "en"), ("e5", "zh"), ("smollm2", "en")]


@pytest.mark.weights
@pytest.mark.parametrize(("name", "language"), HELD)
def test_a_probe_drawn_by_chance_scores_no_less_than_the_least(model, name, language):
    found = patterns.probed(name, language)
    text = chance().choice(probe_statistics.sentences(language))
    t = attention.trace(model(name), text)
    score = patterns.scores(t.layers(), t.tokens)
    judged = [n for n in patterns.NAMES if n not in probe_patterns.REPEATED]
    for at in map(patterns.NAMES.index, judged):
        known = patterns.enough(score)[at][:, None] & ~np.isnan(found.least[at])
        assert (score.raw[at] - found.least[at] > -2e-3)[known].all()


@pytest.mark.weights("minilm")
def test_summing_up_two_texts_gives_their_median_least_and_names(model):
    texts = ["The lamp in the hall needs a new bulb.", "Wet leaves made the steps slippery."]
    scores = probe_patterns.score(model("minilm"), texts)
    found = probe_patterns.together(scores)
    both = np.stack([one.raw[patterns.NAMES.index("next")] for one in scores])
    assert found.median[patterns.NAMES.index("next")] == pytest.approx(both.mean(0))
    assert found.least[patterns.NAMES.index("next")] == pytest.approx(both.min(0))
    habit = found.of("previous", 0, 2)
    assert (habit.n_named, habit.n_texts) == (2, 2)
    assert found.of("punctuation", 0, 0) is not None
    assert found.of("induction", 0, 0) is None


def test_what_is_packed_is_kept_to_four_decimals(tmp_path):
    found = patterns.probed("e5", "en")
    kept = patterns.probes.packed(found)
    assert kept["median"].dtype == np.uint16
    back = patterns.probes._scores(kept["median"])
    assert np.array_equal(back, found.median, equal_nan=True)
    assert patterns.probed("somebody/else", "en") is None


def test_a_causal_model_has_no_next_token_head():
    found = patterns.probed("smollm2", "en")
    assert found.of("next", 0, 0) is None
    assert found.of("separator", 0, 0) is None
    assert found.of("first", 18, 8).least >= 0.999


def test_the_page_of_measured_facts_says_what_the_file_says():
    page = Path(probe_statistics.__file__).parents[1] / "docs" / "measured.md"
    assert pattern_table.section() + "\n" in page.read_text("utf-8")
