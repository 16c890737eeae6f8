"""The Dockerfile and what it is built from."""

import fnmatch
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")
LAST = DOCKERFILE.rpartition("\nFROM ")[2]


def copied() -> list[str]:
    """Give what is copied from the project, as patterns or names."""
    lines = re.findall(r"^COPY (?!--from)(.+)$", DOCKERFILE, re.M)
    return [name for line in lines for name in line.split()[:-1]]


def test_the_dockerfile_keeps_to_hadolints_rules():
    command = [Path(sys.executable).with_name("hadolint"), "--failure-threshold", "warning", "-"]
    found = subprocess.run(command, input=DOCKERFILE, capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stdout


def test_what_is_copied_exists_and_is_let_in():
    lines = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    let_in = [line[1:] for line in lines if line.startswith("!")]
    for name in copied():
        assert (ROOT / name).exists(), name
        inside = [p for p in let_in if fnmatch.fnmatch(name, p) or name.startswith(f"{p}/")]
        assert inside or any(p.startswith(f"{name}/") for p in let_in), name


def test_nothing_that_only_developers_need_is_let_in():
    ignored = (ROOT / ".dockerignore").read_text("utf-8")
    assert ignored.splitlines()[1] == "*"
    assert not re.search(r"^!(tests|bench|docs|\.git|\.venv|\.env)", ignored, re.M)


def test_a_change_of_the_code_leaves_the_weights_layer_as_it_is():
    order = [LAST.index(part) for part in ("/opt/attention /opt", "/opt/venv /opt", "app /app/app")]
    assert order == sorted(order)
    before = DOCKERFILE[: DOCKERFILE.index("-m attention.weights")]
    lines = re.findall(r"^COPY ((?:attention|app|assets)/.*) \S+$", before, re.M)
    files = {f"assets/{name}.toml" for name in ("weights", "setup")}
    parts = {
        f"attention/{name}" for name in ("errors.py", "reasons.py", "sizes.py", "hub", "weights")
    }
    assert set(" ".join(lines).split()) == files | parts


SET_UP = """import importlib, attention.hub
from attention.weights.__main__ import main
for name in ("e5", "gguf", "hub", "wheels"):
    importlib.import_module(f"attention.weights.{name}")
raise SystemExit(main(["--list"]))"""


def test_what_is_copied_for_setting_up_is_enough_for_it(tmp_path):
    before = DOCKERFILE[: DOCKERFILE.index("-m attention.weights")]
    for line in re.findall(r"^COPY ((?:attention|assets)/.+)$", before, re.M):
        *names, place = line.split()
        (tmp_path / place).mkdir(parents=True, exist_ok=True)
        for source in (ROOT / name for name in names):
            if source.is_dir():
                shutil.copytree(source, tmp_path / place, dirs_exist_ok=True)
            else:
                shutil.copy(source, tmp_path / place)
    command = [sys.executable, "-c", SET_UP]
    environ = {**os.environ, "ATTENTION_HOME": str(tmp_path / "home"), "LC_ALL": "en"}
    ran = subprocess.run(
        command, cwd=tmp_path, env=environ, capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.count("not set up") == 3


def test_the_image_runs_as_a_number_and_asks_nobody():
    assert re.search(r"^USER 10001$", LAST, re.M)
    assert "HF_HUB_OFFLINE=1" in LAST
    assert "GATHER_USAGE_STATS=false" in LAST
    assert not re.search(r"amd64|x86_64|aarch64|--platform", DOCKERFILE)
