"""Django's SQLite, where whoever begins a transaction waits for its turn: in the process by a lock, beside others by that of a file.

SQLite has those who wait look again and again, at ever longer intervals, and whoever comes later may be quicker. And before 3.51.3 a checkpoint
of one connection at the very moment when another begins the WAL anew can lose what was committed: a commit and the checkpoint that follows it
are both within the turn.
"""

import fcntl
import os
from collections import defaultdict
from contextlib import suppress
from threading import Lock
from typing import Any, Final

from django.db import OperationalError
from django.db.backends.sqlite3 import base

_here: Final[defaultdict[str, Lock]] = defaultdict(Lock)
"""Of each database, which of our threads is next."""


class Turn:
    """Of one connection. A process that dies gives it back."""

    def __init__(self, database: str, patience: float, *, shared: bool) -> None:
        self._here, self._patience = _here[database], patience
        self._held, self._file = False, -1
        self._path = f"{database}-turn" if shared else None
        self._file_open()

    def take(self) -> None:
        if not self._here.acquire(timeout=self._patience):
            raise OperationalError("database is locked")
        self._held = True
        try:
            self._file_open()
            if self._file >= 0:
                fcntl.flock(self._file, fcntl.LOCK_EX)
        except BaseException:
            self.give()
            raise

    def give(self) -> None:
        """Also where it has none."""
        if not self._held:
            return
        self._held = False
        try:
            if self._file >= 0:
                fcntl.flock(self._file, fcntl.LOCK_UN)
        except OSError:
            self._file_close()  # which unlocks it too; the next turn opens it again
        finally:
            self._here.release()

    def close(self) -> None:
        self.give()
        self._file_close()

    def _file_open(self) -> None:
        if self._path and self._file < 0:
            with suppress(OSError):  # where this user may not open it, there are turns in this process alone
                self._file = os.open(self._path, os.O_RDONLY | os.O_CREAT, 0o640)

    def _file_close(self) -> None:
        file, self._file = self._file, -1
        if file >= 0:
            os.close(file)


class DatabaseWrapper(base.DatabaseWrapper):
    """The stubs leave out what is of no business to others."""

    _turn: Turn

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        connection = super().get_new_connection(conn_params)
        database = os.path.realpath(conn_params["database"])
        self._turn = Turn(database, conn_params.get("timeout", 5), shared=not self.is_in_memory_db())
        return connection

    def _start_transaction_under_autocommit(self) -> None:
        self._turn.take()
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self._turn.give()
            raise

    def _commit(self) -> None:
        super()._commit()  # type: ignore[misc]  # where it fails, it is rolled back
        self._turn.give()

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]
        finally:
            self._turn.give()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]
        finally:
            self._turn.close()
