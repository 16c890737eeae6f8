"""Turn the packed E5 encoder into an ordinary folder: a ``BertModel`` with its own tokenizer."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
from safetensors.numpy import save_file
from tokenizers import AddedToken, Regex, Tokenizer
from tokenizers.decoders import Metaspace as MetaspaceDecoder
from tokenizers.models import Unigram
from tokenizers.normalizers import NFKC, Normalizer, Replace, Sequence
from tokenizers.pre_tokenizers import Metaspace
from tokenizers.processors import TemplateProcessing

from attention.weights.e5_file import Pieces, Sizes, read
from attention.weights.json_file import write_json

FULL_WIDTH_TILDE, STAND_IN = "\uff5e", "\ufdd0"
REMOVED = "[\x01-\x08\x0b\x0e-\x1f\x7f\x8f\x9f]"
BLANKS = "[\t\n\x0c\r\u1680\u200b-\u200f\u2028\u2029\u2581\ufeff\ufffd]"
MASK = "<mask>"

# Name in the file, name in BertModel; what repeats in every layer comes second.
EMBEDDINGS = {
    "emb.word": "word_embeddings.weight",
    "emb.pos": "position_embeddings.weight",
    "emb.type": "token_type_embeddings.weight",
    "emb.ln.w": "LayerNorm.weight",
    "emb.ln.b": "LayerNorm.bias",
}
LINEAR = {
    "q": "attention.self.query",
    "k": "attention.self.key",
    "v": "attention.self.value",
    "ao": "attention.output.dense",
    "aln": "attention.output.LayerNorm",
    "fi": "intermediate.dense",
    "fo": "output.dense",
    "oln": "output.LayerNorm",
}


def convert(source: Path, folder: Path) -> None:
    """Write config, tokenizer and float16 weights of the packed file into the folder."""
    packed = read(source)
    tokenizer_of(packed.pieces).save(str(folder / "tokenizer.json"))
    write_json(folder / "tokenizer_config.json", tokenizer_config(packed.pieces, packed.sizes))
    write_json(folder / "config.json", model_config(packed.sizes, packed.pieces))
    weights = {
        name: np.ascontiguousarray(packed.tensors[short].reshape(shape), dtype=np.float16)
        for short, name, shape in names_and_shapes(packed.sizes)
    }
    save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})


def names_and_shapes(sizes: Sizes) -> Iterator[tuple[str, str, tuple[int, ...]]]:
    """Give for every tensor its name in the file, its name in ``BertModel`` and its shape."""
    rows = {
        "emb.word": sizes.n_embeddings,
        "emb.pos": sizes.max_positions,
        "emb.type": sizes.n_segments,
    }
    for short, name in EMBEDDINGS.items():
        shape = (rows[short], sizes.d_model) if short in rows else (sizes.d_model,)
        yield short, f"embeddings.{name}", shape
    for layer in range(sizes.n_layers):
        for short, name in LINEAR.items():
            d_out = sizes.d_hidden if short == "fi" else sizes.d_model
            d_in = sizes.d_hidden if short == "fo" else sizes.d_model
            is_norm = short.endswith("ln")
            place = f"encoder.layer.{layer}.{name}"
            yield f"l{layer}.{short}.w", f"{place}.weight", (d_out,) if is_norm else (d_out, d_in)
            yield f"l{layer}.{short}.b", f"{place}.bias", (d_out,)


def normalizer() -> Normalizer:
    """Return what is done to a text before it is cut into pieces; the order matters.

    NFKC would turn the full-width tilde into the plain one, which is another piece, so a character
    that no text may contain stands in for it meanwhile.
    """
    return Sequence(
        [
            Replace(Regex(REMOVED), ""),
            Replace(Regex(BLANKS), " "),
            Replace(FULL_WIDTH_TILDE, STAND_IN),
            NFKC(),
            Replace(STAND_IN, FULL_WIDTH_TILDE),
            Replace(Regex(" {2,}"), " "),
        ]
    )


def tokenizer_of(pieces: Pieces) -> Tokenizer:
    """Return the unigram tokenizer: ``<s> text </s>``, or ``<s> text </s></s> pair </s>``."""
    vocabulary = list(zip(pieces.pieces, pieces.scores, strict=True))
    tokenizer = Tokenizer(Unigram(vocabulary, unk_id=pieces.unk, byte_fallback=False))
    tokenizer.normalizer = normalizer()
    tokenizer.pre_tokenizer = Metaspace()
    tokenizer.decoder = MetaspaceDecoder()
    bos, eos = pieces.pieces[pieces.bos], pieces.pieces[pieces.eos]
    tokenizer.post_processor = TemplateProcessing(
        single=f"{bos} $A {eos}",
        pair=f"{bos} $A {eos} {eos} $B {eos}",
        special_tokens=[(bos, pieces.bos), (eos, pieces.eos)],
    )
    special = [pieces.pieces[id] for id in (pieces.bos, pieces.pad, pieces.eos, pieces.unk)]
    tokenizer.add_special_tokens([AddedToken(piece, normalized=False) for piece in special])
    tokenizer.add_special_tokens([AddedToken(MASK, lstrip=True, normalized=False)])
    return tokenizer


def tokenizer_config(pieces: Pieces, sizes: Sizes) -> dict[str, object]:
    """Return which token plays which part, as ``AutoTokenizer`` reads it."""
    bos, eos = pieces.pieces[pieces.bos], pieces.pieces[pieces.eos]
    return {
        "tokenizer_class": "PreTrainedTokenizerFast",
        "model_max_length": sizes.max_positions,
        "model_input_names": ["input_ids", "attention_mask"],
        "bos_token": bos,
        "eos_token": eos,
        "cls_token": bos,
        "sep_token": eos,
        "pad_token": pieces.pieces[pieces.pad],
        "unk_token": pieces.pieces[pieces.unk],
        "mask_token": MASK,
        "clean_up_tokenization_spaces": False,
    }


def model_config(sizes: Sizes, pieces: Pieces) -> dict[str, object]:
    """Return the configuration of the ``BertModel``."""
    return {
        "architectures": ["BertModel"],
        "model_type": "bert",
        "hidden_size": sizes.d_model,
        "num_hidden_layers": sizes.n_layers,
        "num_attention_heads": sizes.n_heads,
        "intermediate_size": sizes.d_hidden,
        "hidden_act": "gelu",
        "layer_norm_eps": float(str(np.float32(sizes.norm_eps))),
        "vocab_size": sizes.n_embeddings,
        "max_position_embeddings": sizes.max_positions,
        "type_vocab_size": sizes.n_segments,
        "pad_token_id": pieces.pad,
        "bos_token_id": pieces.bos,
        "eos_token_id": pieces.eos,
        "dtype": "float16",
    }
