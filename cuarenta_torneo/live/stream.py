"""The ASGI application of the stream: only GET, no cookies, no session, the same for everybody."""

import asyncio
import logging
import os
import re
from collections.abc import Callable
from typing import Any, Final
from urllib.parse import parse_qs

from django.conf import settings
from django.db import DatabaseError, connection

from brackets.services.clients import network_of
from cuarenta_torneo.live.following import Follower
from cuarenta_torneo.live.frames import CROWDED
from cuarenta_torneo.live.hub import Hub
from cuarenta_torneo.live.reader import ANYBODY, SAFE, START, Reader, Receive, Send
from cuarenta_torneo.live.topics import Topic, Whole, topic_of
from cuarenta_torneo.serving.giving_way import Metronome

Scope = dict[str, Any]

NOT_FOUND: Final = 404, "Aquí no hay ninguna mesa que seguir."
ONLY_GET: Final = 405, "Aquí solo se puede leer."
LOST: Final = 503, "La base de datos no responde ahora mismo. La página vuelve a intentarlo sola."
LATER: Final = (b"retry-after", b"20")
log = logging.getLogger(__name__)


class StreamApplication:
    """`/vivo/…` and nothing else: pages and API answer faster elsewhere, and only one process writes to SQLite.

    `metronome`: of a process that gives way to the tablets. `server`: the process that began this one, which may be killed alone.
    """

    def __init__(self, metronome: Metronome | None = None, server: int | None = None) -> None:
        self._metronome, self._server = metronome, server
        self._hub = Hub(most=settings.LIVE_BOARDS, most_of_one=settings.LIVE_BOARDS_PER_ADDRESS, reading=_read)
        self._follower: Follower | None = None
        self._ticking: asyncio.Task[None] | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "http":
            await self._answer(scope, receive, send)

    async def _live(self, receive: Receive, send: Send) -> None:
        """From the start of the process to its end."""
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                self.start()
            else:
                self.stop()
            await send({"type": f"{message['type']}.complete"})
            if message["type"] == "lifespan.shutdown":
                return

    def start(self) -> None:
        loop = asyncio.get_running_loop()
        self._follower = Follower(self._hub, loop, self._metronome)
        self._follower.start()
        self._ticking = loop.create_task(self._tick())

    def stop(self) -> None:
        if self._follower:
            self._follower.stop()
        if self._ticking:
            self._ticking.cancel()
        self._hub.close()

    async def _tick(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(1)
            if self._server and os.getppid() != self._server:  # it was killed
                os._exit(1)
            self._hub.tick(loop.time())

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] == "/vivo/salud":
            await _say(send, 200, f"{self._hub.connected}")
        elif scope["method"] != "GET":
            await _say(send, *ONLY_GET)
        elif (topic := topic_of(scope["path"], english=_english(scope))) is None:
            await _say(send, *NOT_FOUND)
        else:
            with self._hub.seat(_client(scope)) as there_is_room:
                if there_is_room:
                    if self._metronome:
                        self._metronome.for_a_while()  # a thousand may enter at once
                    await self._follow(topic, Reader(send), _since(scope), receive, send)
                else:
                    await send(START)
                    await send({"type": "http.response.body", "body": CROWDED, "more_body": False})

    async def _follow(self, topic: Topic, reader: Reader, since: int, receive: Receive, send: Send) -> None:
        try:
            entered = await self._hub.enter(topic, reader, since)
        except DatabaseError:
            log.exception("the present state could not be read")
            await _say(send, *LOST, LATER)
            return
        if not entered:
            await _say(send, *NOT_FOUND)
            return
        try:
            await reader.stay(receive)
        finally:
            self._hub.leave(topic, reader)


def _read(read: Callable[[], Whole | None]) -> Whole | None:
    """In a thread whose connection Django closes for nobody."""
    connection.close_if_unusable_or_obsolete()
    try:
        return read()
    except Exception:
        connection.close()
        raise


def _client(scope: Scope) -> str:
    """Who counts as one, as everywhere else; of what a proxy says the last line holds."""
    said = [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
    peer = (scope.get("client") or ("",))[0]
    return network_of({"REMOTE_ADDR": peer} | ({"HTTP_X_FORWARDED_FOR": ",".join(said)} if said else {}))


def _since(scope: Scope) -> int:
    """The version that a board says it knows: by `Last-Event-ID`, or by `?desde=` where it begins anew."""
    said = [value for name, value in scope["headers"] if name == b"last-event-id"]
    said += [value.encode() for value in parse_qs(scope["query_string"].decode("latin-1")).get("desde", [])]
    return max((int(value) for value in said if re.fullmatch(rb"[0-9]{1,18}", value)), default=0)


def _english(scope: Scope) -> bool:
    return parse_qs(scope["query_string"].decode("latin-1")).get("idioma") == ["en"]


async def _say(send: Send, status: int, text: str, *headers: tuple[bytes, bytes]) -> None:
    plain = [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store"), *SAFE, ANYBODY, *headers]
    await send({"type": "http.response.start", "status": status, "headers": plain})
    await send({"type": "http.response.body", "body": text.encode(), "more_body": False})
