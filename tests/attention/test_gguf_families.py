"""Files of every architecture that is converted: their numbers are the network's own."""

from dataclasses import replace
from pathlib import Path

import pytest
import torch
from gguf import GGMLQuantizationType as Packing
from transformers import PreTrainedModel

import attention
from attention.models import Model
from attention.models.gguf_file import SUPPORTED, Refused, to_folder
from tests.attention.gguf_families import FAMILIES, KINDS, write
from tests.attention.gguf_files import unknown

IDS = [3, 14, 15, 9, 2, 6, 7, 30]
ROUGH = {Packing.Q8_0: 1 / 127, Packing.Q4_0: 1 / 7}  # of the largest number of a block


def converted(file: Path) -> Model:
    return to_folder(file, None, lambda key, **fields: None)[1]


def own_logits(network: PreTrainedModel) -> torch.Tensor:
    with torch.inference_mode():
        return network(input_ids=torch.tensor([IDS])).logits[0]


def test_what_is_converted_is_what_is_written_here():
    written = {KINDS.get(name, name) for name in FAMILIES}
    assert written - {"mistral"} == set(SUPPORTED)  # its files call themselves llama


@pytest.mark.parametrize("architecture", FAMILIES)
def test_every_number_of_a_file_arrives(tmp_path, architecture):
    network = write(tmp_path / "x.gguf", architecture)
    model = converted(tmp_path / "x.gguf")
    found, expected = model.network.state_dict(), network.state_dict()
    assert found.keys() == expected.keys()
    for name, numbers in expected.items():
        torch.testing.assert_close(found[name], numbers, rtol=1e-6, atol=1e-6)
    assert model.level == ("B" if architecture in ("bloom", "falcon") else "A")
    logits = attention.trace(model, ids=IDS).logits
    torch.testing.assert_close(logits, own_logits(network), rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize("packed", ROUGH)
@pytest.mark.parametrize("architecture", ["llama", "qwen2", "gemma2", "gpt2", "bloom"])
def test_packed_numbers_arrive_as_near_as_they_are_packed(tmp_path, architecture, packed):
    network = write(tmp_path / "x.gguf", architecture, packed=packed)
    found = converted(tmp_path / "x.gguf").network.state_dict()
    n_packed = 0
    for name, numbers in network.state_dict().items():
        off = (found[name] - numbers).abs().max()
        assert off <= ROUGH[packed] * numbers.abs().max()
        n_packed += bool(off > 0)
    assert n_packed >= 10


@pytest.mark.parametrize(
    ("architecture", "setting"),
    [
        ("gemma2", {"attn_logit_softcapping": 20.0}),
        ("phi3", {"attention.sliding_window": 16}),
        ("llama", {"attention.scale": 0.5}),
        ("qwen2", {"rope.scaling.factor": 4.0}),
    ],
)
def test_a_setting_that_the_reader_drops_is_refused_by_its_name(tmp_path, architecture, setting):
    write(tmp_path / "x.gguf", architecture, **setting)
    with pytest.raises(Refused) as caught:
        converted(tmp_path / "x.gguf")
    assert caught.value.why == "not_taken_over"
    assert caught.value.fields["setting"] == f"{architecture}.{next(iter(setting))}"
    assert [path.name for path in tmp_path.iterdir()] == ["x.gguf"]


def test_a_network_of_another_size_than_its_kind_has_is_refused(tmp_path, monkeypatch):
    smaller = FAMILIES["qwen3"].sizes | {"head_dim": 8}
    monkeypatch.setitem(FAMILIES, "qwen3", replace(FAMILIES["qwen3"], sizes=smaller))
    write(tmp_path / "x.gguf", "qwen3")
    with pytest.raises(Refused) as caught:
        converted(tmp_path / "x.gguf")
    assert caught.value.why == "incomplete"


@pytest.mark.parametrize("name", ["t5", "gpt-oss", "lfm2", "minimax-m2", "gemma4", "deci"])
def test_what_the_reader_knows_but_is_not_tried_here_is_refused_in_a_sentence(tmp_path, name):
    unknown(tmp_path / "x.gguf", name)
    with pytest.raises(Refused) as caught:
        converted(tmp_path / "x.gguf")
    assert caught.value.why == "unsupported"
    assert caught.value.fields["architecture"] == name
