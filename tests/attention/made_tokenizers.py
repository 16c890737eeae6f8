"""The embedded models' tokenizers, and a small one of every make there is, without weights."""

from functools import cache

from tokenizers import (
    Tokenizer,
    decoders,
    models,
    normalizers,
    pre_tokenizers,
    processors,
    trainers,
)
from transformers import (
    AutoTokenizer,
    ByT5Tokenizer,
    CanineTokenizer,
    PreTrainedTokenizerBase,
    PreTrainedTokenizerFast,
)

from attention import weights

TEXT = ["the animal didn't cross the street because it was too tired", "孩子们累了，他们想回家"] * 9
BYTES = [f"<0x{byte:02X}>" for byte in range(256)]


def word_piece() -> PreTrainedTokenizerBase:
    """Give an uncased BERT's: [CLS] … [SEP], ## inside a word, the rest unknown."""
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *"abcdefghijklmnopqrstuvwxyz,<>#&$"]
    words += ["the", "cat", *("##" + letter for letter in "abcdefghijklmnopqrstuvwxyz"), "孩", "动"]
    made = Tokenizer(models.WordPiece({w: n for n, w in enumerate(words)}, unk_token="[UNK]"))
    made.normalizer = normalizers.BertNormalizer(lowercase=True)
    made.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    made.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", 2), ("[SEP]", 3)],
    )
    names = {"unk": "[UNK]", "cls": "[CLS]", "sep": "[SEP]", "pad": "[PAD]", "mask": "[MASK]"}
    return PreTrainedTokenizerFast(
        tokenizer_object=made,
        model_input_names=["input_ids", "token_type_ids", "attention_mask"],
        **{f"{name}_token": token for name, token in names.items()},
    )


def byte_level(*, trims: bool) -> PreTrainedTokenizerBase:
    """Give a GPT-2's; trimming ones report a token's place without its blank."""
    made = Tokenizer(models.BPE())
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    made.decoder = decoders.ByteLevel()
    if trims:
        made.post_processor = processors.ByteLevel(trim_offsets=True)
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    names = ["<|endoftext|>", "<|im_start|>"]
    trainer = trainers.BpeTrainer(
        vocab_size=340, special_tokens=names, initial_alphabet=alphabet, show_progress=False
    )
    made.train_from_iterator(TEXT, trainer)
    end = names[0]
    return PreTrainedTokenizerFast(tokenizer_object=made, unk_token=end, eos_token=end)


def sentence_piece() -> PreTrainedTokenizerBase:
    """Give an XLM-R's: unigram pieces, ▁ before words, NFKC, neighbouring unknowns as one."""
    made = Tokenizer(models.Unigram())
    made.normalizer = normalizers.NFKC()
    made.pre_tokenizer = pre_tokenizers.Metaspace()
    made.decoder = decoders.Metaspace()
    names = ["<s>", "</s>", "<unk>"]
    trainer = trainers.UnigramTrainer(
        vocab_size=120, special_tokens=names, unk_token="<unk>", show_progress=False
    )
    made.train_from_iterator(TEXT, trainer)
    made.post_processor = processors.TemplateProcessing(
        single="<s> $A </s>", pair="<s> $A </s> $B </s>", special_tokens=[("<s>", 0), ("</s>", 1)]
    )
    return PreTrainedTokenizerFast(
        tokenizer_object=made, unk_token="<unk>", bos_token="<s>", eos_token="</s>"
    )


def byte_fallback() -> PreTrainedTokenizerBase:
    """Give a Llama 2's: ▁ put before the text, unknown characters as <0xE5> <0x8A> <0xA8>."""
    words = ["<unk>", "<s>", *BYTES, "▁", "▁the", "▁cat", *"abcdefghijklmnopqrstuvwxyz"]
    made = Tokenizer(
        models.BPE(
            {word: n for n, word in enumerate(words)}, [], unk_token="<unk>", byte_fallback=True
        )
    )
    made.normalizer = normalizers.Sequence(
        [normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")]
    )
    made.decoder = decoders.Sequence(
        [
            decoders.Replace("▁", " "),
            decoders.ByteFallback(),
            decoders.Fuse(),
            decoders.Strip(" ", 1, 0),
        ]
    )
    made.post_processor = processors.TemplateProcessing(
        single="<s> $A", pair="<s> $A <s> $B", special_tokens=[("<s>", 1)]
    )
    return PreTrainedTokenizerFast(tokenizer_object=made, unk_token="<unk>", bos_token="<s>")


MAKES = {
    "word_piece": word_piece,
    "byte_level": lambda: byte_level(trims=False),
    "byte_level_trimmed": lambda: byte_level(trims=True),
    "sentence_piece": sentence_piece,
    "byte_fallback": byte_fallback,
    "byt5": ByT5Tokenizer,
    "canine": CanineTokenizer,
}


@cache
def embedded(model: str) -> PreTrainedTokenizerBase:
    """Give the tokenizer of an embedded model; its test is marked ``weights``."""
    return AutoTokenizer.from_pretrained(weights.folder(model))


@cache
def made(make: str) -> PreTrainedTokenizerBase:
    """Give the tokenizer of this make, the same one each time."""
    return MAKES[make]()
