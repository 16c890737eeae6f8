"""A list of prepared links, and its form inside an address, where it is kept: nowhere else.

A link is a name, a page and the query of an address. The list is JSON, deflated, in the letters an
address may hold. What comes from an address is not trusted: sizes are bounded before it is read.
"""

import json
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from dataclasses import dataclass

from app.page_names import PAGES
from app.surrogates import whole

MAX_LINKS = 30
MAX_NAME = 80
MAX_WRITTEN = 5000  # signs: with the view beside it, an address stays below a proxy's 8,000
MAX_READ = 200_000  # bytes a list may unpack to
RAW = -15  # deflate without a header


@dataclass(frozen=True)
class Link:
    """Hold what a link is called, the page it opens, and its query as an address writes it."""

    name: str
    page: str
    query: str


def write(links: Sequence[Link]) -> str | None:
    """Give a list as an address holds it, empty for no links, None where it would be too long."""
    if not links:
        return ""
    rows = [[link.name, link.page, link.query] for link in links]
    text = json.dumps(rows, ensure_ascii=False, separators=(",", ":")).encode("utf-8")
    packed = zlib.compress(text, 9, RAW)
    written = urlsafe_b64encode(packed).rstrip(b"=").decode("ascii")
    fits = len(links) <= MAX_LINKS and len(written) <= MAX_WRITTEN and len(text) <= MAX_READ
    return written if fits else None


def read(written: str) -> tuple[Link, ...]:
    """Give the list that an address holds; none where there is none, or where it is damaged."""
    if not 0 < len(written) <= MAX_WRITTEN or not written.isascii():
        return ()
    try:
        packed = urlsafe_b64decode(written + "=" * (-len(written) % 4))
        rows = json.loads(_unpacked(packed))
    except (ValueError, zlib.error, RecursionError):
        return ()
    if not isinstance(rows, list) or not all(_is_link(row) for row in rows):
        return ()
    return tuple(Link(row[0], row[1], row[2]) for row in rows) if len(rows) <= MAX_LINKS else ()


def _unpacked(packed: bytes) -> bytes:
    unpacker = zlib.decompressobj(RAW)
    text = unpacker.decompress(packed, MAX_READ)
    if not unpacker.eof:
        raise ValueError("the list is cut off, or larger than a list of links is")
    return text


def _is_link(row: object) -> bool:
    return (
        isinstance(row, list)
        and len(row) == 3
        and all(isinstance(part, str) and whole(part) == part for part in row)
        and len(row[0]) <= MAX_NAME
        and row[1] in PAGES
    )


def moved(links: Sequence[Link], index: int, by: int) -> tuple[Link, ...]:
    """Give the list with one link taken some places on, as far as the list goes."""
    others = [*links[:index], *links[index + 1 :]]
    place = min(max(0, index + by), len(others))
    return (*others[:place], links[index], *others[place:])


def renamed(links: Sequence[Link], index: int, name: str) -> tuple[Link, ...]:
    """Give the list with one link called otherwise; a blank name changes nothing."""
    name = tidy(name) or links[index].name
    link = Link(name, links[index].page, links[index].query)
    return (*links[:index], link, *links[index + 1 :])


def tidy(name: str) -> str:
    """Give a name on one line, no longer than a name may be."""
    return " ".join(whole(name).split())[:MAX_NAME].strip()
