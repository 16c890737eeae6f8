"""Two servers of the app under a path, behind HAProxy, as a school has them on two machines."""

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.replicas.balancer import balancing, needed
from tests.e2e.server import Server, running
from tests.e2e.visitor import PATIENT, Visitor

BASE = "attention"
APP = [sys.executable, "-m", "app.serve"]


@dataclass(frozen=True)
class School:
    """Hold the address people use, and the servers behind it by the name in their cookie."""

    url: str
    servers: dict[str, Server]


@pytest.fixture(scope="module")
def school(tmp_path_factory: pytest.TempPathFactory) -> Iterator[School]:
    needed()
    folder = tmp_path_factory.mktemp("school")
    with ExitStack() as stack:
        servers = {
            name: stack.enter_context(running(APP, folder / f"{name}.log", base=BASE))
            for name in ("one", "two")
        }
        url = stack.enter_context(balancing(servers, BASE, folder))
        yield School(url, servers)
        assert [server.tracebacks() for server in servers.values()] == ["", ""]


@pytest.fixture
def visit(browser: Browser, school: School) -> Iterator[Callable[..., Visitor]]:
    """Give a function that lets another person in."""
    expect.set_options(timeout=PATIENT)
    visitors: list[Visitor] = []

    def come() -> Visitor:
        visitors.append(Visitor.of(browser, school.url))
        return visitors[-1]

    yield come
    for visitor in visitors:
        visitor.page.context.close()
