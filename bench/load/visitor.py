"""A visitor without a browser: a WebSocket that speaks Streamlit's own protocol."""

import asyncio
import time
import urllib.parse
from collections.abc import Iterable
from dataclasses import dataclass, field

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin, Subprotocol

from bench.load.asking import Ask

SPEAKS = [Subprotocol("streamlit")]
PATIENCE = 180  # seconds, after which a reply counts as none


@dataclass
class Tally:
    """Collect what visitors saw.

    Attributes:
        milliseconds: of each new sentence, from the request to the last message of its run.
        kilobytes: of each reply.
        n_wrong: replies with a picture of another sentence, or with none of their own.
        n_errors: replies with an exception or a sentence about an error, and those that never came.
        n_waits: replies before which the page said how many are before.
    """

    milliseconds: list[float] = field(default_factory=list)
    kilobytes: list[float] = field(default_factory=list)
    n_wrong: int = 0
    n_errors: int = 0
    n_waits: int = 0


class Visitor:
    """Show views one after another in one window."""

    def __init__(self, socket: ClientConnection, tally: Tally) -> None:
        """Begin on a page that shows nothing yet."""
        self._socket, self._tally = socket, tally
        self._pages: dict[str, str] = {}
        self._here = ""

    async def show(self, ask: Ask, *, counts: bool = True) -> None:
        """Ask for a view and judge the reply; the opening of the page may not count as one."""
        start = time.perf_counter()
        await self._send(ask)
        messages, size = await self._reply()
        taken = 1000 * (time.perf_counter() - start)
        self._judge(ask, messages)
        if counts:
            self._tally.milliseconds.append(taken)
            self._tally.kilobytes.append(size / 1024)

    async def _send(self, ask: Ask) -> None:
        message = BackMsg()
        rerun = message.rerun_script
        rerun.query_string = urllib.parse.urlencode(ask.query)
        rerun.page_script_hash = self._pages.get(ask.page, "")
        rerun.page_name = "" if self._pages else ask.page
        await self._socket.send(message.SerializeToString())

    async def _reply(self) -> tuple[list[ForwardMsg], int]:
        messages, size = [], 0
        while True:
            raw = await asyncio.wait_for(self._socket.recv(decode=False), timeout=PATIENCE)
            message = ForwardMsg.FromString(raw)
            messages.append(message)
            size += len(raw)
            if message.WhichOneof("type") == "navigation":
                pages = message.navigation.app_pages
                self._pages = {page.url_pathname: page.page_script_hash for page in pages}
            if message.WhichOneof("type") == "script_finished":
                return messages, size

    def _judge(self, ask: Ask, messages: list[ForwardMsg]) -> None:
        drawn = [m.delta.SerializeToString() for m in messages if m.WhichOneof("type") == "delta"]
        body = b"".join(drawn).decode("utf-8", errors="ignore")
        n_own, n_all = ask.answers(body)
        broken = any(m.delta.new_element.HasField("exception") for m in messages)
        self._tally.n_errors += broken or 'class="notice error"' in body
        self._tally.n_wrong += n_own == 0 or n_own < n_all
        self._tally.n_waits += 'class="waiting"' in body


async def come(
    url: str, tally: Tally, asks: Iterable[Ask], think: float = 0.0, pause: float = 0.0
) -> None:
    """Open a window after a pause and show views in it, with ``think`` seconds after each.

    What goes wrong on the way is an error of its own.
    """
    await asyncio.sleep(pause)
    address = url.replace("http", "ws", 1) + "/_stcore/stream"
    try:
        async with connect(address, origin=Origin(url), subprotocols=SPEAKS, max_size=None) as way:
            visitor = Visitor(way, tally)
            for i, ask in enumerate(asks):
                await visitor.show(ask, counts=i > 0)
                await asyncio.sleep(think)
    except (OSError, TimeoutError, WebSocketException):
        tally.n_errors += 1
