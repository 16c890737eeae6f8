"""The packed encoder: every number is read, and the folder made of it is an ordinary one."""

import numpy as np
import pytest
import torch
from safetensors.torch import load_file
from transformers import AutoModel, AutoTokenizer

from attention.weights import e5
from attention.weights.e5_file import read, unpack_q4_0
from tests.attention.weights.tiny_e5 import PIECES, pack_q4_0, packed

CONTENT, TRUE = packed()


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "tiny.bin"
    path.write_bytes(CONTENT)
    return path


@pytest.fixture
def folder(file, tmp_path):
    made = tmp_path / "made"
    made.mkdir()
    e5.convert(file, made)
    return made


def test_a_block_holds_scale_times_nibble_minus_eight_low_nibbles_first():
    # d = 0.5; byte 0 is 0xF3: weight 0 has nibble 3, weight 16 has nibble 15.
    block = b"\x00\x38" + b"\xf3" + b"\x88" * 14 + b"\x08"
    weights = unpack_q4_0(block)
    assert weights.dtype == np.float32
    assert weights[0] == -2.5
    assert weights[16] == 3.5
    assert weights[31] == -4.0
    assert not weights[[*range(1, 16), *range(17, 31)]].any()


def test_blocks_follow_each_other_each_with_its_own_scale():
    nibbles = np.arange(64).reshape(2, 32) % 16
    weights = unpack_q4_0(pack_q4_0(nibbles, [1.0, -0.25]))
    assert weights.tolist() == [*(nibbles[0] - 8), *((nibbles[1] - 8) * -0.25)]


def test_the_file_gives_back_what_was_packed(file):
    found = read(file)
    assert (found.sizes.d_model, found.sizes.n_layers, found.sizes.n_heads) == (32, 1, 2)
    assert (found.sizes.d_hidden, found.sizes.n_embeddings) == (64, 12)
    assert (found.sizes.max_positions, found.sizes.n_segments) == (16, 2)
    assert list(found.pieces.pieces) == PIECES
    assert found.pieces.scores[7] == -1.0
    assert (found.pieces.bos, found.pieces.eos, found.pieces.pad, found.pieces.unk) == (0, 2, 1, 3)
    assert found.tensors.keys() == TRUE.keys()
    for name, weights in TRUE.items():
        assert np.array_equal(found.tensors[name], weights.reshape(-1)), name


@pytest.mark.parametrize("n_bytes", [0, 3, 20, 45, 100, 200, 400, 900, len(CONTENT) - 1])
def test_a_file_that_is_cut_off_is_refused(file, n_bytes):
    file.write_bytes(CONTENT[:n_bytes])
    with pytest.raises(ValueError, match=r"the magic|ends before"):
        read(file)


def test_another_file_is_refused_by_its_first_letters(file):
    file.write_bytes(b"GGUF" + CONTENT[4:])
    with pytest.raises(ValueError, match="GGUF"):
        read(file)


def test_an_unknown_kind_of_tensor_is_refused_by_name(file):
    at = CONTENT.index(b"emb.ln.w") + len("emb.ln.w")
    file.write_bytes(CONTENT[:at] + b"\x09" + CONTENT[at + 1 :])
    with pytest.raises(ValueError, match=r"emb\.ln\.w.*9"):
        read(file)


def test_the_folder_holds_every_weight_in_float16(folder):
    saved = load_file(folder / "model.safetensors")
    assert len(saved) == len(TRUE)
    assert {weights.dtype for weights in saved.values()} == {torch.float16}
    key = saved["encoder.layer.0.attention.self.key.weight"]
    assert np.array_equal(key.numpy(), TRUE["l0.k.w"].astype(np.float16))
    wide = saved["encoder.layer.0.intermediate.dense.weight"]
    assert np.array_equal(wide.numpy(), TRUE["l0.fi.w"].astype(np.float16))
    narrow = saved["encoder.layer.0.output.dense.weight"]
    assert np.array_equal(narrow.numpy(), TRUE["l0.fo.w"].astype(np.float16))


def test_the_library_loads_the_folder_with_no_weight_missing_or_left_over(folder):
    network, found = AutoModel.from_pretrained(
        folder, dtype=torch.float32, add_pooling_layer=False, output_loading_info=True
    )
    assert type(network).__name__ == "BertModel"
    assert not any(found[kind] for kind in ("missing_keys", "unexpected_keys", "mismatched_keys"))
    assert network.config.layer_norm_eps == 1e-12
    norm = network.encoder.layer[0].output.LayerNorm.bias.detach().numpy()
    assert np.array_equal(norm, TRUE["l0.oln.b"].astype(np.float16).astype(np.float32))


def test_the_tokenizer_knows_its_special_tokens_and_its_limit(folder):
    tokenizer = AutoTokenizer.from_pretrained(folder)
    assert tokenizer("a b").input_ids == [0, 7, 4, 6, 2]
    assert tokenizer("a", "a").input_ids == [0, 7, 2, 2, 7, 2]
    assert tokenizer("x").input_ids == [0, 4, 3, 2]
    assert tokenizer("a<mask>").input_ids == [0, 7, 10, 2]
    assert tokenizer.model_max_length == 16
    parts = ("bos", "eos", "cls", "sep", "pad", "unk", "mask")
    ids = [getattr(tokenizer, f"{part}_token_id") for part in parts]
    assert ids == [0, 2, 0, 2, 1, 3, 10]


@pytest.mark.parametrize(
    ("text", "normal"),
    [
        ("a\nb", "a b"),
        ("a\r\nb", "a b"),
        ("a\u200b\u200bb", "a b"),
        ("\ufeffhi", " hi"),
        ("a\u2581b", "a b"),
        ("a\x07\x7fb", "ab"),
        ("ﬁ１００～２", "fi100～2"),
        ("~", "~"),
        ("  the   cat ", " the cat "),
        ("e\u0301", "é"),
    ],
)
def test_a_text_is_made_normal_before_it_is_cut(text, normal):
    assert e5.normalizer().normalize_str(text) == normal
