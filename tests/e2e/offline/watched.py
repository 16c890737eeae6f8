"""The app, started as always, with every attempt to reach another machine written down.

``python -m tests.e2e.offline.watched FILE``
"""

import runpy
import sys
from pathlib import Path

HERE = ("127.", "::1", "localhost", "0.0.0.0")


def watch(file: Path) -> None:
    """Write to a file whom this process looks up or connects to, unless it is this machine."""

    def heard(event: str, arguments: tuple[object, ...]) -> None:
        if event == "socket.getaddrinfo":
            host = arguments[0]
        elif event in ("socket.connect", "socket.sendto") and isinstance(arguments[1], tuple):
            host = arguments[1][0]
        else:
            return
        name = host.decode() if isinstance(host, bytes) else str(host or "localhost")
        if not name.startswith(HERE):
            with file.open("a", encoding="utf-8") as lines:
                lines.write(f"{event} {name}\n")

    sys.addaudithook(heard)


if __name__ == "__main__":
    (place,) = sys.argv[1:]
    sys.argv[1:] = []
    watch(Path(place))
    runpy.run_module("app.serve", run_name="__main__", alter_sys=True)
