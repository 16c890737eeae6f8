"""What papers and tools claim about pairs of words: the numbers measured on our models."""

from collections.abc import Iterator

import pytest
import torch

import attention
from attention import metrics, patterns
from tests.cases import case, cases

pytestmark = pytest.mark.weights("minilm", "smollm2")
TOLERANCE = 5e-3
# One text each; claims about a pair of sentences are tested with the pairs.
CLAIMS = [one for one in cases("real-world-claim") if isinstance(one["input"], str)]


def claims() -> Iterator[tuple[str, str, str]]:
    """Give each claim's case, model and pair of words, where the pair can be looked at."""
    for one in CLAIMS:
        for model, links in one["reference_values"].items():
            yield from (
                (one["id"], model, name) for name, link in links.items() if "na" not in link
            )


@pytest.fixture(scope="module")
def run(model):
    held: dict[tuple[str, str], attention.Trace] = {}

    def trace(name: str, text: str) -> attention.Trace:
        if (name, text) not in held:
            held[name, text] = attention.trace(model(name), text)
        return held[name, text]

    return trace


def given(t: attention.Trace, query: int, keys: list[int]) -> torch.Tensor:
    """Give what every head gives a word, whose pieces are added up: (layer, head)."""
    return torch.stack([t.weights(layer)[:, query][:, keys].sum(-1) for layer in range(t.n_layers)])


@pytest.mark.parametrize(("id", "name", "link"), list(claims()))
def test_the_best_head_and_the_mean_are_what_was_measured(run, id, name, link):
    reference = case(id)["reference_values"][name][link]
    t = run(name, case(id)["input"])
    query, keys, best = reference["query_index"], reference["key_indices"], reference["best"]
    found = given(t, query, keys)
    assert float(found.max()) == pytest.approx(best["weight"], abs=TOLERANCE)
    assert float(found[best["layer"], best["head"]]) == pytest.approx(best["weight"], abs=TOLERANCE)
    assert float(found.mean()) == pytest.approx(reference["mean_all_heads"], abs=TOLERANCE)
    if len(keys) == 1:
        links = t.find_links(query, keys[0], top=5)
        assert links[0].weight == pytest.approx(best["weight"], abs=TOLERANCE)
        assert (best["layer"], best["head"]) in [(one.layer, one.head) for one in links]
        layers = [t.weights(layer) for layer in range(t.n_layers)]
        mean = metrics.mean_of_heads(layers)[query, keys[0]]
        assert float(mean) == pytest.approx(reference["mean_all_heads"], abs=TOLERANCE)


@pytest.mark.parametrize(("id", "name", "link"), list(claims()))
def test_the_word_it_is_held_against_has_its_own_best_head(run, id, name, link):
    reference = case(id)["reference_values"][name][link]
    if "competitor" not in reference:
        pytest.skip("the claim names no other word")
    t, other = run(name, case(id)["input"]), reference["competitor"]
    target = given(t, reference["query_index"], reference["key_indices"])
    rival = given(t, reference["query_index"], other["indices"])
    assert float(rival.max()) == pytest.approx(other["best"]["weight"], abs=TOLERANCE)
    if "state" not in other:
        assert int((target > rival).sum()) == pytest.approx(
            other["heads_target_gt_competitor"], abs=2
        )


LATER = [
    one
    for one in CLAIMS
    if any("na" in link for link in one["reference_values"]["smollm2"].values())
]


@pytest.mark.parametrize("one", LATER, ids=lambda one: one["id"])
def test_a_causal_model_gives_exactly_nothing_to_what_comes_later(run, one):
    t = run("smollm2", one["input"])
    assert not any(bool(t.weights(layer).triu(1).any()) for layer in range(0, 30, 7))


def test_r06_the_start_sentence_has_its_positional_heads_and_no_separator_sink(run):
    reference = case("R06")["extra"]
    t = run("minilm", case("R06")["input"])
    score = patterns.scores(t.layers(), t.tokens)
    named = {name: score.raw[at] for at, name in enumerate(patterns.NAMES)}
    assert named["previous"][0, 2] == pytest.approx(reference["L0H2_prev"], abs=5e-4)
    assert named["next"][1, 8] == pytest.approx(reference["L1H8_next"], abs=TOLERANCE)
    assert int((named["separator"] > 0.5).sum()) == reference["heads_SEP_gt_half"]
    assert int((named["first"] > 0.5).sum()) == reference["heads_CLS_gt_half"]


def test_r03_heads_of_one_layer_differ_by_what_was_measured(run):
    reference = case("R03")["extra"]
    maps = run("minilm", case("R03")["input"]).weights(reference["layer_index"])
    apart = (maps[:, None] - maps[None]).abs().sum(-1).mean(-1) / 2
    pairs = apart[torch.triu_indices(12, 12, 1).unbind()]
    found = [float(pairs.mean()), float(pairs.min()), float(pairs.max())]
    names = ("mean_total_variation_between_heads", "closest_pair", "farthest_pair")
    assert found == pytest.approx([reference[name] for name in names], abs=TOLERANCE)
