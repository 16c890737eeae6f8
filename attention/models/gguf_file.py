"""Turn a GGUF file into an ordinary folder once, tested before it is kept."""

import importlib.util
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from transformers import CONFIG_MAPPING
from transformers.modeling_gguf_pytorch_utils import GGUF_TO_TRANSFORMERS_MAPPING

from attention import memory
from attention.errors import AttentionError
from attention.models import Model, load
from attention.sizes import readable
from attention.weights.gguf import convert
from attention.weights.store import put
from attention.weights.wheels import SetupToolMissing

SETTINGS: dict[str, dict[str, str | None]] = GGUF_TO_TRANSFORMERS_MAPPING["config"]
# Those whose files were written in the tests and read back number by number; transformers' reader
# knows a few more, and leaves settings of theirs out.
SUPPORTED = (
    *("bloom", "falcon", "gemma2", "gemma3", "gpt2", "llama", "nemotron", "phi3"),
    *("qwen2", "qwen2_moe", "qwen3", "qwen3_moe", "stablelm", "starcoder2"),
)
OTHER_NAMES = {"qwen2moe": "qwen2_moe", "qwen3moe": "qwen3_moe"}
# What changes the numbers of attention, where transformers' reader does not take it over.
MATTERS = re.compile(r"rope\.scaling\.|attention\.scale$|softcapping$|logit_scale$|sliding_window$")
# What it leaves at the default of the kind, which is right where the file says the same.
DEFAULTS = frozenset({"attn_logit_softcapping", "final_logit_softcapping"})

Tell = Callable[..., None]


class Refused(AttentionError):
    """Say why a file is not converted; the key names a sentence in ``assets/convert.toml``."""

    def __init__(self, why: str, **fields: object) -> None:
        """Keep which of the sentences it is, and what it quotes."""
        super().__init__(**fields)
        self.why = why


def to_folder(source: Path, target: Path | None, tell: Tell) -> tuple[Path, Model]:
    """Make a folder from a GGUF file and return it with its model; nothing is left of a failure.

    Raises:
        Refused: with the reason.
        SetupToolMissing: the packages that read GGUF are not installed.
    """
    target = source.with_suffix("") if target is None else target
    if not source.is_file():
        raise Refused("no_file", file=source)
    if target.exists() and (target.is_file() or any(target.iterdir())):
        raise Refused("exists", folder=target)
    check(source, target, tell)
    work = target.with_name(f".{target.name}.partial")
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    try:
        convert(source, work)
        model = load(str(work))
        if target.exists():
            target.rmdir()  # only an empty one: nothing that came meanwhile is put aside
        put(work, target)
    except SetupToolMissing:
        raise
    except AttentionError as error:
        raise Refused("refused", file=source, reason=error) from error
    except Exception as error:  # a tokenizer that can't be read raises nothing narrower
        raise Refused("incomplete", file=source) from error
    finally:
        shutil.rmtree(work, ignore_errors=True)
    return target, model


def check(source: Path, target: Path, tell: Tell) -> None:
    """Refuse what could not be converted, by the file's head alone."""
    if importlib.util.find_spec("gguf") is None:
        raise SetupToolMissing("gguf")
    from gguf import GGUFReader  # only who converts has it

    try:
        reader = GGUFReader(source)
        architecture = text_of(reader, "general.architecture")
    except (ValueError, OSError, KeyError, IndexError) as error:
        raise Refused("no_gguf", file=source) from error
    kind = OTHER_NAMES.get(architecture, architecture.replace("-", "_"))
    if kind not in SUPPORTED:
        named = {"architecture": architecture, "supported": ", ".join(SUPPORTED)}
        raise Refused("unsupported", file=source, **named)
    check_settings(reader, architecture, kind, source)
    n_numbers = sum(int(tensor.n_elements) for tensor in reader.tensors)
    tell("reading", file=source.name, architecture=architecture, n=f"{n_numbers:,}")
    needed, left = 8 * n_numbers, memory.left()  # what is read, and the copy that is tested
    if needed > left:
        amounts = {"needed": readable(needed), "left": readable(left)}
        raise Refused("too_large", file=source, **amounts)
    place = next(folder for folder in target.absolute().parents if folder.is_dir())
    if 4 * n_numbers > shutil.disk_usage(place).free:
        raise Refused("no_space", folder=target, needed=readable(4 * n_numbers))


def check_settings(
    reader: Any,  # noqa: ANN401  its package is there only for who converts
    architecture: str,
    kind: str,
    source: Path,
) -> None:
    """Refuse a file with a setting that the reader would drop and that changes the numbers."""
    known = SETTINGS[kind]
    for name in reader.fields:
        prefix, _, setting = name.partition(".")
        if prefix != architecture or known.get(setting) or not MATTERS.search(setting):
            continue
        if setting == "rope.scaling.type" and text_of(reader, name) in ("none", ""):
            continue
        if setting in DEFAULTS and is_default(reader, name, kind):
            continue
        raise Refused("not_taken_over", file=source, setting=name)
    if any(tensor.name == "rope_freqs.weight" for tensor in reader.tensors):
        raise Refused("not_taken_over", file=source, setting="rope_freqs.weight")


def text_of(reader: Any, name: str) -> str:  # noqa: ANN401  as above
    """Return a text of the file's head.

    Raises:
        KeyError: it has no such field.
    """
    field = reader.fields[name]
    return bytes(field.parts[field.data[0]]).decode("utf-8")


def is_default(reader: Any, name: str, kind: str) -> bool:  # noqa: ANN401  as above
    """Tell whether a number of the file's head is what a kind of model has by default."""
    field, setting = reader.fields[name], name.partition(".")[2]
    usual = getattr(CONFIG_MAPPING[kind](), setting, None)
    return usual is not None and float(field.parts[field.data[0]][0]) == float(usual)
