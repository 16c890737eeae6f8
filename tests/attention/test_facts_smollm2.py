"""Facts measured once on SmolLM2, with the tolerances of the measurement."""

import pytest
import torch

import attention
from bench import probe_statistics as probes
from tests.cases import case

pytestmark = pytest.mark.weights("smollm2")


def induction(t: attention.Trace) -> torch.Tensor:
    """Give, for a text said twice, the mean weight on the token after the earlier copy."""
    n = t.n_tokens // 2
    queries = torch.arange(n, 2 * n)
    return probes.maps(t)[..., queries, queries - n + 1].mean(-1)


def check_rows(scores: torch.Tensor, rows: list[dict], tolerance: float) -> None:
    found = [float(scores[row["layer"], row["head"]]) for row in rows]
    assert found == pytest.approx([row["score"] for row in rows], abs=tolerance)


def drawn_ids(seed: int) -> list[int]:
    generator = torch.Generator().manual_seed(seed)
    return torch.randint(1000, 40_000, (8,), generator=generator).tolist()


def test_f06_shapes_scale_and_rotation(model):
    smollm2 = model("smollm2")
    t = attention.trace(smollm2, "The capital of France is")
    call = t.call(0)
    reference = case("F06")["reference_values"]["smollm2"]
    assert [list(call.q.shape), list(call.k.shape), list(call.v.shape)] == [
        reference["q"],
        reference["k"],
        reference["v"],
    ]
    assert call.scale == reference["scaling"]
    assert (smollm2.n_layers, smollm2.n_heads, smollm2.n_kv_heads) == (30, 9, 3)
    assert smollm2.network.config.rope_parameters["rope_theta"] == 100_000
    assert t.tokens[0].piece == "The"
    assert smollm2.is_causal


def test_f07_induction_on_eight_tokens_said_twice(model):
    reference = case("F07")["reference_values"]
    t = attention.trace(model("smollm2"), ids=reference["ids"])
    scores, maps = induction(t), probes.maps(t)
    check_rows(scores, reference["induction"], 5e-3)
    best = [divmod(place, 9) for place in scores.flatten().topk(3).indices.tolist()]
    assert best == [(18, 6), (17, 4), (17, 5)]
    assert not maps.triu(1).any()
    assert int((scores > 0.3).sum()) == reference["n_heads_induction_gt_03"]
    check_rows(probes.previous(maps), reference["previous"], 5e-3)
    queries = torch.arange(8, 16)
    check_rows(maps[..., queries, queries - 8].mean(-1), reference["duplicate"], 5e-3)


def test_f09_induction_on_typed_text(model):
    for name in ("typed", "typed2"):
        reference = case("F09")["reference_values"][name]
        t = attention.trace(model("smollm2"), reference["text"])
        assert [token.piece for token in t.tokens] == reference["tokens"]
        check_rows(induction(t), reference["induction"], 5e-3)
        queries = torch.arange(8, 16)
        cells = t.weights(18)[6, queries, queries - 7]
        assert cells.tolist() == pytest.approx(reference["L18H6_cells"], abs=5e-3)


@pytest.mark.parametrize("seed", [0, 7, 19])
def test_f10_induction_heads_are_the_same_in_every_draw(model, seed):
    scores = induction(attention.trace(model("smollm2"), ids=drawn_ids(seed) * 2))
    assert drawn_ids(0) * 2 == case("F07")["reference_values"]["ids"]
    for row in case("F10")["reference_values"]["plain"]:
        found = float(scores[row["layer"], row["head"]])
        assert row["min"] - 5e-3 <= found <= row["max"] + 5e-3


def test_f10_without_repetition_the_same_heads_do_not_look_there(model):
    t = attention.trace(model("smollm2"), ids=drawn_ids(0) + drawn_ids(101))
    for layer, head in ((18, 6), (17, 4), (17, 5), (17, 3)):
        assert induction(t)[layer, head] < 0.15


def test_f13_the_next_token(model):
    france, ioi, eiffel = case("F13")["input"]
    reference = case("F13")["reference_values"]
    expected = {france: [reference["france"]], ioi: reference["ioi"], eiffel: reference["eiffel"]}
    for text, rows in expected.items():
        t = attention.trace(model("smollm2"), text)
        found = t.next_tokens(len(rows))
        said = [t.model.tokenizer.decode([id]) for id, _ in found]
        assert said == [word for word, _ in rows]
        assert [p for _, p in found] == pytest.approx([p for _, p in rows], abs=5e-3)


def test_f15_e33_how_high_the_best_head_is_over_pairs_of_words(model):
    reference = case("E33")["reference_values"]
    texts = reference["english_sentences"]
    found = probes.base_rate([attention.trace(model("smollm2"), text) for text in texts])
    expected = reference["smollm2_same_english"]
    assert found.n_pairs == expected["n"]
    for quantile, value in found.quantiles.items():
        assert value == pytest.approx(expected[str(quantile)], abs=1e-3)
