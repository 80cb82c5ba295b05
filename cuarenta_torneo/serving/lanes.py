"""Bounded threads for each kind of request, with turns that are fair to those who wait."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import Any, Final

Work = Callable[[], Any]
Job = tuple[Work, "asyncio.Future[Any]"]
WAITING: Final = 256
"""Of one client: a hall behind one address is far from it."""
WAITING_IN_ALL: Final = 2_000
LONG_SECONDS: Final = 0.25
"""Who runs longer waits for something (another process, the disk, a lock) rather than for the interpreter."""


class Busy(Exception):
    """Too much waits already: of this client, or in all."""


class Lane:
    """So many threads and no more. Those who wait take turns by client, so that many requests of one delay only its own.

    `together`: of jobs that began within `LONG_SECONDS`; by default as many as threads. Threads that compute take turns with those that
    record, and each more makes a tap wait longer. `waiting`: how many of one client may wait.
    All methods belong to the loop's thread.
    """

    def __init__(
        self,
        name: str,
        loop: asyncio.AbstractEventLoop,
        *,
        threads: int,
        together: int = 0,
        waiting: int = WAITING,
    ) -> None:
        self._loop, self._most = loop, waiting
        self._free = self._threads = threads
        self._all_together = not together
        self._room = together or threads
        self._turns: OrderedDict[str, deque[Job]] = OrderedDict()
        self._waiting = 0
        self._given: SimpleQueue[Job | None] = SimpleQueue()
        self._ended: deque[tuple[asyncio.Future[Any], Any, BaseException | None]] = deque()
        self._woken = False
        self._young: dict[asyncio.Future[Any], asyncio.TimerHandle] = {}
        for number in range(threads):
            Thread(target=self._serve, name=f"{name}-{number}", daemon=True).start()

    def stop(self) -> None:
        """Let each thread end after what it does now."""
        for _ in range(self._threads):
            self._given.put(None)

    def run(self, client: str, work: Work) -> "asyncio.Future[Any]":
        """Do `work` in a thread of this lane; raises Busy where the client, or all together, wait with too much."""
        future = self._loop.create_future()
        if self._free and self._room:
            self._begin((work, future))
            return future
        jobs = self._turns.get(client)
        if self._waiting >= WAITING_IN_ALL or (jobs is not None and len(jobs) >= self._most):
            raise Busy
        if jobs is None:
            jobs = self._turns[client] = deque()
        jobs.append((work, future))
        self._waiting += 1
        return future

    def _begin(self, job: Job) -> None:
        self._free -= 1
        if not self._all_together:
            self._room -= 1
            self._young[job[1]] = self._loop.call_later(LONG_SECONDS, self._grow_old, job[1])
        self._given.put(job)

    def _grow_old(self, future: "asyncio.Future[Any]") -> None:
        """It counts no more among those that run together, whether it has ended or runs on."""
        if timer := self._young.pop(future, None):
            timer.cancel()
            self._room += 1
            self._next()

    def _serve(self) -> None:
        while (job := self._given.get()) is not None:
            work, future = job
            try:
                self._ended.append((future, work(), None))
            except BaseException as error:  # whoever waits for it is answered, whatever it was
                self._ended.append((future, None, error))
            if not self._woken:  # one wake-up for all that ends before the loop looks
                self._woken = True
                with suppress(RuntimeError):  # the loop has ended
                    self._loop.call_soon_threadsafe(self._settle)

    def _settle(self) -> None:
        self._woken = False
        while self._ended:
            future, answer, error = self._ended.popleft()
            self._free += 1
            self._grow_old(future)
            self._next()
            if future.done():  # who asked has gone
                continue
            if error is None:
                future.set_result(answer)
            else:
                future.set_exception(error)

    def _next(self) -> None:
        """Give what has become free to the client whose turn it is."""
        while self._turns and self._free and self._room:
            client, jobs = self._turns.popitem(last=False)
            job = jobs.popleft()
            self._waiting -= 1
            if jobs:
                self._turns[client] = jobs
            if not job[1].done():
                self._begin(job)
