"""Fetch what a hub offers: every byte counted, stopped when asked to, gone on with later."""

import errno
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, NoReturn

from filelock import FileLock, Timeout
from huggingface_hub.utils import build_hf_headers, get_session, hf_raise_for_status

from attention.errors import AttentionError, ModelUnavailable
from attention.hub.kept import cached, place
from attention.hub.offer import CLIENT_ERROR, PATIENCE, Offer, RemoteFile, reason_of
from attention.weights.install import REASONS
from attention.weights.store import mark, put, sha256_of

CHUNK = 1 << 18
TRIES = 3  # more, when a connection breaks without having brought anything
PAUSE = 1.0  # seconds before the next one
SPARE = 50_000_000  # bytes of the disk that are left free


class Stopped(AttentionError):
    """Say that a download was stopped on request; what has come is kept."""

    key = "stopped"


@dataclass(frozen=True)
class Progress:
    """Tell how many bytes of how many are there, and what is being done."""

    stage: Literal["wait", "download", "check"]
    n_bytes: int
    total: int


Report = Callable[[Progress], None]


def n_there(offer: Offer) -> int:
    """Return how many bytes of an offer an earlier download has left here."""
    work = partial(offer)
    return sum(size_of(work / file.name) for file in offer.files)


def partial(offer: Offer) -> Path:
    """Return the folder that a download fills: one for each version, beside its place."""
    target = place(offer.name)
    return target.with_name(f".{target.name}.{offer.revision[:12]}.partial")


def download(
    offer: Offer, report: Report | None = None, stop: Callable[[], bool] = lambda: False
) -> Path:
    """Fetch an offer's files and return their folder, whole or not at all.

    What is there from an earlier try is kept. Two processes never fill the same folder.

    Raises:
        Stopped: ``stop`` said so.
        ModelUnavailable: with the reason, from the cause.
    """
    target = place(offer.name)
    job = Job(offer, partial(offer), report or (lambda step: None), stop)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        lock = FileLock(target.with_name(f".{target.name}.lock"))
        job.wait_for(lock)
        try:
            return cached(offer.name) or job.run(target)
        finally:
            lock.release()
    except (CLIENT_ERROR, ConnectionError) as error:
        raise ModelUnavailable(offer.name, reason_of(error)) from error
    except OSError as error:
        job.refuse(error)


class Job:
    """Fetch the files of one offer into one folder."""

    def __init__(self, offer: Offer, work: Path, report: Report, stop: Callable[[], bool]) -> None:
        """Begin with nothing done."""
        self.offer, self.work, self.report, self.stop = offer, work, report, stop
        self.n_bytes = 0

    def wait_for(self, lock: FileLock) -> None:
        """Take the lock, or wait for whoever has it, stopping when asked to."""
        while True:
            try:
                lock.acquire(timeout=0.5)
                return
            except Timeout:
                self.tell("wait")

    def run(self, target: Path) -> Path:
        """Fetch every file, then put the folder in its place."""
        for old in target.parent.glob(f".{target.name}.*.partial"):
            if old != self.work:
                shutil.rmtree(old, ignore_errors=True)
        self.work.mkdir(exist_ok=True)
        self.n_bytes = n_there(self.offer)
        missing = self.offer.n_bytes - self.n_bytes
        if missing + SPARE > shutil.disk_usage(self.work).free:
            raise OSError(errno.ENOSPC, f"{missing} bytes are missing")
        for file in self.offer.files:
            self.fetch(file)
        # What was fetched for a hash has just been held against it.
        known = {file.name: file.sha256 for file in self.offer.files if file.sha256}
        mark(self.work, "hub", f"{self.offer.name}@{self.offer.revision}", None, known)
        return put(self.work, target)

    def fetch(self, file: RemoteFile) -> None:
        """Fetch one file, or what is missing of it; a connection that breaks is taken up again."""
        path, tries = self.work / file.name, TRIES
        if size_of(path) > file.n_bytes:
            self.drop(path)
        while (before := size_of(path)) < file.n_bytes:
            self.tell("download")
            try:
                self.go_on(file, path)
            except CLIENT_ERROR as error:
                if hasattr(error, "response") or tries == 0:
                    raise
                time.sleep(PAUSE)
            tries = TRIES if size_of(path) > before else tries - 1
            if tries < 0:
                break
        if size_of(path) != file.n_bytes:
            self.refuse_file(path)
        self.tell("check")
        if file.sha256 and sha256_of(path) != file.sha256:
            self.refuse_file(path)

    def go_on(self, file: RemoteFile, path: Path) -> None:
        """Ask for the bytes behind the ones that are there, and write what comes."""
        have = size_of(path)
        headers: dict[str, Any] = build_hf_headers() | {"Accept-Encoding": "identity"}
        if have:
            headers["Range"] = f"bytes={have}-"
        options: dict[str, Any] = {"follow_redirects": True, "timeout": PATIENCE}
        url = self.offer.url(file)
        with get_session().stream("GET", url, headers=headers, **options) as answer:
            hf_raise_for_status(answer)
            if have and answer.status_code != 206:  # it begins anew
                self.drop(path)
            with path.open("ab") as out:
                for chunk in answer.iter_bytes(CHUNK):
                    out.write(chunk)
                    self.n_bytes += len(chunk)
                    self.tell("download")

    def tell(self, stage: Literal["wait", "download", "check"]) -> None:
        """Report how far it is; the place where a stop takes effect."""
        self.report(Progress(stage, self.n_bytes, self.offer.n_bytes))
        if self.stop():
            raise Stopped(model=self.offer.name)

    def drop(self, path: Path) -> None:
        """Begin a file anew."""
        self.n_bytes -= size_of(path)
        path.unlink(missing_ok=True)

    def refuse_file(self, path: Path) -> NoReturn:
        """Drop a file that is not the one it should be."""
        self.drop(path)
        raise ModelUnavailable(self.offer.name, "wrong_hash")

    def refuse(self, error: OSError) -> NoReturn:
        """Turn what the disk did into a reason; a full one gets its room back."""
        reason = REASONS.get(error.errno, "unreadable")
        if reason == "no_space":
            shutil.rmtree(self.work, ignore_errors=True)
        raise ModelUnavailable(self.offer.name, reason) from error


def size_of(path: Path) -> int:
    """Return the size of a file, 0 where there is none."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0
