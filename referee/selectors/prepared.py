"""Cursors for the SQL of a tap: on PostgreSQL each statement is parsed and planned once a connection, not every time.

The ORM's cursors put the values into the text, so that no two statements are the same; these send them apart.
"""

import sys
from typing import Any

import psycopg
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.utils import CursorWrapper

ONLY_WHEN_TOLD = sys.maxsize  # a threshold of None, Django's, would forbid it even then


class PreparingCursor(psycopg.Cursor[Any]):
    """Prepares whatever it executes; only for statements of a fixed text."""

    def execute(self, query: Any, params: Any = None, **_options: Any) -> "PreparingCursor":
        return super().execute(query, params, prepare=True)


def prepared_cursor() -> CursorWrapper:
    """A cursor that raises Django's errors; the usual one where statements are noted down, which reads its text."""
    database = connections[DEFAULT_DB_ALIAS]  # not its proxy, which looks it up each time
    if database.vendor != "postgresql" or database.queries_logged:
        return database.cursor()
    database.ensure_connection()
    database.connection.prepare_threshold = ONLY_WHEN_TOLD
    cursor: Any = PreparingCursor(database.connection)
    return database.make_cursor(cursor)
