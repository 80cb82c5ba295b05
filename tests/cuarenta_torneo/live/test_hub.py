"""One hub: what a board gets, in which order, and what becomes of those that are slow, dead or too many."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.db import DatabaseError

from cuarenta_torneo.live.hub import DEAD_SECONDS, KEPT_WHOLES, Hub
from cuarenta_torneo.live.reader import HEAD, Reader
from cuarenta_torneo.live.topics import STEP, Change, Whole


@dataclass
class Told:
    """A topic whose present state is a counter of how often it was asked for."""

    key: str = "c/copa"
    version: int = 5
    asked: int = 0
    missing: bool = False

    def whole(self, since: int) -> Whole | None:
        self.asked += 1
        body, nothing = b"whole %d" % self.version, b"nothing after %d" % self.version
        known = since - since % STEP
        return None if self.missing else Whole(known, min(known + STEP - 1, self.version), self.version, body, nothing)

    def parts(self, _change: Change) -> Iterator[tuple[int, bytes]]:
        yield from ()


@dataclass
class Board:
    """What a connection is sent; with `open` cleared it takes nothing."""

    got: list[bytes] = field(default_factory=list)
    open: asyncio.Event = field(default_factory=asyncio.Event)

    async def send(self, message: dict[str, Any]) -> None:
        await self.open.wait()
        if body := message.get("body"):
            self.got.append(body)


def running(act: Callable[[Hub], Awaitable[None]], most: int = 10) -> None:
    async def run() -> None:
        hub = Hub(most=most, most_of_one=most, reading=lambda read: read())
        try:
            await act(hub)
        finally:
            hub.close()

    with ThreadPoolExecutor(1) as thread:  # of its own: a browser of another test may have left a loop in this one
        thread.submit(asyncio.run, run()).result()


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


async def board_of(hub: Hub, topic: Told, since: int = 0, *, takes: bool = True) -> tuple[Board, Reader]:
    board = Board()
    if takes:
        board.open.set()
    reader = Reader(board.send)
    assert await hub.enter(topic, reader, since)
    await settle()
    return board, reader


def test_the_whole_state_comes_first_and_then_every_change() -> None:
    async def act(hub: Hub) -> None:
        board, _ = await board_of(hub, Told())
        hub.publish(6, [("c/copa", 1, b"one"), ("c/otra", 2, b"other")])
        await settle()
        assert board.got[1:] == [b"whole 5", b"one"]

    running(act)


def test_many_that_come_together_are_read_for_once() -> None:
    async def act(hub: Hub) -> None:
        topic = Told()
        boards = await asyncio.gather(*(board_of(hub, topic, since=5) for _ in range(8)))
        assert topic.asked == 1
        assert all(board.got[-1] is boards[0][0].got[-1] for board, _ in boards)

    running(act)


def test_after_a_change_the_present_state_is_read_anew() -> None:
    async def act(hub: Hub) -> None:
        topic = Told()
        await board_of(hub, topic)
        topic.version = 6
        hub.publish(6, [("c/copa", 1, b"one")])
        late, _ = await board_of(hub, topic)
        assert late.got[-1] == b"whole 6"
        assert topic.asked == 2

    running(act)


def test_after_a_checkpoint_the_present_state_is_read_anew_though_its_version_is_the_same() -> None:
    async def act(hub: Hub) -> None:
        topic = Told()
        board, _ = await board_of(hub, topic)
        hub.publish(5, [("c/copa", HEAD, b"head")])
        await board_of(hub, topic)
        assert board.got[-1] == b"head"
        assert topic.asked == 2

    running(act)


def test_those_that_know_nearly_the_same_share_what_they_are_sent_and_who_slept_long_does_not() -> None:
    async def act(hub: Hub) -> None:
        topic = Told(version=10 * STEP)
        sleeper, _ = await board_of(hub, topic, since=1)
        boards = [await board_of(hub, topic, since=9 * STEP + each) for each in range(STEP)]
        assert topic.asked == 2
        assert all(board.got[-1] is boards[0][0].got[-1] for board, _ in boards)
        assert sleeper.got[-1] is not boards[0][0].got[-1]
        await board_of(hub, topic, since=2)
        assert topic.asked == 2

    running(act)


def test_no_board_is_sent_what_is_older_than_what_it_knows() -> None:
    async def act(hub: Hub) -> None:
        topic = Told(version=9)
        await board_of(hub, topic, since=9)
        topic.version = 12
        board, _ = await board_of(hub, topic, since=10)
        assert board.got[-1] == b"whole 12"

    running(act)


def test_whoever_asks_from_everywhere_does_not_fill_the_memory() -> None:
    async def act(hub: Hub) -> None:
        topic = Told(version=1000 * STEP)
        for each in range(1, 3 * KEPT_WHOLES):
            await board_of(hub, topic, since=each * STEP)
        (room,) = hub._rooms.values()
        assert len(room.wholes) == KEPT_WHOLES

    running(act, most=100)


def test_a_slow_board_skips_to_the_last_word_on_each_mesa_and_holds_nobody() -> None:
    async def act(hub: Hub) -> None:
        topic = Told()
        quick, _ = await board_of(hub, topic)
        slow, reader = await board_of(hub, topic, takes=False)
        for version in range(6, 1006):
            hub.publish(version, [("c/copa", version % 3 + 1, b"%d;" % version)])
            if version % 100 == 0:
                await settle()
        await settle()
        assert len(reader.unsent) <= 4
        assert b"".join(quick.got).endswith(b"1003;1004;1005;")

        slow.open.set()
        await settle()
        assert b"".join(slow.got).endswith(b"1003;1004;1005;")
        assert len(b"".join(slow.got)) < 60

    running(act)


def test_a_board_that_takes_nothing_is_dropped_and_the_others_stay() -> None:
    async def act(hub: Hub) -> None:
        topic = Told()
        await board_of(hub, topic)
        _, dead = await board_of(hub, topic, takes=False)
        now = asyncio.get_running_loop().time()
        hub.tick(now + DEAD_SECONDS - 1)
        assert not dead.closed
        hub.tick(now + DEAD_SECONDS + 1)
        assert dead.closed
        hub.leave(topic, dead)
        assert hub.connected == 1

    running(act)


def test_whoever_goes_is_forgotten_and_with_the_last_one_the_topic() -> None:
    async def act(hub: Hub) -> None:
        topic = Told()
        _, reader = await board_of(hub, topic)
        assert hub.watched
        hub.leave(topic, reader)
        hub.leave(topic, reader)
        assert (hub.connected, hub.watched) == (0, False)

    running(act)


def test_what_is_not_told_to_strangers_is_not_followed() -> None:
    async def act(hub: Hub) -> None:
        assert not await hub.enter(Told(missing=True), Reader(Board().send), 0)
        assert (hub.connected, hub.watched) == (0, False)

    running(act)


def test_idle_boards_get_a_sign_of_life_within_fifteen_ticks() -> None:
    async def act(hub: Hub) -> None:
        board, _ = await board_of(hub, Told())
        for _ in range(15):
            hub.tick(asyncio.get_running_loop().time())
            await settle()
        assert sum(b"event: vivo" in body for body in board.got) == 1

    running(act)


def test_beyond_the_most_it_is_full() -> None:
    async def act(hub: Hub) -> None:
        topic = Told()
        await board_of(hub, topic)
        assert not hub.full
        await board_of(hub, topic)
        assert hub.full

    running(act, most=2)


def test_who_finds_no_database_is_not_counted_as_connected() -> None:
    class Lost(Told):
        def whole(self, since: int) -> Whole | None:
            raise DatabaseError

    async def act(hub: Hub) -> None:
        for _ in range(3):
            with pytest.raises(DatabaseError):
                await hub.enter(Lost(), Reader(Board().send), 0)

        assert (hub.connected, hub.full) == (0, False)
        await board_of(hub, Told())

    running(act, most=2)


def test_who_goes_before_he_is_told_anything_is_not_counted_as_connected() -> None:
    async def act(hub: Hub) -> None:
        entering = asyncio.ensure_future(hub.enter(Told(), Reader(Board().send), 0))
        await asyncio.sleep(0)
        entering.cancel()
        await asyncio.gather(entering, return_exceptions=True)

        assert hub.connected == 0

    running(act)
