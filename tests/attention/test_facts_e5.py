"""Facts measured once on multilingual-e5-small; stored as float16, so single weights ± 0.002."""

import pytest
import torch
from safetensors.torch import load_file

import attention
from attention import links, weights
from bench import probe_statistics as probes
from tests.cases import case

pytestmark = pytest.mark.weights("e5")

TABLES = ("E20", "E22", "E24", "E25")
MEASURES = {"E27": probes.previous, "E28": probes.following, "E29": probes.first}


@pytest.fixture(scope="module")
def probed(model) -> dict[str, list[torch.Tensor]]:
    """Give the maps of the reference's own twenty sentences, by language."""
    reference = case("E27")["reference_values"]
    return {
        "en": [probes.maps(attention.trace(model("e5"), text)) for text in reference["english"]],
        "zh": [probes.maps(attention.trace(model("e5"), text)) for text in reference["chinese"]],
    }


@pytest.mark.parametrize("id", TABLES)
def test_a_pronoun_to_each_noun_in_all_heads(model, id):
    reference = case(id)["reference_values"]
    t = attention.trace(model("e5"), case(id)["input"])
    assert list(t.tokens.ids) == reference["ids"]
    assert t.tokens[reference["query"]].piece == reference["query_token"]
    row = probes.maps(t)[..., reference["query"], :]
    nouns = [value for value in reference.values() if isinstance(value, dict)]
    assert len(nouns) >= 2
    for noun in nouns:
        table = row[..., noun["key"]]
        torch.testing.assert_close(table, torch.tensor(noun["table"]), rtol=0, atol=1e-3)
        assert float(table.mean()) == pytest.approx(noun["mean"], abs=5e-4)
        best = divmod(int(table.argmax()), t.n_heads)
        assert best == (noun["best"]["layer"], noun["best"]["head"])
        assert float(table.max()) == pytest.approx(noun["best"]["weight"], abs=1e-3)


def test_e26_the_link_does_not_move_to_the_street_in_chinese(model):
    reference = case("E26")["reference_values"]
    for id, name in (("E24", "L11H3_tired"), ("E25", "L11H3_wide")):
        row = attention.trace(model("e5"), case(id)["input"]).weights(11)[3, 9]
        assert [float(row[3]), float(row[7])] == pytest.approx(reference[name], abs=2e-3)


def test_the_pronoun_of_the_start_page_looks_at_the_children(model):
    t = attention.trace(model("e5"), "孩子们累了，他们想回家")
    assert (t.tokens[6].label, t.tokens[2].label) == ("他们", "孩子们")
    assert float(t.weights(8)[8, 6, 2]) == pytest.approx(0.633, abs=2e-3)


@pytest.mark.parametrize("id", MEASURES)
def test_positional_heads_over_twenty_sentences(probed, id):
    reference, measure = case(id)["reference_values"], MEASURES[id]
    means = {
        language: torch.stack([measure(maps) for maps in found]).mean(0)
        for language, found in (probed | {"all": probed["en"] + probed["zh"]}).items()
    }
    for row in reference["top"]:
        for language, table in means.items():
            found = float(table[row["layer"], row["head"]])
            assert found == pytest.approx(row[language], abs=1e-3)
    assert float(means["all"].mean()) == pytest.approx(reference["mean_all_heads"], abs=5e-4)
    assert int((means["all"] > 0.5).sum()) == reference["heads_gt_half"]
    n_top = len(reference["top"])
    best = [divmod(place, 12) for place in means["all"].flatten().topk(n_top).indices.tolist()]
    assert best == [(row["layer"], row["head"]) for row in reference["top"]]


def test_e32_weights_are_stored_in_half_precision_and_computed_in_single(model):
    stored = load_file(weights.folder("e5") / "model.safetensors")
    assert {tensor.dtype for tensor in stored.values()} == {torch.float16}
    assert {p.dtype for p in model("e5").network.parameters()} == {torch.float32}


def test_e32_best_heads_keep_their_order_in_half_precision(model):
    reference = case("E22")["reference_values"]
    row = probes.maps(attention.trace(model("e5"), case("E22")["input"]))[..., 8, :]
    for noun in ("animal", "street_0", "street_1"):
        table = row[..., reference[noun]["key"]]
        assert float(table.max()) == pytest.approx(reference[noun]["best_fp16"], abs=5e-4)


def test_e34_the_head_gives_animal_as_much_from_every_word(model):
    reference = case("E34")["reference_values"]
    t = attention.trace(model("e5"), case("E34")["input"])
    column = t.weights(11)[3, :, 2]
    assert float(column[8]) == pytest.approx(reference["weight"], abs=2e-3)
    others = links.other_words(t.tokens, next(t.layers())[1], 8, 2)
    assert float(column[others].mean()) == pytest.approx(reference["other_queries_mean"], abs=2e-3)
    best = max(others, key=lambda query: float(column[query]))
    label, weight = reference["other_queries_max"]
    assert t.tokens[best].label == label
    assert float(column[best]) == pytest.approx(weight, abs=2e-3)


@pytest.mark.parametrize("language", ["chinese", "english"])
def test_e33_how_high_the_best_head_is_over_pairs_of_words(model, language):
    reference = case("E33")["reference_values"]
    texts = reference[f"{language}_sentences"]
    found = probes.base_rate([attention.trace(model("e5"), text) for text in texts])
    assert found.n_pairs == reference[language]["n"]
    for quantile, value in found.quantiles.items():
        assert value == pytest.approx(reference[language][str(quantile)], abs=1e-3)
