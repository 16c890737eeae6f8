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
    ready = [name for name in settings.models if name not in EMBEDDED or name in settings.usable]
    fetched = hub.names() if settings.hub else []
    return list(dict.fromkeys([*ready, *folders(settings.root), *fetched]))


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


@st.cache_data(ttl=30, show_spinner=False)
def described(name: str, root: Path | None) -> tuple[str, int] | None:
    """Give what a folder or a fetched model is, by its own word, and its size; None if neither."""
    inside = root / name if root is not None and name in folders(root) else hub.cached(name)
    if inside is None:
        return None
    try:
        config = read_json(inside / MODEL[0])
    except (OSError, ValueError):
        config = {}
    kinds = config.get("architectures")
    kind = kinds[0] if isinstance(kinds, list) and kinds else config.get("model_type", "?")
    return str(kind), sum(path.stat().st_size for path in inside.glob(MODEL[1]))


def about(name: str, t: Words) -> str:
    """Say in a line what a model is."""
    key = f"models.{name}.about"
    if t.has(key):
        return t(key)
    settings = Settings.from_environ()
    found = described(name, settings.root)
    if found is not None:
        return t("offered.folder", name=name, kind=found[0], size=readable(found[1]))
    return t("offered.hub", name=name) if name in settings.models else name
