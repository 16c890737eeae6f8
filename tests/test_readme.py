"""What both READMEs and their pages in docs promise a stranger: files, variables, parameters."""

import ast
import re
from dataclasses import fields
from pathlib import Path
from typing import Any, get_args

import pytest

from app import parsers
from app.components.grid.marks import CHOICES
from app.selection import Selection
from attention.by_hand import Preset
from attention.map_views import Unit
from attention.projection_views import Name
from attention.sides import Between
from attention.step_views import Stage
from attention.views import Special

ROOT = Path(__file__).resolve().parents[1]
READMES = [ROOT / "README.md", ROOT / "README.zh-CN.md"]
ABOUT = ("links", "server", "classroom")
WORDS = [
    *(parsers.View, parsers.Range, parsers.Theme, parsers.Kind, parsers.Rows),
    *(Special, Unit, Between, Stage, Name, Preset),
]

both = pytest.mark.parametrize("readme", READMES, ids=lambda readme: readme.name)


def block(readme: Path, start: str) -> str:
    """Give the fenced block that begins with a word."""
    blocks = re.findall(r"^```\w*\n(.*?)^```", readme.read_text("utf-8"), re.M | re.S)
    return next(found for found in blocks if found.startswith(start))


def beside(readme: Path, about: str) -> Path:
    """Give the page of the same language that a README leaves something to."""
    page = ROOT / "docs" / readme.name.replace("README", about)
    assert f"](docs/{page.name})" in readme.read_text("utf-8")
    return page


def named(page: Path) -> set[str]:
    """Give the words that stand as code in a text."""
    code = re.findall(r"`([^`\n]+)`", page.read_text("utf-8"))
    return {word for part in code for word in part.split()}


@both
def test_every_file_of_the_tree_is_there(readme):
    parent, missing = ROOT, []
    for line in block(readme, "streamlit_app.py").splitlines():
        room, *words = re.split(r"\s{2,}", line.strip())
        names = room.split() + re.findall(r"\b\w+\.py\b", " ".join(words))
        names = [name for name in names if name.endswith((".py", "/"))]
        base = parent if line.startswith("  ") else ROOT
        missing += [name for name in names if not (base / name).exists()]
        if not line.startswith("  ") and line.split()[0].endswith("/"):
            parent = ROOT / line.split()[0]
    assert missing == []


@both
def test_every_link_leads_to_a_file(readme):
    links = re.findall(r"\]\(([^)#:]+)\)", readme.read_text("utf-8"))
    assert [link for link in links if not (ROOT / link).exists()] == []


@both
def test_every_variable_of_the_server_is_explained(readme):
    code = [
        f.read_text("utf-8") for room in ("attention", "app") for f in (ROOT / room).rglob("*.py")
    ]
    used = set(re.findall(r'"(ATTENTION_[A-Z_]+)"', "\n".join(code)))
    assert used
    assert used - named(beside(readme, "server")) == set()


@both
def test_every_parameter_of_a_link_is_explained(readme):
    parameters = {field.name for field in fields(Selection)}
    assert parameters - named(beside(readme, "links")) == set()
    assert parameters == set(parsers.PARSERS) | {"lang"}


@both
def test_every_word_that_a_link_may_use_is_explained(readme):
    words = {word for choice in WORDS for word in get_args(choice)}
    words |= {word for choices in CHOICES.values() for word in choices if word}
    assert words - named(beside(readme, "links")) == set()


@both
def test_it_can_be_read_in_one_go(readme):
    assert len(readme.read_text("utf-8").splitlines()) <= 160


@pytest.mark.parametrize("about", ["README", *ABOUT])
def test_both_languages_have_the_same_parts(about):
    pages = READMES if about == "README" else [beside(readme, about) for readme in READMES]
    texts = [re.sub(r"```.*?```", "```", page.read_text("utf-8"), flags=re.S) for page in pages]
    shapes = [re.findall(r"^(#+ |```|\|(?=[-| ]+\|$)|!\[)", text, re.M) for text in texts]
    assert shapes[0] == shapes[1]


@both
@pytest.mark.weights("minilm", "e5")
def test_the_notebook_example_gives_the_numbers_beside_it(readme):
    source = block(readme, "import attention")
    scope: dict[str, object] = {}
    found: dict[int, Any] = {}
    for statement in ast.parse(source).body:
        if isinstance(statement, ast.Expr):
            found[statement.lineno] = eval(ast.unparse(statement), scope)
        else:
            exec(ast.unparse(statement), scope)
    ends = [re.search(r"#.*[:：]\s*(\d\.\d{3})$", line) for line in source.splitlines()]
    expected = {n: float(end[1]) for n, end in enumerate(ends, 1) if end}
    assert len(expected) == 3
    assert {n: round(float(found[n]), 3) for n in expected} == expected
