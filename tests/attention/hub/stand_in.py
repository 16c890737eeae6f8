"""A small hub on this machine: the addresses that a model's files are looked up and fetched from.

It answers as huggingface.co does: the list of files with sizes and SHA-256, small files in place,
weights from another address that it leads to, ranges of bytes, refusals with ``X-Error-Code``.
"""

import hashlib
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urlsplit

COMMIT = "0123456789abcdef0123456789abcdef01234567"


@dataclass
class Hub:
    """Hold what the hub has and how it behaves; tests change both while it runs."""

    url: str = ""
    repos: dict[str, dict[str, bytes]] = field(default_factory=dict)
    refusals: dict[str, tuple[int, str]] = field(default_factory=dict)  # of a repo's files
    hidden: dict[str, tuple[int, str]] = field(default_factory=dict)  # of its listing too
    n_parameters: int | None = None
    commit: str = COMMIT
    says_size: bool = True
    knows_ranges: bool = True
    break_after: list[int] = field(default_factory=list)  # bytes, for the next requests of weights
    spoil: bool = False  # sends other bytes than it promised
    go: threading.Event = field(default_factory=threading.Event)  # cleared: weights come to a halt
    halt_after: int = 0
    asked: list[tuple[str, str | None]] = field(default_factory=list)

    def add(self, name: str, folder: Path) -> dict[str, bytes]:
        """Put a folder's files on the hub."""
        self.repos[name] = {p.name: p.read_bytes() for p in sorted(folder.iterdir())}
        return self.repos[name]

    def weights_asked(self) -> list[str | None]:
        """Give the range of each request for weights."""
        return [r for path, r in self.asked if path.startswith("/cdn/")]


class Handler(BaseHTTPRequestHandler):
    hub: Hub
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def do_HEAD(self) -> None:
        self.do_GET()

    def do_GET(self) -> None:
        path = unquote(urlsplit(self.path).path)
        self.hub.asked.append((path, self.headers.get("Range")))
        parts = path.strip("/").split("/")
        if parts[:2] == ["api", "models"]:
            self.listing("/".join(parts[2:4]))
        elif parts[0] == "cdn":
            self.bytes_of(self.hub.repos["/".join(parts[1:3])][parts[3]])
        elif len(parts) == 5 and parts[2] == "resolve":
            self.file("/".join(parts[:2]), parts[4])
        else:
            self.refuse(404, "")

    def refuse(self, status: int, code: str) -> None:
        self.send_response(status)
        if code:
            self.send_header("X-Error-Code", code)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def listing(self, name: str) -> None:
        if name in self.hub.hidden:
            return self.refuse(*self.hub.hidden[name])
        if name not in self.hub.repos:
            return self.refuse(401, "RepoNotFound")
        siblings = [self.sibling(n, data) for n, data in self.hub.repos[name].items()]
        found = {"id": name, "sha": self.hub.commit, "siblings": siblings}
        if self.hub.n_parameters:
            n = self.hub.n_parameters
            found["safetensors"] = {"parameters": {"F32": n}, "total": n}
        return self.whole(json.dumps(found).encode(), {"Content-Type": "application/json"})

    def sibling(self, name: str, data: bytes) -> dict[str, object]:
        found: dict[str, object] = {"rfilename": name, "blobId": hashlib.sha1(data).hexdigest()}
        if self.hub.says_size:
            found["size"] = len(data)
        if name.endswith((".safetensors", ".bin")):
            digest = hashlib.sha256(data).hexdigest()
            found["lfs"] = {"sha256": digest, "size": len(data), "pointerSize": 134}
        return found

    def file(self, name: str, file: str) -> None:
        if name in self.hub.refusals:
            return self.refuse(*self.hub.refusals[name])
        if file not in self.hub.repos.get(name, {}):
            return self.refuse(404, "EntryNotFound")
        data = self.hub.repos[name][file]
        if file.endswith((".safetensors", ".bin")):
            self.send_response(302)
            self.send_header("Location", f"/cdn/{name}/{file}")
            self.send_header("Content-Length", "0")
            return self.end_headers()
        etag = hashlib.sha1(data).hexdigest()
        return self.whole(data, {"ETag": f'"{etag}"', "X-Repo-Commit": self.hub.commit})

    def whole(self, data: bytes, headers: dict[str, str]) -> None:
        self.send_response(200)
        for key, value in headers.items():
            self.send_header(key, value)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def bytes_of(self, data: bytes) -> None:
        asked, first = self.headers.get("Range"), 0
        if asked and self.hub.knows_ranges:
            first = int(asked.removeprefix("bytes=").removesuffix("-"))
            self.send_response(206)
            self.send_header("Content-Range", f"bytes {first}-{len(data) - 1}/{len(data)}")
        else:
            self.send_response(200)
        sent = data[first:]
        self.send_header("Content-Length", str(len(sent)))
        self.end_headers()
        if self.hub.spoil:
            sent = bytes(len(sent))
        end = self.hub.break_after.pop(0) if self.hub.break_after else len(sent)
        halt = min(end, self.hub.halt_after or end)
        try:
            self.wfile.write(sent[:halt])
            self.wfile.flush()
            if halt < end:
                self.hub.go.wait(30)
                self.wfile.write(sent[halt:end])
        except (BrokenPipeError, ConnectionResetError):
            end = 0
        if end < len(sent):
            self.close_connection = True


@contextmanager
def running() -> Iterator[Hub]:
    """Run a hub for as long as the block lasts."""
    hub = Hub()
    hub.go.set()
    handler = type("HandlerOfOneHub", (Handler,), {"hub": hub})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        hub.url = f"http://127.0.0.1:{server.server_address[1]}"
        thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        try:
            yield hub
        finally:
            hub.go.set()
            server.shutdown()
            thread.join()
