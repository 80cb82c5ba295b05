"""Strangers, in a process of their own: `python -m bench.attackers NAME SECONDS PORT LIVE_PORT SLUG`.

Prints the seconds of processor that it used. `idle SHARE` uses as much and asks for nothing; `nothing` is idle with a share of its own.
"""

import asyncio
import os
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import cache
from itertools import count
from pathlib import Path

NOTHING = "nothing"
LOST = (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, ValueError)
PAUSE = 0.05
"""Seconds after an answer, so that one core is enough for those who attack and those who tap."""
FORM = "application/x-www-form-urlencoded"
CSRF = "a" * 32
BOUNDARY = "of-no-file-of-ours"
numbers = count()


class Target:
    """The server, and when it is over."""

    def __init__(self, seconds: float, port: int, live: int, slug: str) -> None:
        self.until, self.port, self.live, self.slug = time.monotonic() + seconds, port, live, slug

    @property
    def over(self) -> bool:
        return time.monotonic() > self.until

    async def ask(self, head: str, body: bytes = b"") -> None:
        """One request, read to the end of what is answered."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        try:
            writer.write(f"{head}\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode() + body)
            while await reader.read(65536):
                pass
        finally:
            writer.close()

    async def post(self, path: str, kind: str, body: bytes, more: str = "") -> None:
        await self.ask(f"POST {path} HTTP/1.1\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}{more}", body)


async def slow_bodies(target: Target) -> None:
    """Ten thousand bytes are announced and four come."""
    head = b"POST /api/v1/devices HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 10000\r\n\r\n"
    _, writer = await asyncio.open_connection("127.0.0.1", target.port)
    writer.write(head + b"slow")
    while not target.over and not writer.is_closing():
        await asyncio.sleep(1)
    writer.close()


async def slow_headers(target: Target) -> None:
    """A byte a second."""
    _, writer = await asyncio.open_connection("127.0.0.1", target.port)
    writer.write(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
    while not target.over and not writer.is_closing():
        writer.write(b"x")
        await asyncio.sleep(1)
    writer.close()


async def sign_ins(target: Target) -> None:
    """Each of another account, so that none has to wait for its wrong ones."""
    body = f'{{"username":"nadie{os.getpid()}-{next(numbers)}","password":"adivino","name":"Tablet"}}'
    await target.post("/api/v1/devices", "application/json", body.encode())


async def uploads(target: Target) -> None:
    """200 MB, for as long as they are taken."""
    reader, writer = await asyncio.open_connection("127.0.0.1", target.port)
    try:
        length = 200 * 1024 * 1024
        head = f"POST /planilla/verificar/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: {length}"
        writer.write(f"{head}\r\n\r\n".encode())
        while not target.over and not reader.at_eof() and not writer.is_closing():
            writer.write(bytes(65536))
            await asyncio.wait_for(writer.drain(), 5)
            with suppress(TimeoutError):
                await asyncio.wait_for(reader.read(1), 0.001)
    finally:
        writer.close()


async def searches(target: Target) -> None:
    await target.ask(f"GET /buscar/?q=ban{next(numbers)} HTTP/1.1")


async def hostile_pdfs(target: Target) -> None:
    """Nine megabytes each, by turns (`bench.hostile`)."""
    forms = await asyncio.to_thread(forms_of, os.environ["BENCH_HOSTILE"])
    form = forms[next(numbers) % len(forms)]
    await target.post(
        "/planilla/verificar/", f"multipart/form-data; boundary={BOUNDARY}", form, f"\r\nCookie: csrf={CSRF}"
    )


async def long_texts(target: Target) -> None:
    """The longest address, and the longest form."""
    await target.ask(f"GET /buscar/?q={'Av.%20' * 2600} HTTP/1.1")
    text = f"csrfmiddlewaretoken={CSRF}&username={'Av.+' * 30_000}&password=x".encode()
    await target.post(f"/c/{target.slug}/inscripcion/", FORM, text, f"\r\nCookie: csrf={CSRF}")


async def streams(target: Target) -> None:
    """It stays, and reads."""
    reader, writer = await asyncio.open_connection("127.0.0.1", target.live)
    writer.write(f"GET /vivo/c/{target.slug} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    with suppress(TimeoutError):
        while not target.over and await asyncio.wait_for(
            reader.read(65536), max(0.01, target.until - time.monotonic())
        ):
            pass
    writer.close()


@cache
def forms_of(folder: str) -> list[bytes]:
    """What hands in each of the files there."""
    fields = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="csrfmiddlewaretoken"\r\n\r\n{CSRF}\r\n'
    file = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n'
    end = f"\r\n--{BOUNDARY}--\r\n"
    return [(fields + file).encode() + each.read_bytes() + end.encode() for each in sorted(Path(folder).iterdir())]


ATTACKS: dict[str, tuple[Callable[[Target], Awaitable[None]], int]] = {
    "slow_bodies": (slow_bodies, 500),
    "slow_headers": (slow_headers, 500),
    "sign_ins": (sign_ins, 40),
    "uploads": (uploads, 8),
    "searches": (searches, 16),
    "hostile_pdfs": (hostile_pdfs, 4),
    "streams": (streams, 1000),
    "long_texts": (long_texts, 8),
}


async def attack(name: str, target: Target) -> int:
    """All at once until it is over; how often they had to begin again."""
    act, many = ATTACKS[name]
    done = 0

    async def again_and_again() -> None:
        nonlocal done
        await asyncio.sleep(0.5 * next(numbers) / many)
        while not target.over:
            with suppress(*LOST):
                await asyncio.wait_for(act(target), max(0.1, target.until - time.monotonic()))
                done += 1
            await asyncio.sleep(PAUSE)

    await asyncio.gather(*(again_and_again() for _ in range(many)))
    return done


def idle(seconds: float, share: float) -> None:
    """So large a share of a core, ten milliseconds at a time."""
    until = time.monotonic() + seconds
    while (now := time.monotonic()) < until:
        while time.monotonic() < now + 0.01 * share:
            pass
        time.sleep(0.01 * (1 - share))


def main() -> None:
    name, seconds, *rest = sys.argv[1:]
    done = 0
    if name == "idle":
        idle(float(seconds), min(0.95, float(rest[0])))
    elif name == NOTHING:
        idle(float(seconds), 0.1)
    else:
        done = asyncio.run(attack(name, Target(float(seconds), int(rest[0]), int(rest[1]), rest[2])))
    used = os.times()
    print(used.user + used.system, done)


if __name__ == "__main__":
    main()
