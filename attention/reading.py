"""Find a model by its name and read it: an embedded id, a folder or a hub id.

Only safetensors are read and no code that comes with a model is run. What is read lies in a folder
of this machine: reading itself never asks the network.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import torch
from safetensors import SafetensorError
from transformers import (
    AutoConfig,
    AutoModel,
    AutoModelForCausalLM,
    AutoModelForSeq2SeqLM,
    AutoTokenizer,
    PreTrainedConfig,
    PreTrainedModel,
    PreTrainedTokenizerBase,
)
from transformers.utils import logging

from attention import hub, weights
from attention.errors import ModelUnavailable, UnknownModel
from attention.memory import ran_out
from attention.reasons import Reason
from attention.recording import NAME
from attention.weights.store import damaged

Network = TypeVar("Network")


class Damaged(Exception):
    """Name the files of a folder that are no longer what they were when it was set up."""


def locate(name: str) -> str:
    """Return the folder that a name stands for; a hub's model is fetched if it is not here."""
    if name in weights.EMBEDDED:
        if not weights.is_ready(name):
            raise ModelUnavailable(name, "missing")
        return str(weights.folder(name))
    if name and Path(name).is_dir():
        return name
    if name.startswith((".", "/", "~")) or "\\" in name:
        raise ModelUnavailable(name, "no_folder")
    if not name or any(letter.isspace() for letter in name) or name.count("/") > 1:
        raise UnknownModel(name)
    return hub.obtain(name)


def read(
    name: str, source: str, dtype: torch.dtype = torch.float32
) -> tuple[PreTrainedModel, PreTrainedTokenizerBase]:
    """Read network and tokenizer, turning every way to fail into one of a few reasons."""
    try:
        if changed := damaged(Path(source)):
            raise ModelUnavailable(name, "wrong_hash") from Damaged(", ".join(changed))
        with quiet():
            network, report = read_network(source, dtype)
            tokenizer = AutoTokenizer.from_pretrained(
                source, local_files_only=True, trust_remote_code=False
            )
    except (OSError, ValueError, RuntimeError, ImportError, KeyError, SafetensorError) as error:
        if ran_out(error):
            raise
        raise ModelUnavailable(name, reason_of(error)) from error
    # Weights that are not in the file would be random: numbers that nobody trained.
    invented = [key for key in report["missing_keys"] if "pooler." not in key]
    if invented or report.get("mismatched_keys"):
        raise ModelUnavailable(name, "mismatch")
    return network.eval().requires_grad_(requires_grad=False), tokenizer


def read_network(source: str, dtype: torch.dtype) -> tuple[PreTrainedModel, dict[str, Any]]:
    """Read a network with our attention in it, and the report of what was missing."""
    config = AutoConfig.from_pretrained(source, local_files_only=True, trust_remote_code=False)
    plain(config)
    return with_attention(
        lambda implementation: auto_class(config).from_pretrained(
            source,
            config=config,
            dtype=dtype,
            attn_implementation=implementation,
            use_safetensors=True,
            local_files_only=True,
            trust_remote_code=False,
            output_loading_info=True,
        )
    )


def plain(config: PreTrainedConfig) -> None:
    """Take back what a config may ask for beside the answer itself: it must not reach a run."""
    config.use_cache = False
    config.output_attentions = False
    config.output_hidden_states = False
    config.return_dict = True


def with_attention(make: Callable[[str], Network]) -> Network:
    """Make a network with our attention; with its own if it knows only those of its library."""
    try:
        return make(NAME)
    except KeyError as error:
        if error.args != (NAME,):
            raise
        return make("eager")


class Silence:
    """Keep transformers from printing, which it does or does not for all threads together."""

    def __init__(self) -> None:
        """Begin with nobody inside."""
        self.lock = threading.Lock()
        self.n_inside = 0
        self.level = 0

    def enter(self) -> None:
        """Silence it if nobody has yet."""
        with self.lock:
            if self.n_inside == 0:
                self.level = logging.get_verbosity()
                logging.set_verbosity_error()
                logging.disable_progress_bar()
            self.n_inside += 1

    def leave(self) -> None:
        """Let it speak as before if nobody else wants silence."""
        with self.lock:
            self.n_inside -= 1
            if self.n_inside == 0:
                logging.set_verbosity(self.level)
                logging.enable_progress_bar()


@cache
def silence() -> Silence:
    """Return the one there is."""
    return Silence()


@contextmanager
def quiet() -> Iterator[None]:
    """Keep transformers from printing; what it would report is checked here instead.

    Loads overlap: the last to leave restores what the first one found.
    """
    silence().enter()
    try:
        yield
    finally:
        silence().leave()


def auto_class(config: PreTrainedConfig) -> Any:  # noqa: ANN401  the factories share no type
    """Choose the class that keeps a model's language head where it has one."""
    if config.is_encoder_decoder:
        return AutoModelForSeq2SeqLM
    names = config.architectures or []
    is_language_model = any(name.endswith(("ForCausalLM", "LMHeadModel")) for name in names)
    return AutoModelForCausalLM if is_language_model else AutoModel


def reason_of(error: Exception) -> Reason:
    """Tell weights that do not fit from those that can't be read."""
    text = str(error).lower()
    return "mismatch" if "size mismatch" in text or "mismatched" in text else "unreadable"
