"""One hub a process: a change is read once, written once, and the same bytes go to every board that follows it."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from cuarenta_torneo.live.frames import HEARTBEAT
from cuarenta_torneo.live.reader import HEAD, WHOLE, Reader
from cuarenta_torneo.live.topics import Change, Topic, Whole

BEAT_SECONDS: Final = 15
KEPT_WHOLES: Final = 8
DEAD_SECONDS: Final = 60
"""A board that took nothing for so long is dropped; if there is still somebody, it comes back by itself."""


@dataclass(slots=True)
class Room:
    """A topic with its boards; `version` is that of its last change.

    `wholes` are its present state as it was last written, for those that know nothing of it and those that know it up to some version:
    who missed much is not the measure for the others. `joining` counts those that wait for it, `heads` the checkpoints that came.
    """

    topic: Topic
    readers: dict[Reader, None] = field(default_factory=dict)
    wholes: list[Whole] = field(default_factory=list)
    version: int = 0
    joining: int = 0
    heads: int = 0
    asking: asyncio.Lock = field(default_factory=asyncio.Lock)

    def written(self, since: int) -> Whole | None:
        """The present state, if it is written and tells a board that knows it up to `since` all that it missed."""
        return next((whole for whole in self._current() if whole.serves(since)), None)

    def keep(self, whole: Whole) -> None:
        self.wholes = [whole, *self._current()][:KEPT_WHOLES]

    def _current(self) -> list[Whole]:
        return [whole for whole in self.wholes if whole.version >= self.version]


class Hub:
    """Lives in the loop's thread; `found` alone is called in that of whoever follows the database."""

    def __init__(
        self, *, most: int, most_of_one: int, reading: Callable[[Callable[[], Whole | None]], Whole | None]
    ) -> None:
        self._most, self._most_of_one = most, most_of_one
        self._reading = reading
        self._rooms: dict[str, Room] = {}
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="live-whole")
        self._turn = 0
        self._of_client: Counter[str] = Counter()
        self.connected = 0

    @property
    def full(self) -> bool:
        return self.connected >= self._most

    @contextmanager
    def seat(self, client: str) -> Iterator[bool]:
        """A place for one board of this client while the block runs; False where it has, or all together have, too many."""
        if self.full or self._of_client[client] >= self._most_of_one:
            yield False
            return
        self._of_client[client] += 1
        try:
            yield True
        finally:
            self._of_client[client] -= 1
            if not self._of_client[client]:
                del self._of_client[client]

    @property
    def watched(self) -> bool:
        """Whether anybody follows anything: else a change need not be read."""
        return bool(self._rooms)

    async def enter(self, topic: Topic, reader: Reader, since: int) -> bool:
        """Send the present state, then every change; False where there is nothing to follow."""
        room = self._rooms.setdefault(topic.key, Room(topic))
        room.joining += 1
        self.connected += 1
        whole = None
        try:
            whole = await self._whole(room, since)
        finally:
            room.joining -= 1
            self._tidy(room)
            if whole is None:  # there is nothing, it could not be read, or who asked is gone
                self.connected -= 1
        if whole is None:
            return False
        self._rooms[topic.key] = room  # at once, so that no change comes between
        room.readers[reader] = None
        reader.offer(WHOLE, whole.nothing if since == whole.version else whole.body)
        return True

    def leave(self, topic: Topic, reader: Reader) -> None:
        room = self._rooms.get(topic.key)
        if room is not None and room.readers.pop(reader, self) is None:
            self.connected -= 1
            self._tidy(room)

    def _tidy(self, room: Room) -> None:
        if not room.readers and not room.joining:
            self._rooms.pop(room.topic.key, None)

    def found(self, change: Change) -> list[tuple[str, int, bytes]]:
        """What is to be sent to whom, written in the thread that read it."""
        rooms = list(self._rooms.values())
        return [(room.topic.key, number, body) for room in rooms for number, body in room.topic.parts(change)]

    def publish(self, version: int, messages: list[tuple[str, int, bytes]]) -> None:
        """To every board of each topic, none of which is waited for."""
        for room in self._rooms.values():
            room.version = version
        for key, number, body in messages:
            if (followed := self._rooms.get(key)) is not None:
                if number == HEAD:  # each present state that is written says an older one
                    followed.heads += 1
                    followed.wholes.clear()
                for reader in followed.readers:
                    reader.offer(number, body)

    def tick(self, now: float) -> None:
        """Once a second: a sign of life to a part of the boards, and an end to those that take nothing any more."""
        self._turn = (self._turn + 1) % BEAT_SECONDS
        everybody = [reader for room in self._rooms.values() for reader in room.readers]
        for reader in everybody[self._turn :: BEAT_SECONDS]:
            reader.beat(HEARTBEAT)
        for reader in everybody:
            since = reader.stuck_since
            if since is not None and now - since > DEAD_SECONDS:
                reader.drop()

    def close(self) -> None:
        """Let every board go, to come back to the next process."""
        for room in list(self._rooms.values()):
            for reader in list(room.readers):
                reader.drop()
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def _whole(self, room: Room, since: int) -> Whole | None:
        """The one that was written last, or a new one, which those who ask meanwhile wait for.

        Nothing is published between its answer and whatever is done with it without waiting.
        """
        async with room.asking:
            written = room.written(since)
            while written is None:
                heads = room.heads
                loop = asyncio.get_running_loop()
                read = await loop.run_in_executor(self._thread, self._reading, lambda: room.topic.whole(since))
                if read is None:
                    return None
                if room.heads != heads:
                    continue
                room.keep(read)
                written = read if read.version >= room.version else None  # something changed while it was read
            return written
