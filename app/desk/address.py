"""Where a link leads: the server's address as the browser knows it, as the room knows it."""

import socket
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from app import parsers
from app.page_names import PAGES
from app.selection import Selection

INSIDE_A_CONTAINER = (Path("/.dockerenv"), Path("/run/.containerenv"))
PRIVATE = ("192.168.255.254", "10.255.255.254", "172.31.255.254")  # one of each kind of network


def base(url: str) -> str:
    """Give the server's address without page and query, as the browser's own address has it.

    >>> base("http://10.0.0.5:8501/lab/teach?text=hi"), base("http://localhost:8501/")
    ('http://10.0.0.5:8501/lab', 'http://localhost:8501')
    """
    parts = urlsplit(url)
    path = parts.path.rstrip("/")
    head, _, last = path.rpartition("/")
    if last in (*PAGES, "teach"):
        path = head
        # Streamlit takes a page's name off an address before it puts the open page's there, and
        # of "many_heads" it takes off "heads".
        before, _, rest = path.rpartition("/")
        path = before if any(f"{rest}{page}" == last for page in PAGES if rest) else path
    return urlunsplit((parts.scheme, parts.netloc, path, "", ""))


def written(selection: Selection) -> str:
    """Give a view as the query of an address, in a browser's own spelling."""
    return urlencode(selection.to_query())


def link(base: str, page: str, query: str) -> str:
    """Give a whole address."""
    return f"{base}/{page}?{query}"


def opened(query: str, selection: Selection, models: tuple[str, ...]) -> Selection:
    """Give the view a query asks for, seen from the one that is open."""
    found = dict(parse_qsl(query, keep_blank_values=True))
    return Selection.from_query(found, selection.lang, models)


def pasted(address: str) -> tuple[str, str] | None:
    """Give page and query of an address that a person brought, or None: it is none of ours."""
    try:
        parts = urlsplit(address.strip())
    except ValueError:
        return None
    last = parts.path.rstrip("/").rpartition("/")[2]
    query = dict(parse_qsl(parts.query, keep_blank_values=True))
    if not query.keys() & {*parsers.PARSERS, "lang"}:
        return None
    return (last if last in PAGES else PAGES[0]), parts.query


def is_only_here(base: str) -> bool:
    """Tell whether an address is one that every machine calls itself by."""
    host = (urlsplit(base).hostname or "").lower()
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def in_the_room(base: str) -> list[str]:
    """Give this machine's addresses on its own network, put in place of ``localhost``.

    None from inside a container: what it is called there, nobody else calls it.
    """
    if any(mark.exists() for mark in INSIDE_A_CONTAINER):
        return []
    parts = urlsplit(base)
    port = f":{parts.port}" if parts.port else ""
    return [urlunsplit((parts.scheme, f"{host}{port}", parts.path, "", "")) for host in own_hosts()]


def own_hosts() -> list[str]:
    """Give the IPv4 addresses by which this machine would speak to its own networks."""
    found = dict.fromkeys(filter(None, map(_way_to, PRIVATE)))
    return [host for host in found if not _is_useless(host)]


def _way_to(host: str) -> str | None:
    """Give the address this machine would speak from; a datagram socket says so, sending nothing.

    Asking the machine for its name instead would ask a name server, and might wait for it.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((host, 9))
            return probe.getsockname()[0]
        except OSError:  # no way there
            return None


def _is_useless(host: str) -> bool:
    address = ip_address(host)
    return address.is_loopback or address.is_unspecified or address.is_link_local
