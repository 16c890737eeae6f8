"""Debian's packages, where the tests may install them."""

import os
import shutil
import subprocess


def is_root() -> bool:
    """Tell whether this process may do what only the administrator may."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def install(*packages: str) -> bool:
    """Install packages, and tell whether that could be done."""
    if not (is_root() and shutil.which("apt-get")):
        return False
    environ = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    apt = ["apt-get", "-q", "-o", "DPkg::Lock::Timeout=300"]
    commands = [[*apt, "update"], [*apt, "install", "-y", "--no-install-recommends", *packages]]
    return all(subprocess.run(c, env=environ, check=False).returncode == 0 for c in commands)
