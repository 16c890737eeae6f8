"""What the server's environment allows a link to load."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from app.i18n import Words
from attention import devices, hub
from attention.errors import ModelUnavailable, UnknownModel
from attention.sizes import parse
from attention.weights import EMBEDDED, is_ready

READ = {"ATTENTION_MEMORY": parse, "ATTENTION_MAX_TOKENS": int, "ATTENTION_VISITORS": int}
HUB_ID = re.compile(r"[A-Za-z0-9][\w.-]*/[A-Za-z0-9][\w.-]*", re.ASCII)


def complaint(environ: Mapping[str, str], t: Words) -> str | None:
    """Say what is wrong with the environment of a server, before anybody comes in."""
    try:
        devices.device(environ.get("ATTENTION_DEVICE") or "cpu")
    except devices.NoDevice as error:
        return t("errors.no_device", **error.fields)
    for variable, read in READ.items():
        value = environ.get(variable)
        try:
            if value and read(value) > 0:
                continue
        except ValueError:
            value = value or ""
        if value:
            return t("errors.bad_setting", variable=variable, value=value)
    return None


@dataclass(frozen=True)
class Settings:
    """Hold the limits of this server: models by id, hub, a folder, examples, tokens, visitors."""

    models: tuple[str, ...] = EMBEDDED
    hub: bool = False
    root: Path | None = None
    examples: Path | None = None
    max_tokens: int = 512
    device: str = "cpu"
    visitors: int = 100

    @classmethod
    def from_environ(cls, environ: Mapping[str, str] = os.environ) -> "Settings":
        """Read the ``ATTENTION_…`` variables; what is absent or empty keeps its default."""
        root, examples = environ.get("ATTENTION_ROOT"), environ.get("ATTENTION_EXAMPLES")
        names = environ.get("ATTENTION_MODELS", "").replace(",", " ").split()
        return cls(
            models=tuple(names) or EMBEDDED,
            hub=environ.get("ATTENTION_HUB", "0") == "1",
            root=Path(root) if root else None,
            examples=Path(examples) if examples else None,
            max_tokens=int(environ.get("ATTENTION_MAX_TOKENS") or 512),
            device=environ.get("ATTENTION_DEVICE") or "cpu",
            visitors=int(environ.get("ATTENTION_VISITORS") or 100),
        )

    @property
    def usable(self) -> tuple[str, ...]:
        """Return the models that may be loaded and, as far as is known unasked, can be."""
        return tuple(
            name
            for name in self.models
            if (is_ready(name) if name in EMBEDDED else not hub.is_away(name))
        )

    def source(self, model: str) -> str:
        """Give what may be loaded for a model named in a link.

        Raises:
            UnknownModel: the name can't be an id, a folder or a hub id.
            ModelUnavailable: it could be one, but this server does not load it by link.
        """
        if model in self.models:
            return model
        if model in EMBEDDED:
            raise ModelUnavailable(model, "not_allowed")
        folder = self._folder(model)
        if folder is not None:
            return str(folder)
        if not HUB_ID.fullmatch(model) or ".." in model:
            raise UnknownModel(model)
        # A folder that happens to lie where the server was started is not a hub id.
        if not self.hub or Path(model).exists():
            raise ModelUnavailable(model, "not_allowed")
        return model

    def _folder(self, model: str) -> Path | None:
        """Give the model's folder if it really lies inside the allowed one."""
        if self.root is None or "\0" in model or ".." in Path(model).parts:
            return None
        root = self.root.resolve()
        try:
            folder = (root / model).resolve()
            inside = folder != root and folder.is_relative_to(root)
            return folder if inside and folder.is_dir() else None
        except (OSError, RuntimeError):  # too long a name for the disk, a loop of links
            return None
