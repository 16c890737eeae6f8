"""What linear layers and norms of a model read and write in the probe run."""

from torch import Tensor, nn

from attention.recording import Recording
from attention.side_by_side import is_linear
from attention.sources import Tap


class Taps:
    """Write down what linear layers and norms read and write, for the length of a ``with`` block.

    Used once at load, before the model is shared: its hooks see every thread.
    """

    def __init__(self, network: nn.Module, recording: Recording) -> None:
        """Watch a network; the recording tells how many attention calls came before."""
        self.network = network
        self.recording = recording
        self.found: list[Tap] = []

    def __enter__(self) -> "Taps":
        """Put the hooks on."""
        self.handles = [
            module.register_forward_hook(self.note)
            for module in self.network.modules()
            if is_linear(module) or "norm" in type(module).__name__.lower()
        ]
        return self

    def __exit__(self, *_: object) -> None:
        """Take the hooks off."""
        for handle in self.handles:
            handle.remove()

    def note(self, module: nn.Module, args: tuple[object, ...], wrote: object) -> None:
        """Note one layer's input and output; some layers pass more along than a tensor."""
        read = args[0] if args else None
        if isinstance(read, Tensor) and isinstance(wrote, Tensor):
            self.found.append(Tap(module, read, wrote, len(self.recording.calls)))
