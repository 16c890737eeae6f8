"""What both READMEs promise a stranger: files, variables, parameters, numbers."""

import ast
import re
from dataclasses import fields
from pathlib import Path

import pytest

from app.selection import Selection

ROOT = Path(__file__).resolve().parents[1]
READMES = [ROOT / "README.md", ROOT / "README.zh-CN.md"]

both = pytest.mark.parametrize("readme", READMES, ids=lambda readme: readme.name)


def block(readme: Path, start: str) -> str:
    """Give the fenced block that begins with a word."""
    blocks = re.findall(r"^```\w*\n(.*?)^```", readme.read_text("utf-8"), re.M | re.S)
    return next(found for found in blocks if found.startswith(start))


def named(readme: Path) -> set[str]:
    return set(re.findall(r"`([\w-]+)`", readme.read_text("utf-8")))


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
    assert used - named(readme) == set()


@both
def test_every_parameter_of_a_link_is_explained(readme):
    assert {field.name for field in fields(Selection)} - named(readme) == set()


@both
def test_it_can_be_read_in_one_go(readme):
    assert len(readme.read_text("utf-8").splitlines()) <= 150


def test_both_languages_have_the_same_parts():
    texts = [re.sub(r"```.*?```", "```", f.read_text("utf-8"), flags=re.S) for f in READMES]
    shapes = [re.findall(r"^(#+ |```|\|(?=[-| ]+\|$)|!\[)", text, re.M) for text in texts]
    assert shapes[0] == shapes[1]


@both
@pytest.mark.weights("minilm", "e5")
def test_the_notebook_example_gives_the_number_beside_it(readme):
    source = block(readme, "import attention")
    expected = float(re.findall(r"#.*[:：]\s*(\d\.\d{3})$", source, re.M)[0])
    *statements, number, _ = ast.parse(source).body
    scope: dict[str, object] = {}
    exec(compile(ast.Module(statements, []), str(readme), "exec"), scope)
    value = eval(ast.unparse(number), scope)
    assert round(float(value), 3) == expected
