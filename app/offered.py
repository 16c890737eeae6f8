"""The models that can be chosen: those of the server's list, its folders, what was fetched."""

from pathlib import Path

import streamlit as st

from app.i18n import Words
from app.settings import Settings
from attention import hub
from attention.sizes import readable
from attention.weights import EMBEDDED
from attention.weights.json_file import read_json

N_FOLDERS = 50
MODEL = ("config.json", "*.safetensors")


def offered(settings: Settings) -> list[str]:
    """Give the models to choose from, each as a link names it."""
    usable = settings.usable
    ready = [name for name in settings.models if name not in EMBEDDED or name in usable]
    from_hub = fetched() if settings.hub else []
    return list(dict.fromkeys([*ready, *folders(settings.root), *from_hub]))


@st.cache_data(ttl=10, show_spinner=False)
def fetched() -> list[str]:
    """Give the hub's models that were fetched here; what has just come appears in seconds."""
    return hub.names()


@st.cache_data(ttl=30, show_spinner=False)
def folders(root: Path | None) -> list[str]:
    """Give the folders with a model inside the allowed one, up to two levels down."""
    if root is None or not root.is_dir():
        return []
    found = (path.parent for level in ("*", "*/*") for path in root.glob(f"{level}/{MODEL[0]}"))
    inside = (f for f in found if f.resolve().is_relative_to(root.resolve()) and has_weights(f))
    names = sorted(f.relative_to(root).as_posix() for f in inside)
    return [name for name in names if not name.startswith(".") and "/." not in name][:N_FOLDERS]


def has_weights(folder: Path) -> bool:
    """Tell whether there is anything in a folder that could be read."""
    return next(folder.glob(MODEL[1]), None) is not None


@st.cache_data(ttl=30, max_entries=100, show_spinner=False)
def described(folder: Path) -> tuple[str, int]:
    """Give what the model of a folder is, by its own word, and the size of its weights."""
    try:
        kind = read_json(folder / MODEL[0]).get("model_type", "?")
    except (OSError, ValueError):
        kind = "?"
    return str(kind), sum(path.stat().st_size for path in folder.glob(MODEL[1]))


def about(name: str, t: Words) -> str:
    """Say in a line what a model is; a hub's by its id alone, fetched or not.

    What a person chooses from must read the same when the choice arrives.
    """
    key, root = f"models.{name}.about", Settings.from_environ().root
    if t.has(key):
        return t(key)
    if root is None or name not in folders(root):
        return name
    kind, size = described(root / name)
    return t("offered.folder", name=name, kind=kind, size=readable(size))
