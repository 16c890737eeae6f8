"""Model folders as people have them on disk: a tiny network, saved beside a tiny tokenizer."""

from pathlib import Path

import torch
from tokenizers import Tokenizer, models, pre_tokenizers, processors
from transformers import CONFIG_MAPPING, AutoModel, PreTrainedModel, PreTrainedTokenizerFast

from tests.attention.tiny import tiny

WORDS = """the a dog cat bird runs sees sleeps because and but it they big small red house street
river now here in on under that was too tired wide hungry book teacher child gives to from of said
der die Hund Katze Vogel läuft schläft weil und aber es sie groß klein müde jetzt hier nicht"""
IDS = {word: id for id, word in enumerate(["<pad>", "</s>", "<unk>", *WORDS.split()])}


def tokenizer() -> PreTrainedTokenizerFast:
    """Give a tokenizer of whole words that ends each text with </s>, as T5's does."""
    backend = Tokenizer(models.WordLevel(IDS, unk_token="<unk>"))
    backend.pre_tokenizer = pre_tokenizers.Whitespace()
    backend.post_processor = processors.TemplateProcessing(
        single="$A </s>", special_tokens=[("</s>", IDS["</s>"])]
    )
    return PreTrainedTokenizerFast(
        tokenizer_object=backend, pad_token="<pad>", eos_token="</s>", unk_token="<unk>"
    )


def save(network: PreTrainedModel, folder: Path) -> str:
    network.save_pretrained(folder)
    tokenizer().save_pretrained(folder)
    return str(folder)


def family(name: str, folder: Path) -> str:
    """Save one of the tiny families."""
    return save(tiny(name, "eager"), folder)


def made(kind: str, folder: Path, factory: type = AutoModel, **sizes: object) -> str:
    """Save a network with its library's own random weights, seed 0."""
    torch.manual_seed(0)
    return save(factory.from_config(CONFIG_MAPPING[kind](**sizes)).eval(), folder)
