"""One writer at a time: how the services of the table open their transactions."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from django.db import connection, transaction

# Threads that wait for SQLite's lock poll it, and some starve; here they queue.
_turn = Lock()


@contextmanager
def one_writer() -> Iterator[None]:
    """Hold a transaction, and on SQLite the process's only turn to write.

    On PostgreSQL writers of different mesas go side by side; those of one mesa wait for its row. Inside
    another transaction the database's lock is held already, and waiting for a turn could only be deadly.
    """
    if connection.vendor == "postgresql" or connection.in_atomic_block:
        with transaction.atomic():
            yield
    else:
        with _turn, transaction.atomic():
            yield
