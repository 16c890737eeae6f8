"""Amounts of bytes, as people write and read them."""

import re

UNITS = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30, "t": 1 << 40}
SIZE = re.compile(r"(\d+(?:\.\d+)?)\s*([kmgt]?)i?b?", re.IGNORECASE)


def parse(text: str) -> int:
    """Read a size as Docker writes it.

    >>> parse("4g"), parse("512 MB"), parse("1.5G")
    (4294967296, 536870912, 1610612736)

    Raises:
        ValueError: it is none.
    """
    found = SIZE.fullmatch(text.strip())
    if found is None:
        raise ValueError(f"expected a size such as 4g or 512m, got {text!r}")
    return int(float(found[1]) * UNITS[found[2].lower()])


def readable(n_bytes: int) -> str:
    """Return a size as people read it, in thousands as disks and hubs count.

    >>> readable(2_340_000_000), readable(31_900_000_000), readable(87_400_000), readable(0)
    ('2.3 GB', '31.9 GB', '87 MB', '0 MB')
    """
    return f"{n_bytes / 1e9:.1f} GB" if n_bytes >= 999_500_000 else f"{n_bytes / 1e6:.0f} MB"
