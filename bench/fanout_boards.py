"""Thousands of boards in a process of their own: `python -m bench.fanout_boards PORT PATH BOARDS`.

Says on standard output, a JSON line each: when all are connected; and of each message, once all have it or on the question
`seen`, how many got it and when the last one did, by the clock that all processes share. `slow N` and `dead N` add boards
that read 64 bytes a second, or nothing.
"""

import asyncio
import json
import re
import resource
import socket
import sys
import time

ID = re.compile(rb"(?:^|\n)id: (\d+)\n")


class Boards:
    def __init__(self, port: int, path: str) -> None:
        self.address = ("127.0.0.1", port)
        self.request = f"GET {path} HTTP/1.1\r\nHost: bench\r\nAccept: text/event-stream\r\n\r\n".encode()
        self.connected = 0
        self.lost = 0
        self.count: dict[int, int] = {}
        self.last: dict[int, float] = {}
        self.kept: list[object] = []


class Board(asyncio.Protocol):
    """Looks for the numbers of the messages alone; the end of what came is kept for one that is cut in two."""

    __slots__ = ("_all", "_begun", "_rest")

    def __init__(self, boards: Boards) -> None:
        self._all, self._rest, self._begun = boards, b"", False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        transport.write(self._all.request)

    def data_received(self, data: bytes) -> None:
        now = time.monotonic()
        if not self._begun:
            self._begun = True
            self._all.connected += 1
        text = self._rest + data
        end = 0
        for found in ID.finditer(text):
            number, end = int(found[1]), found.end()
            self._all.count[number] = self._all.count.get(number, 0) + 1
            self._all.last[number] = now
        self._rest = text[max(end - 1, len(text) - 30) :]

    def connection_lost(self, _error: Exception | None) -> None:
        self._all.lost += 1


async def connect(boards: Boards, count: int) -> None:
    loop = asyncio.get_running_loop()
    for begin in range(0, count, 100):
        size = min(100, count - begin)
        await asyncio.gather(*(loop.create_connection(lambda: Board(boards), *boards.address) for _ in range(size)))
    while boards.connected < count:
        await asyncio.sleep(0.05)


async def bad(boards: Boards, count: int, *, slow: bool) -> None:
    for _ in range(count):
        one = socket.socket()
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        one.connect(boards.address)
        one.sendall(boards.request)
        one.settimeout(0)
        boards.kept.append(asyncio.create_task(drip(one)) if slow else one)


async def drip(one: socket.socket) -> None:
    loop = asyncio.get_running_loop()
    while await loop.sock_recv(one, 64):
        await asyncio.sleep(1)


async def main(port: int, path: str, count: int) -> None:
    boards = Boards(port, path)
    await connect(boards, count)
    say({"connected": boards.connected})
    lines = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    while line := (await lines.readline()).decode().split():
        match line:
            case ["seen", number]:
                say(
                    {
                        "count": boards.count.get(int(number), 0),
                        "last": boards.last.get(int(number)),
                        "lost": boards.lost,
                    }
                )
            case ["slow" | "dead" as kind, number]:
                await bad(boards, int(number), slow=kind == "slow")
                say({})


def say(told: dict[str, object]) -> None:
    print(json.dumps(told), flush=True)


if __name__ == "__main__":
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    asyncio.run(main(int(sys.argv[1]), sys.argv[2], int(sys.argv[3])))
