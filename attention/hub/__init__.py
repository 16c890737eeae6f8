"""Models of a hub: what it offers under a name, fetched only when asked for, found again.

Only safetensors, configuration and tokenizer are fetched: nothing that could hold code.
"""

from attention.hub.fetching import Progress, Report, Stopped, download, n_there
from attention.hub.kept import cached
from attention.hub.offer import Offer, RemoteFile, look_up

__all__ = [
    "Offer",
    "Progress",
    "RemoteFile",
    "Report",
    "Stopped",
    "cached",
    "download",
    "look_up",
    "n_there",
    "obtain",
]


def obtain(name: str, report: Report | None = None) -> str:
    """Return the folder of a hub's model, fetched first where it is not on this machine.

    Raises:
        UnknownModel: the name can't be an id.
        ModelUnavailable: it can't be had, with the reason.
    """
    return str(cached(name) or download(look_up(name), report))
