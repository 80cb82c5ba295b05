"""The plainest ASGI application that streams: each board waits for the next message, and gets the bytes that were posted."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

Message = dict[str, Any]
HEADERS = [(b"content-type", b"text/event-stream; charset=utf-8"), (b"cache-control", b"no-store")]


class Peer:
    def __init__(self) -> None:
        self._boards: set[asyncio.Queue[bytes]] = set()

    async def __call__(
        self, scope: Message, receive: Callable[[], Awaitable[Message]], send: Callable[[Message], Awaitable[None]]
    ) -> None:
        if scope["type"] == "lifespan":
            while True:
                message = await receive()
                await send({"type": f"{message['type']}.complete"})
                if message["type"] == "lifespan.shutdown":
                    return
        if scope["method"] == "POST":
            await self._publish(receive, send)
        else:
            await self._follow(send)

    async def _publish(
        self, receive: Callable[[], Awaitable[Message]], send: Callable[[Message], Awaitable[None]]
    ) -> None:
        body, more = b"", True
        while more:
            message = await receive()
            body, more = body + message.get("body", b""), message.get("more_body", False)
        for board in self._boards:
            board.put_nowait(body)
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _follow(self, send: Callable[[Message], Awaitable[None]]) -> None:
        board: asyncio.Queue[bytes] = asyncio.Queue()
        self._boards.add(board)
        await send({"type": "http.response.start", "status": 200, "headers": HEADERS})
        await send({"type": "http.response.body", "body": b"retry: 2000\n\n", "more_body": True})
        while True:
            body = await board.get()
            await send({"type": "http.response.body", "body": body, "more_body": True})


application = Peer()
