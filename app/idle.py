"""What is done when the last visitor has left: all that was kept for visitors goes."""

import threading
from collections.abc import Collection

from app import door, runs

EVERY = 30.0  # seconds: nobody is there at two looks, so who only reloads finds everything


def watch(warm: Collection[str], stop: threading.Event) -> None:
    """Look from time to time whether everybody has left, until told to stop."""
    have_left = False
    while not stop.wait(EVERY):
        if have_left and door.seats().are_empty():
            tidy(warm)
        have_left = door.seats().have_emptied()


def tidy(warm: Collection[str]) -> None:
    """Drop the runs that are kept and every model but those the server started with."""
    runs.forget()
    runs.shelf().clear(but=warm)
