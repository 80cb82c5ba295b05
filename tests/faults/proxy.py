"""A network that loses, repeats, cuts and delays: a TCP proxy, one request a connection, by a seeded plan."""

import asyncio
import random
import socket
import struct
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from threading import Event, Thread

# Of the requests: lost on their way, answer lost, sent twice at once, cut short, answer cut off, late.
RATES: Mapping[str, float] = {
    "drop-request": 0.05,
    "drop-answer": 0.20,
    "duplicate": 0.05,
    "truncate-request": 0.02,
    "reset-answer": 0.03,
    "delay": 0.05,
}
LONGEST_DELAY = 0.05


class LossyProxy:
    """Listens on `port` and hands on to `upstream`; `injected` counts what it did."""

    def __init__(self, upstream: int, seed: int) -> None:
        self._upstream = upstream
        self._random = random.Random(seed)
        self.injected: Counter[str] = Counter()
        self.port = 0
        self.ready = Event()

    async def serve(self) -> None:
        """Until `stop`; what is under way then is dropped."""
        server = await asyncio.start_server(self._handle, "127.0.0.1", 0, backlog=256)
        self.port = server.sockets[0].getsockname()[1]
        self._loop, self._stopped = asyncio.get_running_loop(), asyncio.Event()
        self.ready.set()
        await self._stopped.wait()
        server.close()

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._stopped.set)

    async def _handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        fault = self._random.choices([*RATES, "none"], [*RATES.values(), 1 - sum(RATES.values())])[0]
        self.injected[fault] += 1
        try:
            request = await _message(reader)
            if fault == "delay":
                await asyncio.sleep(self._random.uniform(0, LONGEST_DELAY))
            if fault == "drop-request":
                return
            if fault == "truncate-request":
                await self._forward(request[: -max(1, len(request) // 10)], answer=False)
                return
            if fault == "duplicate":
                answer, _ = await asyncio.gather(self._forward(request), self._forward(request))
            else:
                answer = await self._forward(request)
            if fault == "drop-answer":
                return
            if fault == "reset-answer":
                writer.write(answer[: len(answer) // 2])
                await writer.drain()
                linger = struct.pack("ii", 1, 0)  # closing sends RST
                writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
                return
            writer.write(answer)
            await writer.drain()
        except (OSError, asyncio.IncompleteReadError):
            self.injected["broken"] += 1
        finally:
            writer.close()
            with suppress(OSError):
                await writer.wait_closed()

    async def _forward(self, request: bytes, *, answer: bool = True) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._upstream)
        try:
            writer.write(request)
            await writer.drain()
            return await _message(reader) if answer else b""
        finally:
            writer.close()


async def _message(reader: asyncio.StreamReader) -> bytes:
    """A whole HTTP message with its Content-Length, or all there is until the other side closes."""
    head = await reader.readuntil(b"\r\n\r\n")
    for line in head.lower().split(b"\r\n"):
        if line.startswith(b"content-length:"):
            return head + await reader.readexactly(int(line.split(b":")[1]))
    return head + await reader.read()


@contextmanager
def lossy(upstream: int, seed: int) -> Iterator[LossyProxy]:
    """Run a proxy in a thread of its own, where no other event loop can be in its way."""
    proxy = LossyProxy(upstream, seed)
    thread = Thread(target=lambda: asyncio.run(proxy.serve()), daemon=True)
    thread.start()
    assert proxy.ready.wait(timeout=10)
    try:
        yield proxy
    finally:
        proxy.stop()
        thread.join(timeout=10)
