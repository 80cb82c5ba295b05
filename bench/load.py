"""A small closed-loop load: so many clients, each with one connection and one request in flight."""

import asyncio
import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import median
from typing import Protocol


@dataclass(slots=True)
class Load:
    """What the clients saw: seconds of each answered request, and answers that were not 2xx."""

    seconds: float = 0.0
    latencies: list[float] = field(default_factory=list)
    refused: list[tuple[int, bytes]] = field(default_factory=list)

    @property
    def rate(self) -> float:
        """Answered requests a second."""
        return len(self.latencies) / self.seconds

    def percentile(self, share: float) -> float:
        """Milliseconds that `share` of the requests stayed under."""
        ordered = sorted(self.latencies)
        return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]

    @property
    def worst(self) -> float:
        """The slowest request, in milliseconds."""
        return 1000 * max(self.latencies)


class Client(Protocol):
    """One client: what it sends next, and what it learns from the answer."""

    def request(self) -> tuple[str, dict[str, str], bytes]: ...

    def answered(self, status: int, body: bytes) -> None: ...


def run(port: int, clients: list[Client], seconds: float) -> Load:
    """Let all clients post as fast as they are answered, for `seconds`."""
    return asyncio.run(_run(port, clients, seconds))


async def _run(port: int, clients: list[Client], seconds: float) -> Load:
    load = Load()
    start = time.perf_counter()
    await asyncio.gather(*(_post(port, client, start + seconds, load) for client in clients))
    load.seconds = time.perf_counter() - start
    return load


async def _post(port: int, client: Client, until: float, load: Load) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        while (begun := time.perf_counter()) < until:
            writer.write(written(*client.request()))
            status, answer, closing = await answered(reader)
            load.latencies.append(time.perf_counter() - begun)
            if status >= 300:
                load.refused.append((status, answer))
            client.answered(status, answer)
            if closing:
                writer.close()
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
    finally:
        writer.close()


def written(path: str, headers: dict[str, str], body: bytes) -> bytes:
    """What goes over the wire."""
    lines = [f"POST {path} HTTP/1.1", "Host: localhost", f"Content-Length: {len(body)}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode() + body


async def answered(reader: asyncio.StreamReader) -> tuple[int, bytes, bool]:
    """Status, body, and whether the connection ends."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
    status = int(head.split(" ", 2)[1])
    length = next((line for line in head.split("\r\n") if line.startswith("content-length:")), None)
    if length is not None:
        body = await reader.readexactly(int(length.split(":")[1]))
    else:
        body = await _chunks(reader)
    return status, body, "connection: close" in head


async def _chunks(reader: asyncio.StreamReader) -> bytes:
    body = b""
    while size := int(await reader.readline(), 16):
        body += (await reader.readexactly(size + 2))[:-2]
    await reader.readline()
    return body


def interleaved(rounds: int, runs: dict[str, Callable[[], float]]) -> dict[str, float]:
    """Run each of `runs` once a round, and answer the median of each.

    The disk has nothing left to write of one when the next begins: it would wait for another's bytes.
    """
    seen: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(rounds):
        for name, measure in runs.items():
            os.sync()
            seen[name].append(measure())
    return {name: median(values) for name, values in seen.items()}
