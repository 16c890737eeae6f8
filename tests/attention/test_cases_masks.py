"""Cases about what may not be looked at, and about numbers that are none."""

import pytest
import torch

import attention
from attention import recording
from attention.core import attend
from attention.errors import NotFinite
from bench import probe_statistics as probes
from tests.attention import folders
from tests.attention.tiny import tiny
from tests.cases import case


def test_c029_the_future_has_no_weight_at_all(model):
    reference = case("C029")["reference_values"]
    t = attention.trace(model("smollm2"), case("C029")["input"])
    assert [token.piece for token in t.tokens] == reference["tokens"]
    maps = probes.maps(t)
    assert float(maps.triu(1).abs().max()) == reference["upper_max"]
    assert maps[:, :, 0, 0].eq(reference["row0"]).all()
    for name, place in (("L0H0_last", (0, 0)), ("L29H8_last", (29, 8))):
        row = t.steps(*place).weights[-1]
        assert row.tolist() == pytest.approx(reference[name], abs=5e-4)


def test_c029_a_masked_score_is_minus_infinity_and_not_a_large_number(model):
    t = attention.trace(model("smollm2"), case("C029")["input"])
    for layer in range(30):
        steps = t.steps(layer, 8)
        assert torch.equal(steps.masked.isneginf(), ~steps.mask)
        assert steps.masked[steps.mask].isfinite().all()
        assert steps.scores.isfinite().all()
    assert torch.equal(t.mask(0), torch.ones(5, 5, dtype=torch.bool).tril())


def test_c031_left_padding_changes_nothing_for_the_words(model):
    smollm2, reference = model("smollm2"), case("C031")["reference_values"]
    alone = attention.trace(smollm2, case("C031")["input"][1])
    pads, mask = torch.tensor([reference["ids"]]), torch.tensor([reference["mask"]])
    assert list(alone.tokens.ids) == reference["ids"][3:]
    with torch.inference_mode(), recording.record() as recorded:
        smollm2.network(input_ids=pads, attention_mask=mask)
    for layer, call in enumerate(recorded.calls):
        maps = call.steps().weights[0]
        assert maps.isfinite().all()
        assert not maps[:, 3:, :3].any()
        # A pad has no key to look at: nothing, where other programs show a uniform row.
        assert not maps[:, :3].any()
        torch.testing.assert_close(maps[:, 3:, 3:], alone.weights(layer), rtol=0, atol=1e-5)


def test_c032_a_row_without_any_key_is_zero_and_not_nan():
    x = torch.randn(1, 1, 3, 4)
    steps = attend(x, x, x, mask=torch.tensor([[[[True] * 3, [False] * 3, [True] * 3]]]))
    assert steps.weights[0, 0, 1].tolist() == [0.0, 0.0, 0.0]
    assert steps.output[0, 0, 1].tolist() == [0.0] * 4
    assert steps.weights[0, 0].sum(-1).tolist() == pytest.approx([1.0, 0.0, 1.0])


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_c034_the_first_layer_and_the_heads_without_numbers_are_named(tmp_path, value):
    network = tiny("bert", "eager")
    query = network.encoder.layer[1].attention.self.query
    query.weight[17, 5] = value
    broken = attention.load(folders.save(network, tmp_path))
    with pytest.raises(NotFinite) as caught:
        attention.trace(broken, "the dog sees a cat")
    # Output column 17 belongs to head 2 of 4, which are 8 wide.
    assert caught.value.fields == {"layer": 1, "heads": "2"}


def test_c034_the_same_model_without_the_nan_is_fine(tmp_path):
    sound = attention.load(folders.family("bert", tmp_path))
    assert attention.trace(sound, "the dog sees a cat").output.isfinite().all()
