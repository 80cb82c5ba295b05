"""Following the database: who waits for a change, and reads it once there is one."""

import asyncio
import logging
import time
from threading import Event, Thread
from typing import Final

from django.db import connection

from cuarenta_torneo.live.hub import Hub
from cuarenta_torneo.live.topics import Change
from cuarenta_torneo.serving.giving_way import Metronome
from referee.live_triggers import CHANNEL
from referee.selectors.live import championships_of, changed_since, latest_version, live_of
from referee.selectors.tree.heads import heads_since, newest_sizes

log = logging.getLogger(__name__)
LOOK_SECONDS: Final = 0.02
LISTEN_SECONDS: Final = 2.0
AWAKE_SECONDS: Final = 1.0
"""So long it goes on looking once it was woken: of those that commit at the same time only one wakes it."""
AGAIN_SECONDS: Final = 1.0


class FollowsFile:
    """SQLite tells by a number whether another connection wrote to the file; asking costs next to nothing."""

    def __init__(self) -> None:
        self._seen = -1

    def __call__(self) -> bool:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA data_version")
            version = cursor.fetchone()[0]
        if version == self._seen:
            time.sleep(LOOK_SECONDS)
            return False
        self._seen = version
        return True


class Listens:
    """PostgreSQL says so itself, on a connection of its own; whatever it may have missed is looked for as well."""

    def __init__(self) -> None:
        self._own = connection.copy()
        with self._own.cursor() as cursor:
            cursor.execute(f"LISTEN {CHANNEL}")
        self._awake_until = time.monotonic() + AWAKE_SECONDS

    def __call__(self) -> bool:
        patience = LOOK_SECONDS if time.monotonic() < self._awake_until else LISTEN_SECONDS
        for _ in self._own.connection.notifies(timeout=patience, stop_after=1):
            self._awake_until = time.monotonic() + AWAKE_SECONDS
        return True

    def close(self) -> None:
        self._own.close()


class Follower(Thread):
    """Reads every change once and hands it to the hub, in whose loop it is sent.

    Where the database is not there for a while it tries again, from the version that it read last.
    """

    def __init__(self, hub: Hub, loop: asyncio.AbstractEventLoop, metronome: Metronome | None = None) -> None:
        super().__init__(name="live-follower", daemon=True)
        self._hub, self._loop, self._metronome = hub, loop, metronome
        self._over = Event()
        self._known: tuple[int, dict[int, int]] | None = None
        """The version that was read last, and the size of the last checkpoint of each championship."""

    def stop(self) -> None:
        self._over.set()

    def run(self) -> None:
        while not self._over.is_set():
            try:
                self._follow()
            except Exception:
                log.exception("the live stream lost the database and tries again")
                self._over.wait(AGAIN_SECONDS)
            finally:
                connection.close()

    def _follow(self) -> None:
        listens = Listens() if connection.vendor == "postgresql" else None
        try:
            if self._known is None:
                self._known = latest_version(), newest_sizes()
            waits = listens or FollowsFile()
            while not self._over.is_set():
                if waits():
                    self._look(self._known)
        finally:
            if listens:
                listens.close()

    def _look(self, known: tuple[int, dict[int, int]]) -> None:
        version, newest = latest_version(), newest_sizes()
        if (version, newest) == known:
            return
        watched = self._hub.watched
        heads = heads_since(known[1], newest) if watched else {}
        if watched and (version > known[0] or heads):
            if self._metronome:
                self._metronome.for_a_while()
            changed = changed_since(known[0]) if version > known[0] else set()
            mesas = live_of(changed, version=version) if changed else {}
            gone = championships_of(changed - mesas.keys()) if changed else {}
            messages = self._hub.found(Change(version, mesas, gone, heads))
            self._loop.call_soon_threadsafe(self._hub.publish, version, messages)
        self._known = version, newest
