"""The network of one tablet: a proxy of its own, so that it can be slow or gone for this tablet alone."""

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress

API = b"/api/v1/mesas/"
FILES = b"GET /static/"
# Of the requests about a mesa: never arrive, answer lost after the commit, 500 instead of arriving, 500 instead of the
# answer, answer trickles in.
RATES: Mapping[str, float] = {
    "drop-request": 0.08,
    "drop-answer": 0.15,
    "error-before": 0.03,
    "error-after": 0.04,
    "slow": 0.05,
}
SLOWEST_S = 2.0
PIECE = 700
ERROR = b"HTTP/1.1 500 Internal Server Error\r\nContent-Type: text/plain\r\nContent-Length: 5\r\nConnection: close\r\n\r\noops\n"


class Link:
    """One tablet's way to the server, on a port of its own for good; `injected` counts what happened there."""

    def __init__(self, upstream: int, seed: int, files: dict[bytes, bytes]) -> None:
        """`files`: what all links of a server keep of it; else it would do little but serve them to new origins."""
        self._upstream, self._files = upstream, files
        self._random = random.Random(seed)
        self._server: asyncio.Server | None = None
        self._refusing = 0
        self._serving: set[asyncio.Task[None] | None] = set()  # or they are collected in the middle
        self.injected: Counter[str] = Counter()
        self.port = 0
        self.faulty = False

    async def open(self) -> None:
        """Listen, at the same port each time."""
        self._server = await asyncio.start_server(self._handle, "127.0.0.1", self.port, backlog=64)
        self.port = self._server.sockets[0].getsockname()[1]

    @asynccontextmanager
    async def refused(self) -> AsyncIterator[None]:
        """Until it ends, and every other that began meanwhile, connections are refused."""
        self._refusing += 1
        await self.close()
        self.injected["refused-window"] += 1
        try:
            yield
        finally:
            self._refusing -= 1
            if not self._refusing:
                await self.open()

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()
            self._server = None

    def _fault(self, request: bytes) -> str:
        if not self.faulty or API not in request[: request.find(b"\r\n")]:
            return "none"
        return self._random.choices([*RATES, "none"], [*RATES.values(), 1 - sum(RATES.values())])[0]

    async def _handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._serving.add(task := asyncio.current_task())
        try:
            request = await _message(reader)
            fault = self._fault(request)
            self.injected[fault] += 1
            await self._serve(request, fault, writer)
        except (OSError, asyncio.IncompleteReadError):
            self.injected["broken"] += 1
        finally:
            self._serving.discard(task)
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()

    async def _serve(self, request: bytes, fault: str, writer: asyncio.StreamWriter) -> None:
        if fault == "drop-request":
            return
        if fault == "error-before":
            writer.write(ERROR)
            return
        answer = await self._forward(request)
        if fault == "drop-answer":
            return
        if fault == "error-after":
            answer = ERROR
        if fault == "slow":
            for start in range(0, len(answer), PIECE):
                writer.write(answer[start : start + PIECE])
                await writer.drain()
                await asyncio.sleep(self._random.uniform(0, SLOWEST_S) * PIECE / len(answer))
        else:
            writer.write(answer)
        await writer.drain()

    async def _forward(self, request: bytes) -> bytes:
        wanted = request[: request.find(b"\r\n")]
        answer = self._files.get(wanted) or await self._ask(request)
        if wanted.startswith(FILES) and answer.split(b"\r\n", 1)[0].endswith(b"200 OK"):
            self._files[wanted] = answer
        return answer

    async def _ask(self, request: bytes) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._upstream)
        try:
            writer.write(_closing(request))
            await writer.drain()
            return _closing(await _message(reader, answering=True))
        finally:
            writer.close()


async def _message(reader: asyncio.StreamReader, *, answering: bool = False) -> bytes:
    """A whole HTTP message; an answer without Content-Length ends with its connection."""
    head = await reader.readuntil(b"\r\n\r\n")
    for line in head.lower().split(b"\r\n"):
        if line.startswith(b"content-length:"):
            return head + await reader.readexactly(int(line.split(b":")[1]))
    return head + (await reader.read() if answering else b"")


def _closing(message: bytes) -> bytes:
    """One message a connection: whoever reads it is told to close."""
    head, _, body = message.partition(b"\r\n\r\n")
    kept = [line for line in head.split(b"\r\n") if not line.lower().startswith((b"connection:", b"keep-alive:"))]
    return b"\r\n".join([*kept, b"Connection: close", b"", body])
