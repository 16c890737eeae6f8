"""The image's health check, run as the engine runs it."""

import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

DOCKERFILE = (Path(__file__).resolve().parents[2] / "Dockerfile").read_text("utf-8")


def command() -> list[str]:
    found = re.search(r"^HEALTHCHECK .*?CMD (\[.*?\])$", DOCKERFILE, re.M | re.S)
    assert found
    program, *rest = json.loads(found[1])
    assert program == "python"
    return [sys.executable, *rest]


@contextmanager
def answering(path: str) -> Iterator[int]:
    """Serve a health page at one path only, and give the port."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200 if self.path == path else 404)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


def healthy(port: int, base: str) -> bool:
    environ = {**os.environ, "STREAMLIT_SERVER_PORT": str(port)}
    environ["STREAMLIT_SERVER_BASE_URL_PATH"] = base
    run = subprocess.run(command(), env=environ, capture_output=True, check=False)
    return run.returncode == 0


@pytest.mark.parametrize("base", ["", "attention", "/attention/", "a/b"])
def test_health_is_asked_for_at_the_servers_own_port_and_path(base):
    place = base.strip("/")
    with answering(f"/{place}/_stcore/health" if place else "/_stcore/health") as port:
        assert healthy(port, base)


def test_a_server_that_answers_elsewhere_or_not_at_all_is_not_healthy():
    with answering("/_stcore/health") as port:
        assert not healthy(port, "attention")
    assert not healthy(port, "")
