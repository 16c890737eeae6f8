"""Heads' patterns on made maps: the scores against plain loops over the cells of the rules."""

import math

import numpy as np
import pytest
import torch

from attention import patterns
from attention.patterns.targets import targets
from attention.tokens import Token, Tokens


def made(text: str, *, specials: bool = True) -> Tokens:
    """Give the tokens of a text cut at its blanks, between two special ones."""
    items, start = [], 0
    for word in text.split():
        start = text.index(word, start)
        items.append(Token(10, word, word, (start, start + len(word)), False, False))
        start += len(word)
    ends = [Token(n, name, name, None, True, False) for n, name in enumerate(("<s>", "</s>"))]
    items = [ends[0], *items, ends[1]] if specials else items
    return Tokens(text, None, tuple(items), len(items), (0,) * len(items), ())


def drawn(n_heads: int, allowed: np.ndarray, seed: int = 0) -> torch.Tensor:
    scores = 3 * torch.randn(n_heads, *allowed.shape, generator=torch.Generator().manual_seed(seed))
    return scores.masked_fill(~torch.from_numpy(allowed), -math.inf).softmax(-1)


def every(allowed: np.ndarray, tokens: Tokens, name: str) -> list[tuple[int, list[int]]]:
    """Give the rows that can show a pattern, each with the keys that its rule wants there."""
    n, back = len(tokens), not allowed[0, 1:].any()
    read = [token.label.casefold() for token in tokens]
    special = [token.is_special for token in tokens]
    alnum = [any(map(str.isalnum, label)) and not special[i] for i, label in enumerate(read)]
    found = []
    for q in range(n):
        seen = [k for k in range(n) if allowed[q, k]]
        earlier = [k for k in range(q) if read[k] == read[q] and not special[q]]
        wanted = {
            "previous": [q - 1],
            "next": [q + 1],
            "self": [q],
            "first": [0] if q and not special[q] else [],
            "separator": [k for k in range(1, n) if special[k]] if not special[q] else [],
            "duplicate": [k for k in range(n) if k != q and read[k] == read[q]] * (not special[q]),
            "induction": [k + 1 for k in earlier if k + 1 < q],
            "punctuation": [k for k in range(n) if not special[k] and not alnum[k]] * alnum[q],
            "window": list(range(q - 2, q + 3)),
        }[name]
        wanted = [k for k in wanted if k in seen and not (name == "punctuation" and k == q)]
        if name == "window" and len(seen) < 2 * len(wanted):
            continue
        if wanted and len(seen) > 1 and (q or not back):
            found.append((q, wanted))
    return found


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("name", [name for name in patterns.NAMES if name != "broad"])
def test_a_score_is_the_mean_the_lowest_and_the_count_of_its_rows(name, causal):
    tokens = made("the cat , the dog . the cat sat , the dog ran .", specials=not causal)
    allowed = np.ones((len(tokens), len(tokens)), dtype=bool)
    allowed = np.tril(allowed) if causal else allowed
    weights = drawn(4, allowed)
    found = patterns.scores([(weights, allowed)], tokens)
    rows, at = every(allowed, tokens, name), patterns.NAMES.index(name)
    assert found.n_rows[at, 0] == len(rows)
    for head, own in enumerate(weights):
        per_row = [float(own[q, keys].sum()) for q, keys in rows]
        if not rows:
            assert np.isnan(found.raw[at, 0, head])
            continue
        assert found.raw[at, 0, head] == pytest.approx(sum(per_row) / len(rows), abs=1e-6)
        assert found.least[at, 0, head] == pytest.approx(min(per_row), abs=1e-6)
        assert found.held[at, 0, head] == sum(int(own[q].argmax()) in keys for q, keys in rows)


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("name", ["previous", "self", "induction", "punctuation"])
def test_without_special_tokens_rows_and_columns_go_and_the_rest_may_be_rescaled(name, causal):
    tokens = made("the cat , the dog . the cat sat , the dog ran .", specials=not causal)
    allowed = np.ones((len(tokens), len(tokens)), dtype=bool)
    allowed = np.tril(allowed) if causal else allowed
    weights = drawn(3, allowed)
    found, at = patterns.scores([(weights, allowed)], tokens), patterns.NAMES.index(name)
    out = {0} if causal else {0, len(tokens) - 1}
    rows = [(q, set(keys) - out) for q, keys in every(allowed, tokens, name) if q not in out]
    rows = [(q, sorted(keys)) for q, keys in rows if keys]
    for head, own in enumerate(weights):
        plain = [float(own[q, keys].sum()) for q, keys in rows]
        left = [1 - float(own[q, sorted(out)].sum()) for q, _ in rows]
        rescaled = [one / rest for one, rest in zip(plain, left, strict=True)]
        assert found.words[at, 0, head] == pytest.approx(np.mean(plain), abs=1e-6)
        assert found.rescaled[at, 0, head] == pytest.approx(np.mean(rescaled), abs=1e-5)


def test_broad_is_the_entropy_of_a_row_beside_that_of_equal_weights():
    tokens = made("one two three four five six")
    allowed = np.ones((8, 8), dtype=bool)
    weights = torch.stack([torch.full((8, 8), 1 / 8), torch.eye(8), drawn(1, allowed)[0]])
    found, at = patterns.scores([(weights, allowed)], tokens), patterns.NAMES.index("broad")
    own = weights[2].double().numpy()
    by_hand = -(own * np.log(own)).sum(-1) / np.log(8)
    assert found.raw[at, 0].tolist() == pytest.approx([1, 0, by_hand.mean()], abs=1e-6)
    assert found.held[at, 0].tolist()[:2] == [8, 0]
    assert found.entropy[0].tolist() == pytest.approx([3, 0, 3 * by_hand.mean()], abs=1e-5)
    inner = own[1:-1, 1:-1] / own[1:-1, 1:-1].sum(-1, keepdims=True)
    by_hand = -(inner * np.log(inner)).sum(-1) / np.log(6)
    assert found.rescaled[at, 0, 2] == pytest.approx(by_hand.mean(), abs=1e-6)


def test_a_mean_that_two_rows_carry_does_not_name_a_head():
    tokens = made("one two three four five", specials=False)
    allowed = np.ones((5, 5), dtype=bool)
    alike = torch.full((5, 5), 0.0)
    alike[torch.arange(1, 5), torch.arange(4)] = torch.tensor([1.0, 0.49, 0.49, 0.49])
    alike[torch.arange(5), torch.tensor([4, 4, 4, 1, 1])] += 1 - alike.sum(-1)
    found = patterns.patterns(patterns.scores([(alike[None], allowed)], tokens))
    score = patterns.scores([(alike[None], allowed)], tokens)
    at = patterns.NAMES.index("previous")
    assert score.raw[at, 0, 0] > patterns.THRESHOLDS["previous"]
    assert score.held[at, 0, 0] == 1
    assert "previous" not in [one.name for one in found]


def test_a_single_row_does_not_name_a_head_and_an_empty_rule_scores_nothing():
    tokens = made("the cat saw the dog", specials=False)
    allowed = np.ones((5, 5), dtype=bool)
    weights = torch.full((1, 5, 5), 0.05)
    weights[0, torch.arange(5), torch.tensor([0, 1, 2, 1, 4])] = 0.8
    score = patterns.scores([(weights, allowed)], tokens)
    assert score.n_rows[patterns.NAMES.index("induction"), 0] == 1
    assert score.raw[patterns.NAMES.index("induction"), 0, 0] == pytest.approx(0.8)
    assert np.isnan(score.raw[patterns.NAMES.index("separator"), 0, 0])
    (only,) = patterns.patterns(score)
    assert only.name == "self"


def test_every_pattern_of_a_causal_model_leaves_out_the_row_that_sees_only_itself():
    tokens = made("one two three four five", specials=False)
    at = targets(tokens, np.tril(np.ones((5, 5), dtype=bool)))
    assert not at.rows[:, 0].any()
    assert not at.kept[:, 0].any()
    assert at.kept[1:, 1:].sum() == 10
