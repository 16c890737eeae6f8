"""Downloads of a hub's models: in the background, one for each model, seen by every visitor."""

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import streamlit as st

from attention import hub
from attention.errors import AttentionError, ModelUnavailable
from attention.hub import Offer, Progress

AT_ONCE = 2

Fetch = Callable[[Offer, hub.Report, Callable[[], bool]], Path]


@dataclass(eq=False)
class Download:
    """Hold how far a download is; its thread writes, pages read.

    Attributes:
        step: what was told last; None while other downloads are in front.
        error: why it ended without the model, None if it did not or was stopped.
    """

    offer: Offer
    step: Progress | None = None
    error: AttentionError | None = None
    is_running: bool = True
    stop: threading.Event = field(default_factory=threading.Event)


class Downloads:
    """Know the download of each model, the last one if none is running."""

    def __init__(self, fetch: Fetch = hub.download) -> None:
        """Begin with none."""
        self._fetch = fetch
        self._known: dict[str, Download] = {}
        self._lock = threading.Lock()
        self._turns = threading.Semaphore(AT_ONCE)

    def of(self, name: str) -> Download | None:
        """Give the download of a model, if there is or was one."""
        with self._lock:
            return self._known.get(name)

    def start(self, offer: Offer) -> Download:
        """Begin to fetch, or give the download that has begun."""
        with self._lock:
            known = self._known.get(offer.name)
            if known is not None and known.is_running:
                return known
            download = self._known[offer.name] = Download(offer)
        name = f"download of {offer.name}"
        threading.Thread(target=self._run, args=(download,), name=name, daemon=True).start()
        return download

    def _run(self, download: Download) -> None:
        def tell(step: Progress) -> None:
            download.step = step

        try:
            with self._turns:
                self._fetch(download.offer, tell, download.stop.is_set)
        except hub.Stopped:
            download.error = None
        except AttentionError as error:
            logging.getLogger(__name__).warning("%s, because of %r", error, error.__cause__)
            download.error = error
        except Exception:
            logging.getLogger(__name__).exception("a download ended unexpectedly")
            download.error = ModelUnavailable(download.offer.name, "hub_failed")
        finally:
            download.is_running = False


@st.cache_resource(show_spinner=False)
def downloads() -> Downloads:
    """Give the ones of this server."""
    return Downloads()


@st.cache_resource(ttl=60, max_entries=64, show_spinner=False)
def asked(name: str) -> Offer | AttentionError:
    """Give what the hub offers, or why not; kept for a minute, as a hub may take long to answer."""
    try:
        return hub.look_up(name)
    except AttentionError as error:
        return error
