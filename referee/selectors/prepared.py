"""Cursors for the SQL of a tap: on PostgreSQL each statement is parsed and planned once a connection, not every time.

The ORM's cursors put the values into the text, so that no two statements are the same; these send them apart.
"""

import sys
from typing import Any

import psycopg
from django.db import connection
from django.db.backends.utils import CursorWrapper


ONLY_WHEN_TOLD = sys.maxsize  # a threshold of None, Django's, would forbid it even then


class PreparingCursor(psycopg.Cursor[Any]):
    """Prepares whatever it executes; only for statements of a fixed text. `query`: the last, for Django's record."""

    query: bytes | None = None

    def execute(self, query: Any, params: Any = None, **_options: Any) -> "PreparingCursor":
        self.query = str(query).encode()
        return super().execute(query, params, prepare=True)


def prepared_cursor() -> CursorWrapper:
    """A cursor as Django gives, errors and counted queries included."""
    if connection.vendor != "postgresql":
        return connection.cursor()
    connection.ensure_connection()
    connection.connection.prepare_threshold = ONLY_WHEN_TOLD
    cursor: Any = PreparingCursor(connection.connection)
    wrap = connection.make_debug_cursor if connection.queries_logged else connection.make_cursor
    return wrap(cursor)
