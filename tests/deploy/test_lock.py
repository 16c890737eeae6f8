"""The versions that are installed: all of them pinned, and all of them by what they contain."""

import re
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
LOCK = (ROOT / "requirements.lock").read_text("utf-8")
ENTRIES = re.findall(r"^(\S+?)==(\S+)(.*?)(?=^\S|\Z)", LOCK, re.M | re.S)
APART = {"torch"}  # comes from an index of its own


def test_what_the_app_imports_is_locked_at_the_version_it_is_tested_with():
    text = (ROOT / "requirements.txt").read_text("utf-8")
    pinned = {(canonicalize_name(n), v) for n, v in re.findall(r"^(\S+?)==(\S+)", text, re.M)}
    assert pinned
    assert pinned - {(name, version) for name, version, _ in ENTRIES} == set()


def test_every_locked_package_is_known_by_its_hashes():
    assert len(ENTRIES) > 50
    assert [name for name, _, rest in ENTRIES if "--hash=sha256:" not in rest] == []


def test_whatever_a_locked_package_needs_is_locked_too():
    names = {name for name, _, _ in ENTRIES}
    missing = set()
    for name in [*names, *APART]:
        try:
            needs = [Requirement(line) for line in requires(name) or []]
        except PackageNotFoundError:  # it belongs to another system
            continue
        wanted = (n for n in needs if n.marker is None or n.marker.evaluate({"extra": ""}))
        missing |= {canonicalize_name(n.name) for n in wanted} - names - APART
    assert {name for name in missing if not re.match(r"nvidia-|cuda-|triton", name)} == set()


def test_no_locked_package_belongs_to_a_graphics_card():
    assert [name for name, _, _ in ENTRIES if re.match(r"nvidia-|cuda-|triton", name)] == []
