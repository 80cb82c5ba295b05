"""One connected board: what is still to be sent to it, and the sending."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

from cuarenta_torneo.live.frames import RETRY

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
WHOLE: Final = 0
"""The number of the present state among what is still to be sent; fixtures have others, and what is below `HEAD` is never replaced."""
BEAT: Final = -1
HEAD: Final = -2
ANYBODY: Final = (b"access-control-allow-origin", b"*")
SAFE: Final = (
    (b"x-content-type-options", b"nosniff"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
)
START: Final[Message] = {
    "type": "http.response.start",
    "status": 200,
    "headers": [
        (b"content-type", b"text/event-stream; charset=utf-8"),
        (b"cache-control", b"no-store"),
        (b"x-accel-buffering", b"no"),
        *SAFE,
        ANYBODY,
    ],
}


class Reader:
    """Holds at most one message for each mesa, the last; nobody waits for it.

    While nothing is to be sent there is no task for it but the one that waits for its end.
    """

    __slots__ = ("_begun", "_send", "_sending", "_since", "_staying", "_unsent", "closed")

    def __init__(self, send: Send) -> None:
        self._send = send
        self._unsent: dict[int, bytes] = {}
        self._sending: asyncio.Task[None] | None = None
        self._staying: asyncio.Task[Any] | None = None
        self._since = 0.0
        self._begun = False
        self.closed = False

    @property
    def stuck_since(self) -> float | None:
        """When the message that is being sent was begun; None while nothing is."""
        return self._since if self._sending else None

    @property
    def unsent(self) -> Mapping[int, bytes]:
        return self._unsent

    def offer(self, number: int, message: bytes) -> None:
        """Send it as soon as what is on its way has gone; what was not sent yet under this number never will be."""
        self._unsent.pop(number, None)  # the last word on a mesa comes last
        self._unsent[number] = message
        if self._sending is None and not self.closed:
            loop = asyncio.get_running_loop()
            self._since = loop.time()
            self._sending = loop.create_task(self._pump())

    def beat(self, message: bytes) -> None:
        """A sign of life, where nothing else is on its way."""
        if self._sending is None:
            self.offer(BEAT, message)

    async def stay(self, receive: Receive) -> None:
        """Until the board goes, or is dropped."""
        self._staying = asyncio.current_task()
        try:
            while not self.closed and (await receive())["type"] != "http.disconnect":
                pass
        except asyncio.CancelledError:
            if not self.closed:
                raise
        finally:
            self.drop()

    def drop(self) -> None:
        """End it, whatever it still waits for."""
        if not self.closed:
            self.closed = True
            self._unsent.clear()
            for task in (self._sending, self._staying):
                if task is not None and task is not asyncio.current_task():
                    task.cancel()

    async def _pump(self) -> None:
        loop = asyncio.get_running_loop()
        try:
            if not self._begun:
                self._begun = True
                await self._send(START)
                await self._send({"type": "http.response.body", "body": RETRY, "more_body": True})
            while self._unsent:
                body = b"".join(self._unsent.values()) if len(self._unsent) > 1 else next(iter(self._unsent.values()))
                self._unsent.clear()
                self._since = loop.time()
                await self._send({"type": "http.response.body", "body": body, "more_body": True})
        finally:
            self._sending = None
