"""The server's door: a body is read whole before a thread is taken, and the tablets' scoring has a process that no stranger gets.

granian calls it for each request in one loop, which does nothing that waits or takes long. Tablets are answered by the site in the threads
of a lane; the threads of all other lanes wait for the process of the pages.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final, Protocol

from cuarenta_torneo.serving.answers import Answer, Application, answer_of
from cuarenta_torneo.serving.bodies import Bodies, Gone, Known, Late, TooLong, Unmeasured
from cuarenta_torneo.serving.environ import Environ, environ_of
from cuarenta_torneo.serving.files import OPENED_SECONDS, left_remove
from cuarenta_torneo.serving.lanes import Busy, Lane
from cuarenta_torneo.serving.limits import API, READS
from cuarenta_torneo.serving.pages import Ended
from cuarenta_torneo.serving.protocol import Exchange, Scope
from cuarenta_torneo.serving.refusals import Refused, refuse

Ask = Callable[[Environ], Answer]
DEVICE: Final = "Device "
REFUSED: Final[dict[type[BaseException], Refused]] = {
    TooLong: Refused.LONG,
    Unmeasured: Refused.UNMEASURED,
    Late: Refused.LATE,
    Busy: Refused.BUSY,
    Ended: Refused.INTERRUPTED,
}
MOST_TOKENS: Final = 4096
UNKNOWN: Final = (401, 403)


class Tokens:
    """The tablets' tokens that were let in, the last `most` of them."""

    def __init__(self, most: int = MOST_TOKENS) -> None:
        self._most = most
        self._known: OrderedDict[str, None] = OrderedDict()

    def __contains__(self, token: str) -> bool:
        return token in self._known

    def learn(self, token: str) -> None:
        self._known[token] = None
        if len(self._known) > self._most:
            self._known.popitem(last=False)

    def forget(self, token: str) -> None:
        """The site refused it: it is looked up again."""
        self._known.pop(token, None)


class Pages(Protocol):
    """What answers all but tablets."""

    def ask(self, environ: Environ) -> Answer: ...
    def stop(self) -> None: ...


class Lanes:
    """Two rooms: that of the tablets, and that of everybody else. In both, who reads waits for no writer.

    `arrivals`: where a token that is not known yet is looked up. The threads of `reads`, `writes` and `passwords` wait for the process of the pages.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, taps: int, together: int) -> None:
        self.taps = Lane("taps", loop, threads=taps)
        self.tablet_reads = Lane("tablet-reads", loop, threads=4)
        self.arrivals = Lane("arrivals", loop, threads=1)
        self.reads = Lane("reads", loop, threads=6, together=together)
        self.writes = Lane("writes", loop, threads=6, together=together)
        self.passwords = Lane("passwords", loop, threads=2, waiting=32)

    def stop(self) -> None:
        for lane in (self.taps, self.tablet_reads, self.arrivals, self.reads, self.writes, self.passwords):
            lane.stop()


class Front:
    """RSGI application around a WSGI one, which answers tablets here and all others in a process of its own.

    `begin`: begins that process. `client`: who counts as one. `known`: who is known to have sent it. `hashes`: whether a
    password is looked at. `let_in`: whether a tablet has this token. `taps`: threads of the tablets' writing. `together`: pages of a kind
    that are made at the same moment. `folder`: where long answers wait.
    """

    def __init__(
        self,
        site: Application,
        *,
        begin: Callable[[], Pages],
        client: Callable[[Environ], str],
        known: Callable[[Environ], Known],
        hashes: Callable[[Environ], bool],
        let_in: Callable[[str], bool],
        taps: int,
        together: int,
        folder: Path,
    ) -> None:
        self._begin, self._client, self._known, self._hashes, self._let_in = begin, client, known, hashes, let_in
        self._threads, self._together = taps, together
        self._tokens = Tokens()
        self._folder = folder
        self._written: set[str] = set()
        self._tap: Ask = partial(answer_of, site, folder=folder)

    def __rsgi_init__(self, loop: asyncio.AbstractEventLoop) -> None:
        left_remove(self._folder)
        self._loop = loop
        self._pages = self._begin()  # before there are threads
        self._lanes, self._bodies = Lanes(loop, self._threads, self._together), Bodies(loop)

    def __rsgi_del__(self, _loop: asyncio.AbstractEventLoop) -> None:
        self._bodies.close()
        self._lanes.stop()
        self._pages.stop()
        for path in [*self._written]:
            self._remove(path)

    async def __rsgi__(self, scope: Scope, exchange: Exchange) -> None:
        environ = environ_of(scope)

        async def known() -> Known:
            found: Known = await self._lanes.reads.run(client, lambda: self._known(environ))
            return found

        try:
            token = await self._token(environ)
            client = token or self._client(environ)
            lane, ask = self._tablets(environ) if token else self._others(environ)
            with await self._bodies.read(environ, client, exchange, known) as body:
                environ["wsgi.input"] = body
                status = await lane.run(client, lambda: self._send(exchange, ask(environ)))
        except tuple(REFUSED) as why:
            refuse(exchange, environ, REFUSED[type(why)])
        except Gone:
            return
        else:
            if token and status in UNKNOWN:
                self._tokens.forget(token)

    async def _token(self, environ: Environ) -> str:
        """The token that it brings, if a tablet has it and no password is looked at: with any text in its place one would be among the tablets."""
        credentials = environ.get("HTTP_AUTHORIZATION", "")
        if not (credentials.startswith(DEVICE) and environ["PATH_INFO"].startswith(API)) or self._hashes(environ):
            return ""
        if credentials not in self._tokens:
            token = credentials.removeprefix(DEVICE)
            if not await self._lanes.arrivals.run(self._client(environ), lambda: self._let_in(token)):
                return ""
            self._tokens.learn(credentials)
        return str(credentials)

    def _tablets(self, environ: Environ) -> tuple[Lane, Ask]:
        lanes = self._lanes
        return (lanes.tablet_reads if environ["REQUEST_METHOD"] in READS else lanes.taps), self._tap

    def _others(self, environ: Environ) -> tuple[Lane, Ask]:
        lanes = self._lanes
        if environ["REQUEST_METHOD"] in READS:
            return lanes.reads, self._pages.ask
        return (lanes.passwords if self._hashes(environ) else lanes.writes), self._pages.ask

    def _send(self, exchange: Exchange, answer: Answer) -> int:
        """In a thread; the status. Who takes it slowly holds none: what is long is sent from a file."""
        if answer.written:
            self._written.add(answer.path)  # first: whatever becomes of it, it goes as the server ends
            self._loop.call_soon_threadsafe(self._loop.call_later, OPENED_SECONDS, self._remove, answer.path)
        if answer.path:
            exchange.response_file(answer.status, answer.headers, answer.path)
        else:
            exchange.response_bytes(answer.status, answer.headers, answer.body)
        return answer.status

    def _remove(self, path: str) -> None:
        self._written.discard(path)
        with suppress(OSError):  # one that stays is taken for left a day later, and keeps none of the others
            Path(path).unlink(missing_ok=True)
