"""The house's rules that no linter knows: who may import whom, and how large a thing may grow."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

ROOT = Path(__file__).resolve().parents[1]

# A module may import what stands in a row above its own, nothing beside or below it.
ROWS = (
    {"frame", "head_map", "reasons", "sizes", "token_line"},
    {"errors", "examples"},
    {"alignment", "change", "core", "devices", "masks", "memory", "side_by_side", "spans", "turns",
     "what_if"},
    {"layers", "pieces", "recording", "softmax_tap", "weights", "by_hand.setting"},
    {"cut", "head_count", "hub", "labels", "sources", "by_hand.matrices"},
    {"linear_taps", "notes", "places", "projections", "reading", "weights.__main__"},
    {"own_maps"},
    {"outside"},
    {"probe"},
    {"models", "tokens", "by_hand.layer", "by_hand.numbers"},
    {"run_part"},
    {"attended", "export", "metrics", "plan", "shuffled", "surfaces", "by_hand.code",
     "by_hand.file"},
    {"patterns", "sides", "words"},
    {"links"},
    {"by_hand", "trace"},
    {"run", "step_numbers"},
    {"effects", "head_views", "likeness", "pattern_views", "plane", "projection_views",
     "row_record", "step_views", "views"},
    {"compare_views", "hand_views", "map_views", "what_if_views"},
    {"context_views", "sink_move"},
    {"experiments"},
    {"questions"},
)  # fmt: skip


def tracked() -> list[Path]:
    """Give every file under version control, or every visible file of an unpacked archive."""
    if (ROOT / ".git").exists():
        listing = subprocess.run(
            ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
        )
        files = [ROOT / name for name in listing.stdout.split("\0") if name]
    else:
        files = [
            f for f in ROOT.rglob("*") if not any(p[0] == "." for p in f.parts[len(ROOT.parts) :])
        ]
    return sorted(f for f in files if f.is_file())


def name(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def module(file: Path) -> str:
    return name(file).removesuffix(".py").removesuffix("/__init__").replace("/", ".")


PYTHON = [f for f in tracked() if f.suffix == ".py"]
WRITTEN = [f for f in tracked() if f.suffix in {".py", ".js", ".css"}]
TREES = {f: ast.parse(f.read_text(encoding="utf-8")) for f in PYTHON}


def imports(tree: ast.AST) -> Iterator[str]:
    """Give the dotted names imported anywhere in a module, also inside its functions."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def offenders(folder: str, *forbidden: str) -> list[str]:
    return [
        f"{name(file)} imports {imported}"
        for file, tree in TREES.items()
        if name(file).startswith(folder)
        for imported in sorted(set(imports(tree)))
        if any(imported == bad or imported.startswith(f"{bad}.") for bad in forbidden)
    ]


@pytest.mark.parametrize(
    ("folder", "forbidden"),
    [
        ("attention/", ("streamlit", "plotly", "app")),
        ("app/figures/", ("streamlit", "torch", "transformers")),
        ("app/pages/", ("torch", "transformers", "app.pages")),
        ("app/components/", ("torch", "transformers", "plotly")),
        ("app/i18n.py", ("streamlit",)),
    ],
)
def test_a_room_does_not_import_what_it_must_not_know(folder, forbidden):
    assert offenders(folder, *forbidden) == []


def attention_imports() -> dict[str, set[str]]:
    """Give, for each module of attention, its siblings that it imports."""
    modules = {module(f): tree for f, tree in TREES.items() if name(f).startswith("attention/")}
    modules.pop("attention", None)
    return {
        mod.removeprefix("attention."): {
            used.removeprefix("attention.") for used in imports(tree) if used in modules
        }
        for mod, tree in modules.items()
    }


def test_modules_of_attention_import_only_from_the_rows_above_them():
    place = {mod: row for row, modules in enumerate(ROWS) for mod in modules}
    uses = attention_imports()
    assert uses, "no module of attention was found"
    named = {mod: mod if mod in place else mod.partition(".")[0] for mod in uses}
    wrong = [
        f"{mod} imports {used}"
        for mod, siblings in uses.items()
        for used in siblings
        if named[mod] != named[used] and place.get(named[used], -1) >= place.get(named[mod], 99)
    ]
    assert wrong == []


def test_modules_of_attention_import_each_other_in_no_circle():
    remaining = attention_imports()
    while free := {mod for mod, used in remaining.items() if not used & remaining.keys() - {mod}}:
        remaining = {mod: used for mod, used in remaining.items() if mod not in free}
    assert remaining == {}


@pytest.mark.parametrize(
    ("folder", "limit"), [("", 200), ("app/pages/", 100), ("streamlit_app.py", 40)]
)
def test_no_file_outgrows_its_idea(folder, limit):
    lengths = {name(f): len(f.read_text(encoding="utf-8").splitlines()) for f in WRITTEN}
    assert {n: k for n, k in lengths.items() if n.startswith(folder) and k > limit} == {}


def test_no_function_is_longer_than_40_lines():
    functions = (
        (f"{name(file)}:{node.lineno} {node.name}", (node.end_lineno or 0) - node.lineno + 1)
        for file, tree in TREES.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )
    assert [f"{where}: {n} lines" for where, n in functions if n > 40] == []


def test_no_function_changes_a_global():
    assert [
        name(file)
        for file, tree in TREES.items()
        if any(isinstance(node, ast.Global) for node in ast.walk(tree))
    ] == []


def pip_hosts() -> set[str]:
    """Give the hosts in this machine's pip configuration that the world does not share."""
    known = subprocess.run(
        [sys.executable, "-m", "pip", "config", "list"], capture_output=True, text=True, check=False
    ).stdout
    hosts = {urlsplit(url).hostname or "" for url in re.findall(r"https?://[^\s'\"]+", known)}
    return hosts - {"", "localhost", "127.0.0.1", "pypi.org", "download.pytorch.org"}


def test_no_tracked_file_names_this_machine():
    places = {str(ROOT), str(Path.home())} - {"/"}
    personal = re.compile(
        "|".join([r"/(home|Users)/[a-z]", *(re.escape(p) + r"[/\\]" for p in places)])
        + "".join(f"|{re.escape(host)}" for host in pip_hosts())
    )
    text = {f: f.read_bytes().decode("utf-8", errors="ignore") for f in tracked()}
    assert [name(f) for f, body in text.items() if personal.search(body)] == []
