"""A person before a browser, and what the browser saw of the network."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from urllib.parse import urlencode

from playwright.sync_api import Browser, Locator, Page, WebSocket, expect
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

PATIENT = 60_000
STEP = 100
# Browsers report what a policy forbids as an event, wherever on the page it happens.
LISTEN = """addEventListener("securitypolicyviolation", (event) =>
    console.error(`forbidden: ${event.effectiveDirective} ${event.blockedURI}`))"""


@dataclass(frozen=True, eq=False)
class Visitor:
    """Hold a page, what went wrong on it, and what was asked for and came."""

    page: Page
    url: str
    wrong: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)
    ends: list[float] = field(default_factory=list)  # when runs of the page ended

    @classmethod
    def of(cls, browser: Browser, url: str) -> "Visitor":
        """Open a browser window of somebody who was never here."""
        context = browser.new_context(locale="en-US", viewport={"width": 1280, "height": 1000})
        context.set_default_timeout(PATIENT)
        context.add_init_script(LISTEN)
        visitor = cls(context.new_page(), url)
        page = visitor.page
        page.on("pageerror", lambda error: visitor.wrong.append(str(error)))
        page.on("console", lambda m: "forbidden: " in m.text and visitor.wrong.append(m.text))
        page.on("request", lambda request: visitor.requests.append(request.url))
        page.on("websocket", lambda socket: visitor._listen(socket))
        return visitor

    def _listen(self, socket: WebSocket) -> None:
        self.requests.append(socket.url)
        socket.on("framereceived", lambda frame: self._note(frame))

    def _note(self, frame: str | bytes) -> None:
        if isinstance(frame, bytes) and ForwardMsg.FromString(frame).HasField("script_finished"):
            self.ends.append(time.monotonic())

    def go(self, page: str, **query: object) -> None:
        """Open a page by its address and wait for its last run to end."""
        self.page.goto(f"{self.url}/{page}?{urlencode(query)}")
        self.at_rest()

    def at_rest(self) -> None:
        """Wait until the page is drawn."""
        expect(self.page.locator("[data-test-script-state=notRunning] .brand")).to_be_visible()

    def until(self, condition: Callable[[], object]) -> None:
        """Let the page go on until something is so."""
        for _ in range(PATIENT // STEP):
            if condition():
                return
            self.page.wait_for_timeout(STEP)
        raise AssertionError("it did not come to that")

    @property
    def strip(self) -> Locator:
        """Return the row of the sentence's tokens."""
        return self.page.locator(".sentence")

    @property
    def server(self) -> str:
        """Return the name of the server that the cookie leads to."""
        cookies = {c.get("name"): c.get("value", "") for c in self.page.context.cookies()}
        return cookies["attention"]
