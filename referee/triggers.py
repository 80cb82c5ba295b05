"""What makes the log append-only: triggers that refuse UPDATE and DELETE on SQLite and PostgreSQL alike."""

from typing import Final

from django.db.backends.base.base import BaseDatabaseWrapper

from brackets.triggers import keep, keeping, unkeep

TABLES: Final = (
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


def install(connection: BaseDatabaseWrapper) -> None:
    """Make the tables append-only; harmless where they already are."""
    keep(connection, TABLES)


def remove(connection: BaseDatabaseWrapper) -> None:
    """Let the tables be emptied again: for tests, between one and the next."""
    unkeep(connection, TABLES)


def names(connection: BaseDatabaseWrapper) -> set[str]:
    """Every trigger that `install` creates."""
    return set(keeping(connection, TABLES))
