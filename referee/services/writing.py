"""One writer at a time: how the services of the table open their transactions.

On SQLite they queue in the process for one thread that does the work of all who wait, so that they share the commit, which is what
takes long. Beside all others that write it waits for its turn (`cuarenta_torneo.sqlite`).
"""

from collections.abc import Callable
from contextlib import ExitStack, suppress
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections, transaction

T = TypeVar("T")

MOST_TOGETHER = 64


def write(work: Callable[[], T]) -> T:
    """Do `work` in a transaction, and answer once it is committed; on SQLite together with others that wait.

    On SQLite it runs in another thread. It may run twice: what it wrote before raising, or before another raised, is undone.
    """
    if _taken_care_of():
        with transaction.atomic():
            return work()
    return _queue.write(work)


one_writer = transaction.atomic
"""A transaction of one's own, which on SQLite waits for its turn."""


def _taken_care_of() -> bool:
    """Whether the database keeps writers apart.

    PostgreSQL lets those of different mesas go side by side. Inside another transaction SQLite's lock is held
    already, and waiting for a turn could only be deadly.
    """
    database = connections[DEFAULT_DB_ALIAS]
    return database.vendor == "postgresql" or database.in_atomic_block


class _Job(Generic[T]):
    """A piece of work and what became of it."""

    def __init__(self, work: Callable[[], T]) -> None:
        self._work = work
        self._outcome: list[T] = []
        self._error: BaseException | None = None
        self._pending = Lock()  # held until it ended: an Event would cost several times as much
        self._pending.acquire()

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

    def end(self) -> None:
        """Let whoever waits for it go on."""
        self._pending.release()

    def answer(self) -> T:
        """Wait for its end; what it returned, or raise what it raised."""
        self._pending.acquire()
        if self._error is not None:
            raise self._error
        return self._outcome[0]


class _Queue:
    """Work that waits for SQLite, and the thread that does it: what its one connection read stays known to it."""

    def __init__(self) -> None:
        self._starting = Lock()
        self._waiting: SimpleQueue[_Job[Any]] = SimpleQueue()
        self._writer: Thread | None = None

    def write(self, work: Callable[[], T]) -> T:
        job = _Job(work)
        self._waiting.put(job)
        if self._writer is None or not self._writer.is_alive():  # nobody wrote yet, or this process was forked since
            self._start()
        return job.answer()

    def _start(self) -> None:
        with self._starting:
            if self._writer is None or not self._writer.is_alive():
                self._writer = Thread(target=self._serve, name="writer", daemon=True)
                self._writer.start()

    def _serve(self) -> None:
        while True:
            jobs = [self._waiting.get()]
            try:
                _commit(jobs, self._waiting)
            finally:
                for job in jobs:
                    job.end()


def _commit(jobs: list[_Job[Any]], waiting: "SimpleQueue[_Job[Any]]") -> None:
    """Do all the work in one transaction, with what is `waiting` once its turn has come; where that fails, none of it was done.

    It hardly ever raises, and a savepoint costs two statements: only where something did, all of it is done again,
    each apart.
    """
    try:
        try:
            _together(jobs, _Job.run, waiting)
        except Exception:
            if len(jobs) == 1:
                raise
            _together(jobs, _Job.run_apart, SimpleQueue())
    except BaseException as error:  # whoever waits for the work is told, whatever it was
        for job in jobs:
            job.fail(error)
        if isinstance(error, DatabaseError):
            connections[DEFAULT_DB_ALIAS].close()  # no request ends in this thread, where Django would see to it


def _together(jobs: list[_Job[Any]], do: Callable[[_Job[Any]], None], waiting: "SimpleQueue[_Job[Any]]") -> None:
    with ExitStack() as held:
        try:
            held.enter_context(transaction.atomic())
        finally:  # also where no turn came: they would wait for it as long again
            with suppress(Empty):
                while len(jobs) < MOST_TOGETHER:
                    jobs.append(waiting.get_nowait())
        for job in jobs:
            do(job)
        _require_whole()


def _require_whole() -> None:
    """Raise where the database ended the transaction by itself (a full disk does): what was done is lost."""
    if transaction.get_rollback():
        raise DatabaseError("the transaction was rolled back by the database")


_queue = _Queue()
