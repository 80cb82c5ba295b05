"""The SQL of a tap: statements of a fixed text, planned once a connection and run without what the ORM needs.

The ORM's cursors translate each statement anew, and on PostgreSQL put the values into its text, so that no two are the
same; these send them apart.
"""

import sys
from collections.abc import Sequence
from typing import Any, cast

import psycopg
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper

ONLY_WHEN_TOLD = sys.maxsize  # a threshold of None, Django's, would forbid it even then

Row = tuple[Any, ...]


class Statement:
    """SQL with `%s` for each of its values; it raises Django's errors, and is noted down where Django's are."""

    def __init__(self, sql: str) -> None:
        self._sql = sql
        self._qmarks = sql.replace("%s", "?")

    def run(self, values: Sequence[Any]) -> None:
        self._cursor(values).close()

    def row(self, values: Sequence[Any]) -> Row | None:
        """The first row it answers."""
        cursor = self._cursor(values)
        row = cursor.fetchone()
        cursor.close()
        return cast("Row | None", row)

    def run_many(self, rows: Sequence[Sequence[Any]]) -> None:
        """Once for each row of values."""
        with _database().cursor() as cursor:
            cursor.executemany(self._sql, rows)

    def _cursor(self, values: Sequence[Any]) -> Any:
        database = _database()
        if database.queries_logged:
            cursor: Any = database.cursor()
            cursor.execute(self._sql, values)
            return cursor
        database.ensure_connection()
        with database.wrap_database_errors:
            if database.vendor == "sqlite":
                return database.connection.execute(self._qmarks, values)
            database.connection.prepare_threshold = ONLY_WHEN_TOLD
            return psycopg.Cursor(database.connection).execute(self._sql, values, prepare=True)


def _database() -> BaseDatabaseWrapper:
    return connections[DEFAULT_DB_ALIAS]  # not its proxy, which looks it up for each attribute
