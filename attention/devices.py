"""The device that models run on: checked before anything is loaded."""

import torch

from attention.errors import AttentionError

KINDS = ("cpu", "cuda", "mps")


class NoDevice(AttentionError):
    """Say that a device to compute on is not known, or not in this machine."""

    key = "no_device"

    def __init__(self, device: str, there: str) -> None:
        """Keep the device as it was asked for, and those that are there."""
        super().__init__(device=device, there=there)


def device(name: str) -> str:
    """Return a device that is in this machine: ``cpu``, ``cuda``, ``cuda:1`` or ``mps``.

    Raises:
        NoDevice: it is none of these, or not in this machine.
    """
    name = name.strip().lower()
    try:
        found = torch.device(name)
    except RuntimeError:
        found = None
    if found is None or (found.index or 0) >= n_devices(found.type):
        raise NoDevice(name, ", ".join(kind for kind in KINDS if n_devices(kind)))
    return name


def n_devices(kind: str) -> int:
    """Count the devices of a kind; none of a kind that is not ours."""
    if kind == "cuda":
        return torch.cuda.device_count() if torch.cuda.is_available() else 0
    if kind == "mps":
        return int(torch.backends.mps.is_available())
    return int(kind == "cpu")
