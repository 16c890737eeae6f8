"""Models of a hub: what it offers under a name, fetched only when asked for, found again.

Only safetensors, configuration and tokenizer are fetched: nothing that could hold code.
"""

from pathlib import Path

from attention.hub.fetching import Progress, Report, Stopped, download, n_there
from attention.hub.kept import cached, names
from attention.hub.offer import Offer, RemoteFile, look_up
from attention.weights import EMBEDDED

__all__ = [
    "Offer",
    "Progress",
    "RemoteFile",
    "Report",
    "Stopped",
    "cached",
    "download",
    "is_away",
    "look_up",
    "n_there",
    "names",
    "obtain",
]


def is_away(source: str) -> bool:
    """Tell whether a source is a hub's model that has not been fetched to this machine."""
    return source not in EMBEDDED and not Path(source).is_dir() and cached(source) is None


def obtain(name: str, report: Report | None = None) -> str:
    """Return the folder of a hub's model, fetched first where it is not on this machine.

    Raises:
        UnknownModel: the name can't be an id.
        ModelUnavailable: it can't be had, with the reason.
    """
    return str(cached(name) or download(look_up(name), report))
