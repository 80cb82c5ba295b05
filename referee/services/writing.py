"""One writer at a time: how the services of the table open their transactions.

Threads that wait for SQLite's lock poll it, and some starve. Here they queue in the process; whoever's turn it is
does the work of all who wait, so that they share the commit, which is what takes long.
"""

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Lock
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections, transaction

T = TypeVar("T")

MOST_TOGETHER = 64


def write(work: Callable[[], T]) -> T:
    """Do `work` in a transaction, and answer once it is committed; on SQLite together with others that wait.

    It may run in another thread, and twice: what it wrote before raising, or before another raised, is undone.
    """
    if _taken_care_of():
        with transaction.atomic():
            return work()
    return _queue.write(work)


@contextmanager
def one_writer() -> Iterator[None]:
    """Hold a transaction of one's own, and on SQLite the process's only turn to write."""
    if _taken_care_of():
        with transaction.atomic():
            yield
    else:
        with _queue.turn, transaction.atomic():
            yield


def _taken_care_of() -> bool:
    """Whether the database keeps writers apart.

    PostgreSQL lets those of different mesas go side by side. Inside another transaction SQLite's lock is held
    already, and waiting for a turn could only be deadly.
    """
    database = connections[DEFAULT_DB_ALIAS]
    return database.vendor == "postgresql" or database.in_atomic_block


class _Job(Generic[T]):
    """A piece of work and what became of it; `woken` when it is done, or when its thread is to lead."""

    def __init__(self, work: Callable[[], T]) -> None:
        self._work = work
        self._outcome: list[T] = []
        self._error: BaseException | None = None
        self.woken = Event()

    @property
    def done(self) -> bool:
        return bool(self._outcome) or self._error is not None

    def run(self) -> None:
        """Do it; what it raises undoes all that was done with it."""
        self._outcome = [self._work()]

    def run_apart(self) -> None:
        """Do it so that what it raises undoes it alone."""
        self._outcome = []
        try:
            with transaction.atomic():
                self.run()
        except Exception as error:
            self._error = error

    def fail(self, error: BaseException) -> None:
        """Nothing of it is recorded, whatever it answered."""
        self._error = error

    def answer(self) -> T:
        if self._error is not None:
            raise self._error
        return self._outcome[0]


class _Queue:
    """Work that waits for SQLite. One thread leads at a time, and hands over to the first that came meanwhile."""

    def __init__(self) -> None:
        self.turn = Lock()
        self._mutex = Lock()
        self._waiting: deque[_Job[Any]] = deque()
        self._led = False

    def write(self, work: Callable[[], T]) -> T:
        job = _Job(work)
        with self._mutex:
            self._waiting.append(job)
            leads, self._led = not self._led, True
        if not leads:
            job.woken.wait()
        if not job.done:
            self._lead()
        return job.answer()

    def _lead(self) -> None:
        jobs: list[_Job[Any]] = []
        try:
            with self.turn:
                with self._mutex:
                    jobs = [self._waiting.popleft() for _ in range(min(MOST_TOGETHER, len(self._waiting)))]
                _commit(jobs)
        finally:
            with self._mutex:
                successor = self._waiting[0] if self._waiting else None
                self._led = successor is not None
            for job in jobs:
                job.woken.set()
            if successor is not None:
                successor.woken.set()


def _commit(jobs: list[_Job[Any]]) -> None:
    """Do all the work in one transaction; where that fails, none of it was done.

    It hardly ever raises, and a savepoint costs two statements: only where something did, all of it is done again,
    each apart.
    """
    try:
        try:
            _together(jobs, _Job.run)
        except Exception:
            if len(jobs) == 1:
                raise
            _together(jobs, _Job.run_apart)
    except BaseException as error:
        for job in jobs:
            job.fail(error)
        if not isinstance(error, Exception):
            raise


def _together(jobs: list[_Job[Any]], do: Callable[[_Job[Any]], None]) -> None:
    with transaction.atomic():
        for job in jobs:
            do(job)
        _require_whole()


def _require_whole() -> None:
    """Raise where the database ended the transaction by itself (a full disk does): what was done is lost."""
    if transaction.get_rollback():
        raise DatabaseError("the transaction was rolled back by the database")


_queue = _Queue()
