"""HAProxy for the tests: find it, or get it.   python -m tests.e2e.replicas.balancer"""

import re
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.conftest import WEIGHTS_REQUIRED
from tests.e2e import packages
from tests.e2e.server import ROOT, Server, free_port

CONFIG = ROOT / "deploy" / "haproxy.cfg"
MISSING = "no HAProxy on this machine: apt-get install haproxy"


def executable() -> str | None:
    """Give the path of HAProxy, which Debian keeps where only root looks."""
    return shutil.which("haproxy") or shutil.which("/usr/sbin/haproxy")


def needed() -> str:
    """Give the path of HAProxy; without one a test is skipped, or fails where it may install."""
    path = executable()
    if path is None:
        must = WEIGHTS_REQUIRED and packages.is_root()
        pytest.fail(MISSING) if must else pytest.skip(MISSING)
    return path


def configured(port: int, servers: Mapping[str, str], base: str) -> str:
    """Give the project's configuration with other addresses in it, and nothing else changed."""
    text, n_binds = re.subn(
        r"(?m)^    bind :8080$", f"    bind 127.0.0.1:{port}", CONFIG.read_text()
    )
    text, n_checks = re.subn(r"(?m)GET /(?=_stcore/health$)", f"GET /{base}/", text)
    text, n_servers = re.subn(r"(?m)^    server .*\n", "", text)
    assert (n_binds, n_checks, n_servers) == (1, 1, 2)
    return text + "".join(
        f"    server {name} {url.split('/')[2]} cookie {name}\n" for name, url in servers.items()
    )


@contextmanager
def balancing(servers: Mapping[str, Server], base: str, folder: Path) -> Iterator[str]:
    """Put HAProxy before servers for as long as the block lasts, and give its address."""
    port, path = free_port(), folder / "haproxy.cfg"
    urls = {name: server.url for name, server in servers.items()}
    path.write_text(configured(port, urls, base), encoding="utf-8")
    process = subprocess.Popen([needed(), "-f", str(path)], stderr=subprocess.DEVNULL)
    try:
        url = f"http://127.0.0.1:{port}/{base}"
        wait_until_open(url, process)
        yield url
    finally:
        process.kill()
        process.wait()


def wait_until_open(url: str, process: "subprocess.Popen[bytes]") -> None:
    """Return when a server answers through HAProxy."""
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and process.poll() is None:
        try:
            urllib.request.urlopen(f"{url}/_stcore/health", timeout=2).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise RuntimeError("HAProxy does not lead to a server")


if __name__ == "__main__" and executable() is None and not packages.install("haproxy"):
    sys.stderr.write(f"{MISSING}. What needs it will not be tested.\n")
