"""The parts of the page that live in the browser, each mounted by one typed function."""

import re
from pathlib import Path

from streamlit.components.v2 import component
from streamlit.components.v2.types import ComponentRenderer

HERE = Path(__file__).parent
COMMENT = re.compile(r"^\s*/\*\*.*?\*/[ \t]*\n|^\s*//[^\n]*\n", re.DOTALL | re.MULTILINE)


def register(name: str, *scripts: str, variant: str = "") -> ComponentRenderer:
    """Register a component once, its scripts joined in order, and give the function mounting it.

    A script is a path below this folder without its ending. The style is the shared one and the
    component's own `view.css`. A variant has scripts of its own and the same style.
    """
    return component(f"attention_microscope.{name}{variant}", css=style(name), js=program(*scripts))


def style(name: str) -> str:
    """Give a component's whole style."""
    parts = ("shared/base", f"{name}/view")
    return "".join((HERE / f"{part}.css").read_text(encoding="utf-8") for part in parts)


def program(*scripts: str) -> str:
    """Give scripts joined into one module, which exports the function that mounts the view."""
    return "".join(lean((HERE / f"{script}.js").read_text(encoding="utf-8")) for script in scripts)


def lean(script: str) -> str:
    """Leave out comments and indentation: Streamlit sends the script again with every run."""
    return re.sub(r"^[ \t]+", "", COMMENT.sub("", script), flags=re.MULTILINE)
