"""Rules of the source itself: what is written nowhere can't go wrong anywhere."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from attention.weights.gguf import SAFELY

ROOT = Path(__file__).resolve().parents[3]
PROGRAM = [*ROOT.glob("attention/**/*.py"), *ROOT.glob("app/**/*.py"), ROOT / "streamlit_app.py"]
TREES = {path.relative_to(ROOT).as_posix(): ast.parse(path.read_text("utf-8")) for path in PROGRAM}
SCRIPTS = sorted(ROOT.glob("app/components/**/*.js"))

# What turns text into elements or into a program.
OBEYED = re.compile(
    r"innerHTML|outerHTML|insertAdjacentHTML|createContextualFragment|DOMParser|parseFromString"
    r"|setHTML|srcdoc|document\.write|document\.open|\beval\b|new\s+Function|import\s*\("
    r"|set(Timeout|Interval)\(\s*[\"'`]|javascript:|serviceWorker|XMLHttpRequest|sendBeacon"
    r"|WebSocket|EventSource|postMessage|https?://(?!www\.w3\.org/)"
)
# Read, never set: a page is built from nodes and then written as a file to take along.
READ_ONLY = {"save/files.js", "save/live.js"}
# The letters that the page has loaded from its own server, and a component's own program.
FETCHES = {"save/files.js": 1, "save/live.js": 1}


def calls(tree: ast.AST) -> Iterator[tuple[str, ast.Call]]:
    """Give every call with the dotted name of what is called."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield ast.unparse(node.func), node


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_component_writes_text_and_runs_nothing_it_is_given(path):
    script, name = path.read_text("utf-8"), f"{path.parent.name}/{path.name}"
    if name in READ_ONLY:
        assert not re.search(r"outerHTML\s*[+=]", script)
        script = script.replace("page.documentElement.outerHTML", "")
    assert OBEYED.findall(script) == []
    assert len(re.findall(r"\bfetch\(", script)) == FETCHES.get(name, 0)


def test_a_components_elements_are_named_by_its_program_not_by_its_data():
    made = re.compile(r"createElement(?:NS)?\(([^)]*)\)")
    found = {
        f"{path.parent.name}/{path.name}": made.findall(path.read_text("utf-8")) for path in SCRIPTS
    }
    inside = {name: tags for name, tags in found.items() if tags}
    for name, tags in inside.items():
        for tag in tags:
            last = tag.split(",")[-1].strip()
            assert last in ("tag", "name", "kind") or re.fullmatch(r"[\"']\w+[\"']", last), name


@pytest.mark.parametrize("name", TREES)
def test_no_module_reads_a_pickle_or_runs_what_it_reads(name):
    tree = TREES[name]
    imported = {
        alias.name.partition(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for alias in node.names
    } | {
        (node.module or "").partition(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
    }
    assert not imported & {"pickle", "joblib", "dill", "cloudpickle", "shelve", "marshal"}
    for called, node in calls(tree):
        assert called not in ("eval", "exec", "compile", "__import__", "os.system", "os.popen")
        assert not called.endswith(("torch.load", "torch.hub.load", "read_pickle"))
        assert not any(word.arg == "shell" for word in node.keywords)
        if called.endswith(("np.load", "numpy.load")):
            assert not any(word.arg == "allow_pickle" for word in node.keywords)
        if called.endswith((".from_pretrained", "auto_class(config).from_pretrained")):
            given = {word.arg: ast.unparse(word.value) for word in node.keywords}
            if given.get(None) == "SAFELY":
                given |= {name: str(value) for name, value in SAFELY.items()}
            assert given["trust_remote_code"] == "False"
            assert given["local_files_only"] == "True"
            if called.startswith("auto_class"):
                assert given["use_safetensors"] == "True"


def test_no_page_lets_streamlit_take_text_for_html_or_a_program():
    """``st.html`` is looked at page by page; these would let text in beside it."""
    for name, tree in TREES.items():
        for called, node in calls(tree):
            words = {word.arg for word in node.keywords}
            assert not words & {"unsafe_allow_html", "unsafe_allow_javascript"}, name
            assert called not in ("st.write", "st.latex", "st.iframe", "components.html"), name


def test_markdown_is_our_own_prose_or_a_sentence_without_values_of_a_visitor():
    """``st.markdown`` and ``st.caption`` take what comes from our files; values are numbers."""
    for name, tree in TREES.items():
        for called, node in calls(tree):
            if called not in ("st.markdown", "st.caption"):
                continue
            (said,) = node.args
            quoted = {n.id for n in ast.walk(said) if isinstance(n, ast.Name)} & {
                *("text", "pair", "label", "labels", "line", "model", "token", "selection")
            }
            attributes = {n.attr for n in ast.walk(said) if isinstance(n, ast.Attribute)}
            assert not quoted - {"selection"}, name
            assert not attributes & {"text", "pair", "other_text", "label", "labels", "model"}, name


def test_the_server_asks_browsers_for_its_own_token_and_answers_no_other_site():
    config = tomllib.loads((ROOT / ".streamlit/config.toml").read_text("utf-8"))
    server = config["server"]
    assert server["enableXsrfProtection"] is True
    assert server["enableCORS"] is True
    assert config["browser"]["gatherUsageStats"] is False
    assert config["client"]["showErrorDetails"] == "none"
    ways = [ROOT / "Dockerfile", ROOT / "Makefile", *ROOT.glob("compose*.yaml")]
    ways += [*ROOT.glob("deploy/**/*"), *ROOT.glob("docs/*.md"), ROOT / "README.md"]
    switched = re.compile(r"XSRF\w*\W+(false|0)|CORS\w*\W+(false|0)", re.IGNORECASE)
    for way in ways:
        assert not (way.is_file() and switched.search(way.read_text("utf-8"))), way


def test_the_image_takes_the_servers_settings_with_it():
    dockerfile = (ROOT / "Dockerfile").read_text("utf-8")
    assert re.search(r"^COPY .*\.streamlit", dockerfile, re.M)
    assert "GATHER_USAGE_STATS=false" in dockerfile
    assert "HF_HUB_DISABLE_TELEMETRY=1" in dockerfile
