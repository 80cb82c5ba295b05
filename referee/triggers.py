"""What makes the log append-only: triggers that refuse UPDATE and DELETE on SQLite and PostgreSQL alike."""

from collections.abc import Sequence

from django.db.backends.base.base import BaseDatabaseWrapper

TABLES = (
    "referee_jugada",
    "referee_signature",
    "referee_cardthrow",
    "referee_quarantined",
    "referee_quarantinedecision",
    "referee_consultaend",
    "referee_incident",
    "referee_incidentdecision",
    "referee_incidentexpulsion",
    "referee_appeal",
    "referee_appealqualification",
    "referee_appealruling",
    "referee_appealrelease",
    "referee_appealpublication",
    "referee_suspensionmeasure",
)

SQLITE_INSTALL = """
CREATE TRIGGER {table}_keeps_{action} BEFORE {action} ON {table}
BEGIN SELECT RAISE(ABORT, '{table} is append-only: {action} refused'); END
"""
POSTGRES_FUNCTION = """
CREATE OR REPLACE FUNCTION referee_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation'; END $$
"""
POSTGRES_INSTALL = """
CREATE TRIGGER {table}_keeps_{action} BEFORE {action} ON {table}
FOR EACH STATEMENT EXECUTE FUNCTION referee_refuse()
"""


def install(connection: BaseDatabaseWrapper, tables: Sequence[str] = TABLES) -> None:
    """Make these tables append-only; harmless where they already are."""
    remove(connection, tables)
    postgres = connection.vendor == "postgresql"
    with connection.cursor() as cursor:
        if postgres:
            cursor.execute(POSTGRES_FUNCTION)
        for table in tables:
            for action in _actions(connection):
                create = POSTGRES_INSTALL if postgres else SQLITE_INSTALL
                cursor.execute(create.format(table=table, action=action))


def remove(connection: BaseDatabaseWrapper, tables: Sequence[str] = TABLES) -> None:
    """Let the tables be emptied again: for tests, between one and the next."""
    on_table = " ON {table}" if connection.vendor == "postgresql" else ""
    with connection.cursor() as cursor:
        for table in tables:
            for action in _actions(connection):
                drop = "DROP TRIGGER IF EXISTS {table}_keeps_{action}" + on_table
                cursor.execute(drop.format(table=table, action=action))


def _actions(connection: BaseDatabaseWrapper) -> tuple[str, ...]:
    return ("update", "delete", "truncate") if connection.vendor == "postgresql" else ("update", "delete")
