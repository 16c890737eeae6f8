"""Chromium for the tests: find it, or get it.   python -m tests.e2e.browser"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.e2e import packages

# Without a GPU, as root, and without the calls home that a closed network would refuse.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def executable() -> str | None:
    """Give the path of a Chromium: ATTENTION_CHROMIUM, the system's, or Playwright's own."""
    for name in (os.environ.get("ATTENTION_CHROMIUM", ""), *NAMES):
        if name and (found := shutil.which(name)):
            return found
    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
    return own if Path(own).exists() else None


def install() -> bool:
    """Install Debian's Chromium where that is possible, else Playwright's own."""
    if packages.install("chromium", "fonts-dejavu-core", "fonts-noto-cjk"):
        return True
    own = [sys.executable, "-m", "playwright", "install", "chromium-headless-shell", "chromium"]
    return subprocess.run(own, check=False).returncode == 0


if __name__ == "__main__":
    if executable() is None and not (install() and executable()):
        sys.exit(
            "No Chromium is there and none could be installed. Install it and name it: "
            "ATTENTION_CHROMIUM=/path/to/chromium make test"
        )
