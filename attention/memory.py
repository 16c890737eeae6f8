"""How much memory a model needs, told before it is loaded; how much there is; giving it back."""

import ctypes
import gc
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import psutil
import torch
from safetensors import SafetensorError, safe_open
from transformers import CONFIG_MAPPING, AutoConfig, PreTrainedConfig

from attention.errors import AttentionError
from attention.sizes import parse, readable

VARIABLE = "ATTENTION_MEMORY"
# Measured with the embedded models: a tokenizer takes 16 to 18 times its file.
TOKENIZER_FACTOR = 18
N_TOKENS = 512
CGROUPS = (
    "/sys/fs/cgroup/memory.max",
    "/sys/fs/cgroup/memory/memory.limit_in_bytes",
)


class TooLarge(AttentionError):
    """Say that a model would need more memory than there is."""

    key = "too_large"

    def __init__(self, model: str, needed: int, left: int) -> None:
        """Keep the model's name, the bytes it needs and the bytes that are left for it."""
        super().__init__(model=model, needed=readable(needed), left=readable(left))
        self.needed, self.left = needed, left


def used() -> int:
    """Return the bytes of memory that this process holds."""
    return psutil.Process().memory_info().rss


def left(environ: Mapping[str, str] = os.environ) -> int:
    """Return the bytes this process may still take: what is free, within every limit it has."""
    limits = [int(text) for path in CGROUPS if (text := content(path)).isdigit()]
    if environ.get(VARIABLE):
        limits.append(parse(environ[VARIABLE]))
    room = [limit - used() for limit in limits]
    return max(0, min([psutil.virtual_memory().available, *room]))


def content(path: str) -> str:
    """Return what a small file says, nothing where it can't be read."""
    try:
        return Path(path).read_text(encoding="ascii").strip()
    except OSError:
        return ""


def needed(folder: Path, dtype: torch.dtype = torch.float32, n_tokens: int = N_TOKENS) -> int:
    """Return the bytes that the model of a folder and one run of it will take.

    Only the headers of its files are read: nothing is loaded.
    """
    tokenizer = folder / "tokenizer.json"
    words = TOKENIZER_FACTOR * tokenizer.stat().st_size if tokenizer.is_file() else 0
    try:
        config = AutoConfig.from_pretrained(folder, local_files_only=True, trust_remote_code=False)
        run = run_bytes(config, n_tokens)
    except (OSError, ValueError, KeyError):  # loading will say what is wrong with it
        run = 0
    return dtype.itemsize * n_numbers(folder) + words + run


def n_numbers(folder: Path) -> int:
    """Count the numbers in a folder's safetensors, by their headers alone."""
    total = 0
    for path in sorted(folder.glob("*.safetensors")):
        try:
            with safe_open(path, framework="pt") as file:
                for name in file.keys():  # noqa: SIM118  it is no mapping
                    shape = file.get_slice(name).get_shape()
                    total += torch.Size(shape).numel()
        except (OSError, SafetensorError):  # loading will say what is wrong with it
            continue
    return total


def needed_of(
    config: Mapping[str, Any], n_parameters: int | None, weight_bytes: int, tokenizer_bytes: int
) -> int:
    """Return the same for a model that is not here yet, from what a hub tells about it."""
    try:
        shape = CONFIG_MAPPING[config["model_type"]].from_dict(dict(config))
        run = run_bytes(shape, N_TOKENS)
    except (ValueError, TypeError, KeyError, AttributeError):  # loading will say what is wrong
        run = 0
    stored = str(config.get("dtype") or config.get("torch_dtype"))
    factor = 2 if stored in ("float16", "bfloat16") else 1
    weights = 4 * n_parameters if n_parameters else factor * weight_bytes
    return weights + TOKENIZER_FACTOR * tokenizer_bytes + run


def run_bytes(config: PreTrainedConfig, n_tokens: int) -> int:
    """Return what a run keeps: x, q, k, v and z of every token in every layer, as float32."""
    text = config.get_text_config()
    n_heads = int(getattr(text, "num_attention_heads", 0) or 0)
    n_kv_heads = int(getattr(text, "num_key_value_heads", None) or n_heads)
    d_model = int(getattr(text, "hidden_size", 0) or 0)
    d_head = int(getattr(text, "head_dim", None) or (d_model // n_heads if n_heads else 0))
    n_layers = int(getattr(text, "num_hidden_layers", 0) or 0)
    longest = int(getattr(text, "max_position_embeddings", None) or n_tokens)
    heads = 2 * n_heads + 2 * n_kv_heads
    return 4 * min(n_tokens, longest) * n_layers * (d_model + heads * d_head)


def check(name: str, folder: Path, dtype: torch.dtype = torch.float32) -> None:
    """Refuse a model that would not fit.

    Raises:
        TooLarge: it needs more than is left.
    """
    wanted, there = needed(folder, dtype), left()
    if wanted > there:
        raise TooLarge(name, wanted, there)


def ran_out(error: Exception) -> bool:
    """Tell whether an error is one of memory; torch's own on the CPU is known by its words only."""
    if isinstance(error, MemoryError | torch.OutOfMemoryError):
        return True
    said = str(error).lower()
    return isinstance(error, RuntimeError) and ("allocate memory" in said or "not enough" in said)


def give_back() -> None:
    """Hand memory that nobody uses back to the system, also what was frozen meanwhile.

    What lives afterwards is frozen: going over half a million objects of torch and transformers
    at every collection would cost 0.3 s.
    """
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)  # glibc has it, musl has not
        if trim is not None:
            trim(0)
