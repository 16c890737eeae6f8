"""Run the notebooks in docs as Jupyter would, and keep what they give.   python -m tests.notebooks

A page of pictures is left out: a reader's own Jupyter draws it, and 2 MB of it teach nobody.
"""

import ast
import contextlib
import io
import json
import os
from collections.abc import Iterator
from pathlib import Path
from pprint import pformat
from typing import Any

DOCS = Path(__file__).resolve().parents[1] / "docs"
NOTEBOOKS = (DOCS / "notebook.ipynb", DOCS / "notebook.zh-CN.ipynb")
LARGEST = 20_000  # characters of HTML that a cell may leave in the file


def read(path: Path) -> dict[str, Any]:
    return json.loads(path.read_text(encoding="utf-8"))


def cells(notebook: dict[str, Any]) -> list[dict[str, Any]]:
    """Give the cells that hold code."""
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def outputs(notebook: dict[str, Any]) -> Iterator[list[dict[str, Any]]]:
    """Run a notebook from its beginning, and give what each cell gives."""
    names: dict[str, Any] = {}
    for count, cell in enumerate(cells(notebook), 1):
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            value = _run("".join(cell["source"]), names)
        found: list[dict[str, Any]] = []
        if said.getvalue():
            found.append({"name": "stdout", "output_type": "stream", "text": said.getvalue()})
        if value is not None:
            about = {"execution_count": count, "metadata": {}, "output_type": "execute_result"}
            found.append({"data": _data(value), **about})
        yield found


def _run(source: str, names: dict[str, Any]) -> object:
    """Run a cell, and give the value of its last line if that is an expression."""
    body = ast.parse(source).body
    last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    exec(compile(ast.Module(body, []), "cell", "exec"), names)
    return None if last is None else eval(ast.unparse(last), names)


def _data(value: Any) -> dict[str, str]:
    plain = pformat(value, width=100, sort_dicts=False)
    html = value._repr_html_() if hasattr(value, "_repr_html_") else ""
    return {"text/plain": plain} | ({"text/html": html} if 0 < len(html) <= LARGEST else {})


def execute(path: Path) -> None:
    """Run a notebook and write it again with what it gives."""
    notebook = read(path)
    os.chdir(path.parent)
    for count, (cell, found) in enumerate(zip(cells(notebook), outputs(notebook), strict=True), 1):
        cell |= {"execution_count": count, "outputs": found}
    text = json.dumps(notebook, ensure_ascii=False, indent=1)
    path.write_text(f"{text}\n", encoding="utf-8")


if __name__ == "__main__":
    for one in NOTEBOOKS:
        execute(one)
