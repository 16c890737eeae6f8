"""The list of everything the app is made of names every package that is installed."""

import json
import re
import subprocess
import sys
from pathlib import Path

from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
FILES = ("requirements.lock", "requirements-torch.txt")


def recipe() -> list[str]:
    """Give what `make sbom` runs behind the Python it runs it with."""
    makefile = (ROOT / "Makefile").read_text("utf-8")
    found = re.search(r"^sbom:.*?\| \$\(PY\) (.*?)\n\n", makefile, re.M | re.S)
    assert found
    return found[1].replace("\\\n", " ").split()


def test_the_sbom_names_all_locked_packages_with_their_versions_and_hashes(tmp_path):
    given = "".join((ROOT / name).read_text("utf-8") for name in FILES)
    command = [sys.executable, *recipe()[:-1], str(tmp_path / "sbom.json")]
    run = subprocess.run(
        command, cwd=ROOT, input=given, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    bom = json.loads((tmp_path / "sbom.json").read_text("utf-8"))
    assert bom["bomFormat"] == "CycloneDX"
    assert bom["metadata"]["component"]["name"] == "attention-microscope"
    pinned = re.findall(r"^([\w.\-]+)(?:\[\w+\])?==([^\s;\\]+)", given, re.M)
    named = {(canonicalize_name(one["name"]), one["version"]) for one in bom["components"]}
    assert len(pinned) > 60
    assert {(canonicalize_name(name), version) for name, version in pinned} == named
    for one in bom["components"]:
        hashes = [h for ref in one["externalReferences"] for h in ref.get("hashes", [])]
        assert hashes or one["name"] == "torch"
