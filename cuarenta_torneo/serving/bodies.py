"""Bodies are read whole before a thread is taken: so much of each, for so long, so many at once."""

import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from io import BytesIO
from typing import IO, Final, NamedTuple

from granian.rsgi import ProtocolClosed  # type: ignore[attr-defined]  # its stubs know it under another name

from cuarenta_torneo.serving.environ import Environ
from cuarenta_torneo.serving.lanes import WAITING, Busy
from cuarenta_torneo.serving.limits import FORM, MIB, allowance, announced, may_come, patience
from cuarenta_torneo.serving.protocol import Exchange

LONG_AT_ONCE: Final = 16
LONG_OF_ONE: Final = 4
"""Bodies longer than a form that are on their way, in all and of one client; of those who are known as many besides."""
LONG_RATE: Final = 32 * MIB
"""Bytes a second that are taken in of all long bodies together: a sender beside this machine has hundreds, and taps wait for what the server copies."""
SWEEP_SECONDS: Final = 1


class Known(NamedTuple):
    """`name` in words that no address is, empty where nobody is known. `signed_in`: it is his session."""

    name: str
    signed_in: bool = False


class TooLong(Exception):
    """More came than may, or who sends it may not."""


class Unmeasured(Exception):
    """It does not say how long it is: one that was cut off would be taken for whole."""


class Late(Exception):
    """It did not come in time."""


class Gone(Exception):
    """Who sent it went before its end: nobody waits for an answer."""


class Bodies:
    """Those that are on their way. All methods belong to the loop's thread."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.until: dict[asyncio.Task[object], float] = {}
        self._all: dict[str, int] = {}
        self._long: dict[str, int] = {}
        self._long_of_known: dict[str, int] = {}
        self._resting = asyncio.Lock()
        self._sweep()

    def close(self) -> None:
        self._next.cancel()

    async def read(
        self, environ: Environ, client: str, exchange: Exchange, known: Callable[[], Awaitable[Known]]
    ) -> IO[bytes]:
        """All of it. Raises TooLong, Unmeasured, Late, Busy or Gone; of one that says itself that it is too long nothing is read.

        `known`: who sent it, if he is known. He has places of his own where strangers took all of his address, or all there are for files.
        """
        size = announced(environ)
        if size is None:
            if may_come(environ):
                with _OnItsWay(self, self._all, client, WAITING, 0):
                    await _nothing(exchange)
            return BytesIO()
        allowed = allowance(environ)
        if size > allowed.size:
            raise TooLong
        if size <= FORM:
            of = client if self._all.get(client, 0) < WAITING else (await known()).name or client
            with _OnItsWay(self, self._all, of, WAITING, size):
                return await _short(exchange, size)
        of, places = client, self._long
        if allowed.account or self._long.get(client, 0) >= LONG_OF_ONE or sum(self._long.values()) >= LONG_AT_ONCE:
            who, places = await known(), self._long_of_known
            if allowed.account and not who.signed_in:
                raise TooLong
            of = who.name
        if not of or sum(places.values()) >= LONG_AT_ONCE:
            raise Busy
        with _OnItsWay(self, places, of, LONG_OF_ONE, size):
            return await self._long_body(exchange, size)

    async def _long_body(self, exchange: Exchange, size: int) -> IO[bytes]:
        file = tempfile.SpooledTemporaryFile(max_size=MIB)  # noqa: SIM115 (closed once it was answered)
        try:
            async for part in exchange:
                file.write(part)
                async with self._resting:
                    await asyncio.sleep(len(part) / LONG_RATE)
            if file.tell() != size:
                raise Gone  # noqa: TRY301 (what was written of it goes with it)
        except BaseException:
            file.close()
            raise
        file.seek(0)
        return file

    def _sweep(self) -> None:
        now = self.loop.time()
        for task in [task for task, until in self.until.items() if until < now]:
            del self.until[task]
            task.cancel()
        self._next = self.loop.call_later(SWEEP_SECONDS, self._sweep)


class _OnItsWay:
    """One more of this client while the block runs, and no longer than a body of this size may take.

    One look a second at all of them costs less than a timer for each.
    """

    __slots__ = ("_bodies", "_client", "_counts", "_most", "_size", "_task")

    def __init__(self, bodies: Bodies, counts: dict[str, int], client: str, most: int, size: int) -> None:
        self._bodies, self._counts, self._client, self._most, self._size = bodies, counts, client, most, size

    def __enter__(self) -> None:
        coming = self._counts.get(self._client, 0)
        if coming >= self._most:
            raise Busy
        task = asyncio.current_task(self._bodies.loop)
        if task is None:
            raise RuntimeError("a body is read in a task")
        self._task = task
        self._counts[self._client] = coming + 1
        self._bodies.until[task] = self._bodies.loop.time() + patience(self._size)

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        coming = self._counts.pop(self._client) - 1
        if coming:
            self._counts[self._client] = coming
        in_time = self._bodies.until.pop(self._task, None) is not None
        if isinstance(error, asyncio.CancelledError) and not in_time:  # else the server ends
            raise Late from None
        if isinstance(error, ProtocolClosed):
            raise Gone from None


async def _nothing(exchange: Exchange) -> None:
    async for part in exchange:
        if part:
            raise Unmeasured


async def _short(exchange: Exchange, size: int) -> IO[bytes]:
    """It says a size that may be held in memory, and the server lets no more through."""
    body = await exchange()
    if len(body) != size:
        raise Gone
    return BytesIO(body)
